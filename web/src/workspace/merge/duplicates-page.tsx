/** Records that are probably stored twice (`/customers/duplicates`): each pair is merged, or is none. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/v3.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useSearch } from '../../router/use-router.ts';
import { Pages } from '../lists/list.tsx';
import type { Section } from '../schema/section.ts';
import { SectionPage } from '../schema/section-page.tsx';
import { titleOfSection } from '../schema/sections.ts';
import type { Compared } from './compared-sections.ts';

type Pair = AnswerOf<'GET /v3/duplicates'>['items'][number];

const ROWS = 50;

const Actions = ({ pair, section, queryKey }: { pair: Pair; section: Section; queryKey: readonly unknown[] }) => {
  const { t } = useTranslation('merge');
  const client = useQueryClient();
  const [{ id = 0, name = '' } = {}, other] = pair.records;
  const names = { one: name, other: other?.name ?? '' };
  const dismissed = useMutation({
    mutationFn: () => call('POST /v3/duplicates/:name/dismiss', { name: pair.id }),
    onSuccess: () => {
      notify(() => t('dismissed', names));
      return client.invalidateQueries({ queryKey });
    },
    onError: notifyError,
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {section.path === 'customers' ? (
        <Button
          size="compact-sm"
          component={Link}
          to={`/customers/${id}/merge?slave_kid=${other?.id}`}
          aria-label={t('compareOf', names)}
        >
          {t('compare')}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        loading={dismissed.isPending}
        onClick={() => dismissed.mutate()}
        aria-label={t('dismissOf', names)}
      >
        {t('dismiss')}
      </Button>
    </Group>
  );
};

const Duplicates = ({ section }: { section: Section }) => {
  const { t } = useTranslation('merge');
  const { t: records } = useTranslation('records');
  const [params] = useSearch();
  const page = Number(params.get('page') ?? 1);
  const queryKey = ['v3', 'duplicates', section.path, page];
  const query = useQuery({
    queryKey,
    queryFn: () => call('GET /v3/duplicates', { query: { section: section.path as Compared, page, limit: ROWS } }),
    placeholderData: keepPreviousData,
  });
  const writes = section.can.includes('write');
  const title = t('duplicates', { title: titleOfSection(section) });
  return (
    <div className="list">
      <PageTitle title={title} description={t('duplicatesHint')} />
      <QueryState query={query} isEmpty={({ items }) => !items.length} empty={<EmptyState text={t('noDuplicates')} />}>
        {({ items, total }) => (
          <>
            <Text size="sm" c="dimmed" role="status" mb="xs">
              {records('entries', { count: total })}
            </Text>
            <DataTable label={title} head={[t('record'), t('otherRecord'), t('reasons'), '']}>
              {items.map((pair) => (
                <tr key={pair.id}>
                  {pair.records.map(({ id, name }) => (
                    <td key={id}>
                      <Anchor component={Link} to={`/${section.path}/${id}`}>
                        {name}
                      </Anchor>{' '}
                      <Text span size="sm" c="dimmed">
                        {records('numbered', { number: id })}
                      </Text>
                    </td>
                  ))}
                  <td>{pair.reasons.map((reason) => t(`same.${reason}`)).join(', ')}</td>
                  <td>{writes ? <Actions pair={pair} section={section} queryKey={queryKey} /> : null}</td>
                </tr>
              ))}
            </DataTable>
            <Pages name={title} page={page} pages={Math.ceil(total / ROWS)} />
          </>
        )}
      </QueryState>
    </div>
  );
};

export default function DuplicatesPage() {
  return <SectionPage>{({ section }) => <Duplicates key={section.path} section={section} />}</SectionPage>;
}
