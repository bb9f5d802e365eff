import { Alert, Badge, Button, Card, Group, Menu, Text } from '@mantine/core';
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
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Webhook } from '../../api/types.ts';
import { DateText } from '../../parts/date-text.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';

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

/** One webhook with its state and what can be done with it; `busy` while it is switched on. */
export const WebhookCard = (props: { webhook: Webhook; busy: boolean; onAct: (act: WebhookAct) => void }) => {
  const { webhook, busy, onAct } = props;
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const { webhook_id, url, method, events, colour, active } = webhook;
  const reason = webhook.switched_off_because;
  return (
    <Card withBorder padding="md" component="article" aria-label={url}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} className="break-anywhere">
            {url}
          </Text>
          <Group gap="xs" mt={6}>
            <Badge variant="dot" color={colour}>
              {t(`colour.${colour}`)}
            </Badge>
            <Text size="sm" c="dimmed">
              {method} · {webhook.content_type === 'json' ? 'JSON' : 'Form'} ·{' '}
              {t('eventCount', { count: events.length })}
            </Text>
          </Group>
        </div>
        <RowMenu name={url}>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAct('edit')}>
            {common('edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAct('rotate')}>
            {t('rotate')}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onAct('delete')}
          >
            {common('delete')}
          </Menu.Item>
        </RowMenu>
      </Group>
      {reason ? (
        <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
          {t('switchedOff', { reason: t(`reason.${reason}`) })}
        </Alert>
      ) : null}
      <Group justify="space-between" mt="md" gap="sm">
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {t('lastTest')}:
          </Text>
          <TestBadge webhook={webhook} />
        </Group>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`?webhook=${webhook_id}`}
            leftSection={<IconListDetails size={14} aria-hidden />}
          >
            {t('log')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={14} aria-hidden />}
            onClick={() => onAct('test')}
          >
            {t('test')}
          </Button>
          <Button
            size="xs"
            variant={active ? 'default' : 'filled'}
            loading={busy}
            leftSection={active ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
            onClick={() => onAct(active ? 'deactivate' : 'activate')}
          >
            {active ? t('deactivate') : t('activate')}
          </Button>
        </Group>
      </Group>
    </Card>
  );
};
