/** State of the organisation, and next steps. */
import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import {
  IconAddressBook,
  IconFiles,
  IconFileText,
  IconInbox,
  IconKey,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { Overview } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { Figure } from './figure-card.tsx';

const COLUMNS = { base: 1, xs: 2, lg: 4 };

const Figures = ({ data }: { data: Overview }) => {
  const { t, language } = useTranslation('overview');
  const { users, webhooks } = data;
  const off = webhooks.off_by_failure;
  const limit = users.licenses.toLocaleString(language);
  return (
    <Stack gap="xl">
      <Stack gap="sm" component="section">
        <Title order={2} size="h4">
          {t('records')}
        </Title>
        <SimpleGrid cols={COLUMNS}>
          <Figure label={t('customers')} value={data.customers} icon={IconAddressBook} to="/customers" />
          <Figure label={t('contracts')} value={data.contracts} icon={IconFileText} to="/contracts" />
          <Figure label={t('documents')} value={data.documents} icon={IconFiles} to="/documents" />
          <Figure
            label={t('inbox')}
            value={data.inbox}
            icon={IconInbox}
            to="/inbox"
            hint={data.inbox ? t('inboxWaiting', { count: data.inbox }) : t('inboxEmpty')}
          />
        </SimpleGrid>
      </Stack>
      <Stack gap="sm" component="section">
        <Title order={2} size="h4">
          {t('access')}
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
          <Figure
            label={t('users')}
            value={users.active}
            icon={IconUsers}
            to="/settings/users"
            hint={t('licences', { used: users.licensed, limit })}
          />
          <Figure
            label={t('tokens')}
            value={data.tokens}
            icon={IconKey}
            to="/settings/tokens"
            hint={data.tokens ? t('tokensHint') : t('tokensNone')}
          />
          <Figure
            label={t('webhooks')}
            value={webhooks.active}
            icon={IconWebhook}
            to="/settings/webhooks"
            hint={off ? t('webhooksOff', { count: off }) : t('webhooksHint')}
            warning={off > 0}
          />
        </SimpleGrid>
      </Stack>
    </Stack>
  );
};

const NextStep = ({ title, text, to, outside }: { title: string; text: string; to: string; outside?: boolean }) => {
  const content = (
    <>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </>
  );
  return outside ? (
    <Card component="a" href={to} withBorder padding="md" className="figure">
      {content}
    </Card>
  ) : (
    <Card component={Link} to={to} withBorder padding="md" className="figure">
      {content}
    </Card>
  );
};

export default function OverviewPage() {
  const { t } = useTranslation('overview');
  const { user, organisation } = useSession();
  const query = useQuery({ queryKey: ['overview'], ...callOf('GET /overview') });
  return (
    <>
      <PageTitle
        title={t('title')}
        description={t('greeting', { name: user.name || user.email, organisation: organisation.name })}
      />
      <Stack gap="xl">
        <QueryState query={query}>{(data) => <Figures data={data} />}</QueryState>
        <Stack gap="sm" component="section">
          <Title order={2} size="h4">
            {t('next')}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {query.data?.tokens ? null : (
              <NextStep title={t('nextToken')} text={t('nextTokenText')} to="/settings/tokens" />
            )}
            {query.data?.webhooks.active ? null : (
              <NextStep title={t('nextWebhook')} text={t('nextWebhookText')} to="/settings/webhooks" />
            )}
            <NextStep title={t('nextReference')} text={t('nextReferenceText')} to="/reference" outside />
          </SimpleGrid>
        </Stack>
      </Stack>
    </>
  );
}
