/** Import (`/imports`): a file is dropped, and those of the last days are listed. */
import { Anchor, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { NoRight } from '../schema/no-right.tsx';
import { DropZone } from './drop-zone.tsx';
import { IMPORT_SCOPE, importsQuery } from './import-job.ts';
import { useSummary } from './summary.ts';

const ImportList = () => {
  const { t } = useTranslation('imports');
  const summary = useSummary();
  const query = useQuery(importsQuery);
  return (
    <QueryState query={query} isEmpty={(jobs) => !jobs.length} empty={<EmptyState text={t('empty')} />}>
      {(jobs) => (
        <DataTable
          label={t('list')}
          head={[t('column.file'), t('column.created'), t('column.state'), t('column.rows')]}
        >
          {jobs.map((job) => (
            <tr key={job.id}>
              <td>
                <Anchor component={Link} to={`/imports/${job.id}`} className="break-anywhere">
                  {job.file.name}
                </Anchor>
              </td>
              <td>
                <DateText value={job.created_at ?? null} />
              </td>
              <td>{t(`state.${job.state}`)}</td>
              <td>{summary(job) || '–'}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </QueryState>
  );
};

export default function ImportsPage() {
  const { t } = useTranslation('imports');
  const may = useSession().user.scopes.includes(IMPORT_SCOPE);
  return (
    <>
      <PageTitle title={t('title')} description={may ? t('about') : <NoRight />} />
      {may ? (
        <Stack gap="xl">
          <DropZone />
          <section aria-labelledby="imports-list">
            <Title order={2} size="h4" mb="sm" id="imports-list">
              {t('list')}
            </Title>
            <ImportList />
          </section>
        </Stack>
      ) : null}
    </>
  );
}
