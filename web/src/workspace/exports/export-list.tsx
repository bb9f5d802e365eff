/** Exports of the last days: their progress, and the files. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { sendV3 } from '../../api/v3.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useDownload } from '../../hooks/use-download.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EXPORTS, EXPORTS_KEY, type ExportJob, exportsQuery, fileOf, WRITES_EXPORTS } from './export-job.ts';

/** Names of sections that are shown; the others are a number. */
const NAMED = 4;

/** The name of a section for people: of a kind of records, or of a part. */
export const titleOf = (path: string): string => nameOf('records:sections', path, nameOf('records:parts', path));

const contents = ({ sections }: ExportJob): string => {
  const names = sections.slice(0, NAMED).map(titleOf).join(', ');
  return sections.length > NAMED ? `${names} +${sections.length - NAMED}` : names;
};

const State = ({ job }: { job: ExportJob }) => {
  const { t, language } = useTranslation('exports');
  const { state, records: count, file } = job;
  if (state === 'failed') return <Text c="var(--mantine-color-error)">{t('failed')}</Text>;
  const words = { count, size: formatBytes(file?.size ?? 0, language) };
  return <span role={state === 'running' ? 'status' : undefined}>{t(state, words)}</span>;
};

const Actions = ({ job }: { job: ExportJob }) => {
  const { t } = useTranslation('exports');
  const client = useQueryClient();
  const download = useDownload();
  const writes = useSession().user.scopes.includes(WRITES_EXPORTS);
  const { id, state, file } = job;
  const name = file?.name ?? contents(job);
  const remove = async () => {
    try {
      await sendV3('DELETE', `${EXPORTS}/${id}`);
      notify(() => t('removed'));
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries({ queryKey: EXPORTS_KEY });
  };
  return (
    <Group gap="sm" justify="flex-end" wrap="nowrap">
      {file ? (
        <Anchor href={fileOf(job)} download={file.name} aria-label={t('downloadOf', { name })} {...download}>
          {t('download')}
        </Anchor>
      ) : null}
      {writes ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={remove}
          aria-label={t(state === 'running' ? 'cancelOf' : 'removeOf', { name })}
        >
          {t(state === 'running' ? 'cancel' : 'remove')}
        </Button>
      ) : null}
    </Group>
  );
};

export const ExportList = () => {
  const { t } = useTranslation('exports');
  const query = useQuery(exportsQuery);
  return (
    <QueryState query={query} isEmpty={(jobs) => !jobs.length} empty={<EmptyState text={t('empty')} />}>
      {(jobs) => (
        <DataTable
          label={t('list')}
          head={[t('column.created'), t('column.sections'), t('column.state'), t('column.expires'), '']}
        >
          {jobs.map((job) => (
            <tr key={job.id}>
              <td>
                <DateText value={job.created_at} />
              </td>
              <td title={job.sections.map(titleOf).join(', ')}>{contents(job)}</td>
              <td>
                <State job={job} />
              </td>
              <td>
                <DateText value={job.expires_at} kind="date" />
              </td>
              <td>
                <Actions job={job} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </QueryState>
  );
};
