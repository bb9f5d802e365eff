/** `/call?number=+49…`, opened by a telephone system: the customer of the number, or a new one with it. */
import { Button, Group, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Row, readV3, sendV3 } from '../../api/v3.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { useSearch } from '../../router/use-router.ts';
import { comparedText } from '../merge/merged.ts';
import { newAddress, newOf } from '../schema/new-of.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf, useSections } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { foundIn } from './found.ts';

const CUSTOMERS = 'customers';
const LIMIT = 10;

interface Contacts {
  readonly items: readonly { readonly wert: string | null }[];
}

const Callers = ({ customers, number }: { customers: Section; number: string }) => {
  const { t } = useTranslation('records');
  const context = useContextOf();
  const schema = useQuery(schemaQuery(customers));
  const query = useQuery({
    queryKey: ['v3', 'call', number],
    queryFn: async () => {
      const wanted = { query: number, indices: [customers.search_index], limit: LIMIT };
      const hits = foundIn(await sendV3<Row>('POST', '/search', wanted), customers);
      const contacts = await Promise.all(
        hits.map((row) => readV3<Contacts>(`/${CUSTOMERS}/${idOf(customers, row)}/contacts`)),
      );
      const same = hits.filter((_, at) =>
        contacts[at]?.items.some(({ wert }) => comparedText(wert ?? '') === comparedText(number)),
      );
      // The search also finds longer numbers, such as an extension.
      return same.length ? same : hits;
    },
    enabled: number !== '',
  });
  const [only, ...others] = query.data ?? [];
  const found = only && !others.length ? `/${CUSTOMERS}/${idOf(customers, only)}` : null;
  useEffect(() => {
    if (found) navigate(found, { replace: true });
  }, [found]);
  if (number === '') return <PageTitle title={t('call')} description={t('callEmpty')} />;
  return (
    <QueryState query={query}>
      {(rows) => (
        <>
          <PageTitle title={t('callFrom', { number })} description={t(rows.length ? 'callSeveral' : 'callNobody')} />
          <Stack align="start">
            {rows.map((row) => (
              <Link key={idOf(customers, row)} to={`/${CUSTOMERS}/${idOf(customers, row)}`}>
                {titleOf(customers, schema.data ?? { fields: new Map(), parts: new Map() }, row, context)}
              </Link>
            ))}
            {customers.can.includes('write') ? (
              <Group>
                <Button
                  component={Link}
                  to={newAddress(customers, { 'contacts:telefon': number })}
                  variant={rows.length ? 'default' : 'filled'}
                  leftSection={<IconUserPlus size={16} aria-hidden />}
                >
                  {newOf(customers)}
                </Button>
              </Group>
            ) : null}
          </Stack>
        </>
      )}
    </QueryState>
  );
};

export default function CallPage() {
  const { t } = useTranslation('records');
  const [params] = useSearch();
  const query = useSections();
  const number = (params.get('number') ?? '').replaceAll(/[^\d+]/g, '').slice(0, 30);
  return (
    <QueryState query={query}>
      {(sections) => {
        const customers = sections.find(({ path }) => path === CUSTOMERS);
        return customers ? (
          <Callers customers={customers} number={number} />
        ) : (
          <PageTitle title={t('noRightTitle')} description={t('noRight')} />
        );
      }}
    </QueryState>
  );
}
