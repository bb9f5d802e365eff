/** Rows of an import: counts that narrow them, and each row with its changes and what can be decided. */
import { Anchor, Button, Group, Pagination, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { numberTo, oneOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { Decision } from './decision.tsx';
import { type ImportJob, type ImportRow, outcomes, ROWS, rowsQuery } from './import-job.ts';
import { type Labels, useLabels } from './labels.ts';
import { hintText, remarkText } from './remark-text.ts';

/** Changed fields of a row that are listed at once. */
const LISTED = 8;
const PARAMS = { outcome: oneOf(['', ...outcomes]), page: numberTo(1_000_000) };

const Chips = (props: {
  job: ImportJob;
  chosen: string;
  onChoose: (outcome: (typeof outcomes)[number] | '') => void;
}) => {
  const { job, chosen, onChoose } = props;
  const { t, language } = useTranslation('imports');
  const shown = outcomes.filter((outcome) => job.counts[outcome] || outcome === chosen);
  const chip = (name: (typeof outcomes)[number] | '', label: string, count: number) => (
    <Button
      key={name}
      size="compact-md"
      radius="xl"
      variant={chosen === name ? 'light' : 'default'}
      aria-pressed={chosen === name}
      onClick={() => onChoose(name)}
    >
      {label} {count.toLocaleString(language)}
    </Button>
  );
  return (
    <Group gap="xs" role="group" aria-label={t('filter')}>
      {chip('', t('all'), job.total)}
      {shown.map((outcome) => chip(outcome, t(`outcome.${outcome}`), job.counts[outcome]))}
    </Group>
  );
};

const Changes = ({ row, labels }: { row: ImportRow; labels: Labels }) => {
  const { t } = useTranslation('imports');
  const changes = Object.entries(row.changes);
  if (!changes.length) return null;
  return (
    <ul className="plain-list import-changes">
      {changes.slice(0, LISTED).map(([name, { from, to }]) => {
        const before = labels.text(name, from);
        return (
          <li key={name}>
            <span className="import-field">{labels.label(name)}:</span>{' '}
            {before ? (
              <>
                <del>{before}</del> →{' '}
              </>
            ) : null}
            <ins>{labels.text(name, to) || t('none')}</ins>
          </li>
        );
      })}
      {changes.length > LISTED ? <li>{t('more', { count: changes.length - LISTED })}</li> : null}
    </ul>
  );
};

const Remarks = ({ row, labels }: { row: ImportRow; labels: Labels }) => {
  const { issues, hints } = row;
  if (!issues.length && !hints.length) return null;
  return (
    <ul className="plain-list import-remarks">
      {issues.map((issue) => (
        <li key={`${issue.path.join('.')} ${issue.code}`} data-bad>
          {remarkText(issue, labels)}
        </li>
      ))}
      {hints.map(({ code, message, ...more }) => (
        <li key={`${code} ${message}`}>{hintText({ code, message, ...more }, labels.label)}</li>
      ))}
    </ul>
  );
};

const RowName = ({ row }: { row: ImportRow }) => {
  const { t } = useTranslation('imports');
  const name = row.name || row.record?.name || t('line', { line: row.line });
  if (!row.record) return <>{name}</>;
  return (
    <Anchor component={Link} to={`/${row.record.section}/${row.record.id}`}>
      {name}
    </Anchor>
  );
};

/** A row; those of a GDV file are records of several kinds. */
const RowView = ({ job, row, decides }: { job: ImportJob; row: ImportRow; decides: boolean }) => {
  const { t } = useTranslation('imports');
  const labels = useLabels(row.section);
  return (
    <tr>
      <td>{row.line}</td>
      <td className="break-anywhere">
        <RowName row={row} />
      </td>
      <td>{row.applied ? t('applied') : t(`outcome.${row.outcome}`)}</td>
      <td className="break-anywhere">
        <Changes row={row} labels={labels} />
        <Remarks row={row} labels={labels} />
      </td>
      {decides ? <td>{row.applied ? null : <Decision job={job} row={row} labels={labels} />}</td> : null}
    </tr>
  );
};

const RowsTable = ({ job, rows }: { job: ImportJob; rows: readonly ImportRow[] }) => {
  const { t } = useTranslation('imports');
  const decides = job.state === 'ready' || job.state === 'done';
  return (
    <DataTable
      label={t('rows')}
      head={[t('column.line'), t('column.record'), t('column.outcome'), t('column.changes'), ...(decides ? [''] : [])]}
    >
      {rows.map((row) => (
        <RowView key={row.row} job={job} row={row} decides={decides} />
      ))}
    </DataTable>
  );
};

export const Rows = ({ job }: { job: ImportJob }) => {
  const { t } = useTranslation('imports');
  const [params, change] = useSearchParams(PARAMS);
  const page = Number(params.page || 1);
  const query = useQuery({ ...rowsQuery(job, params.outcome, page), placeholderData: keepPreviousData });
  return (
    <Stack>
      <Chips job={job} chosen={params.outcome} onChoose={(outcome) => change({ outcome, page: '' })} />
      <QueryState query={query}>
        {({ items, total }) => (
          <>
            {items.length ? <RowsTable job={job} rows={items} /> : <Text c="dimmed">{t('noRows')}</Text>}
            {total > ROWS ? (
              <Pagination
                total={Math.ceil(total / ROWS)}
                value={page}
                onChange={(to) => change({ page: String(to) })}
                aria-label={t('pages')}
              />
            ) : null}
          </>
        )}
      </QueryState>
    </Stack>
  );
};
