/** The waiting documents of the inbox on the first page, for users who may assign them. */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { Count } from '../../components/text/count.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { INBOX_SCOPE, proposalsQuery, type WaitingPage } from '../inbox/waiting.ts';

const TO = '/inbox';

/** The number of proposals is that of the first documents. */
const Waiting = ({ page: { items, total } }: { page: WaitingPage }) => {
  const { t } = useTranslation('inbox');
  const { t: day } = useTranslation('day');
  if (!total)
    return (
      <Text size="sm" c="dimmed">
        {t('empty')}
      </Text>
    );
  const count = items.filter(({ proposals }) => proposals?.length).length;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {day(items.length < total ? 'proposedOfFirst' : 'proposed', { count, first: items.length })}
      </Text>
      <Button component={Link} to={TO} size="compact-sm" variant="default">
        {day('openInbox')}
      </Button>
    </Group>
  );
};

const Block = () => {
  const { t, language } = useTranslation('inbox');
  const query = useQuery(proposalsQuery(1));
  const { data, error } = query;
  return (
    <section className="block" aria-label={t('title')}>
      <h2>
        <Link className="day-head" to={TO}>
          {t('title')} {data ? <Count>{data.total.toLocaleString(language)}</Count> : null}
        </Link>
      </h2>
      {error ? <ErrorBox error={error} retry={() => query.refetch()} /> : null}
      {data ? <Waiting page={data} /> : null}
      {data || error ? null : <Skeleton height={28} />}
    </section>
  );
};

export const InboxBlock = () => (useSession().user.scopes.includes(INBOX_SCOPE) ? <Block /> : null);
