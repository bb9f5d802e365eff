import { Alert, Badge, Button, Card, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { Webhook } from '../../api/types.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useLocation } from '../../router/use-router.ts';
import { WEBHOOKS } from './webhook-address.ts';
import { Health } from './webhook-health.tsx';

/** The display name of a webhook. */
export const calledBy = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name || url;

export type WebhookAct = 'edit' | 'test' | 'activate' | 'deactivate' | 'rotate' | 'delete';

const TestBadge = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks');
  const { last_test } = webhook;
  if (!last_test) return <Text size="sm">{t('untested')}</Text>;
  return (
    <Group gap={6}>
      <Badge variant="light" color={last_test.ok ? 'green' : 'red'}>
        {last_test.ok ? t('testOk') : t('testFailed')}
      </Badge>
      <Text size="sm" component="span">
        <DateText value={last_test.at} />
      </Text>
    </Group>
  );
};

interface Props {
  readonly webhook: Webhook;
  /** It is being switched on. */
  readonly busy: boolean;
  readonly onAct: (act: WebhookAct) => void;
}

const Head = ({ webhook, onAct }: Props) => {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const { url, name, description, method, content_type, events, colour } = webhook;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} className="break-anywhere">
          {calledBy(webhook)}
        </Text>
        {name ? (
          <Text size="sm" className="break-anywhere">
            {url}
          </Text>
        ) : null}
        {description ? (
          <Text size="sm" c="dimmed" className="break-anywhere">
            {description}
          </Text>
        ) : null}
        <Group gap="xs" mt={6}>
          <Badge variant="dot" color={colour}>
            {t(`colour.${colour}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {method} · {t(`body_${content_type}`)} · {t('eventCount', { count: events.length })}
          </Text>
        </Group>
      </div>
      <RowMenu
        name={calledBy(webhook)}
        actions={[
          { name: common('edit'), icon: IconPencil, run: () => onAct('edit') },
          { name: t('rotate'), icon: IconKey, run: () => onAct('rotate') },
          { name: common('delete'), icon: IconTrash, danger: true, run: () => onAct('delete') },
        ]}
      />
    </Group>
  );
};

const Acts = ({ webhook, busy, onAct }: Props) => {
  const { t } = useTranslation('webhooks');
  const { webhook_id, active, last_test: lastTest } = webhook;
  const tested = lastTest?.ok === true;
  const { search } = useLocation();
  const ofThis = (act: string) => `${act}: ${calledBy(webhook)}`;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`${WEBHOOKS}?webhook=${webhook_id}`}
        // Where it leads back to: the part of the list that is shown.
        state={search}
        aria-label={ofThis(t('log'))}
        leftSection={<IconListDetails size={14} aria-hidden />}
      >
        {t('log')}
      </Button>
      <Button
        size="xs"
        variant={active || tested ? 'default' : 'filled'}
        aria-label={ofThis(t('test'))}
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => onAct('test')}
      >
        {t('test')}
      </Button>
      <Button
        size="xs"
        variant={active || !tested ? 'default' : 'filled'}
        loading={busy}
        aria-label={ofThis(active ? t('deactivate') : t('activate'))}
        leftSection={active ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
        onClick={() => onAct(active ? 'deactivate' : 'activate')}
      >
        {active ? t('deactivate') : t('activate')}
      </Button>
    </Group>
  );
};

/** One webhook with its state and what can be done with it. */
export const WebhookCard = (props: Props) => {
  const { webhook } = props;
  const { t } = useTranslation('webhooks');
  const reason = webhook.switched_off_because;
  return (
    <Card withBorder padding="md" component="article" aria-label={calledBy(webhook)}>
      <Head {...props} />
      {reason ? (
        <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
          {t('switchedOff', { reason: t(`reason.${reason}`) })}
        </Alert>
      ) : null}
      <Health health={webhook.health} />
      <Group justify="space-between" mt="md" gap="sm">
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {t('lastTest')}:
          </Text>
          <TestBadge webhook={webhook} />
        </Group>
        <Acts {...props} />
      </Group>
    </Card>
  );
};
