/** Export (`/exports`): records as files. */
import { Stack, Title } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NoRight } from '../schema/no-right.tsx';
import { listedSections, useSections } from '../schema/sections.ts';
import { ExportForm } from './export-form.tsx';
import { READS_EXPORTS, WRITES_EXPORTS } from './export-job.ts';
import { ExportList } from './export-list.tsx';

export default function ExportsPage() {
  const { t } = useTranslation('exports');
  const query = useSections();
  const { scopes } = useSession().user;
  const may = scopes.includes(READS_EXPORTS) && (query.data === undefined || query.data.length > 0);
  return (
    <>
      <PageTitle title={t('title')} description={may ? t('about') : <NoRight />} />
      {may ? (
        <QueryState query={query}>
          {(sections) => (
            <Stack gap="xl">
              {scopes.includes(WRITES_EXPORTS) ? <ExportForm sections={listedSections(sections)} /> : null}
              <section aria-labelledby="exports-list">
                <Title order={2} size="h4" mb="sm" id="exports-list">
                  {t('list')}
                </Title>
                <ExportList />
              </section>
            </Stack>
          )}
        </QueryState>
      ) : null}
    </>
  );
}
