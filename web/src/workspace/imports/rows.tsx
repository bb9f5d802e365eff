/** Rows of an import: counts that narrow them, and each row with its changes and what can be decided. */
import { Anchor, Button, Group, Pagination, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DetailsButton } from '../../components/table/details-button.tsx';
import { useDownload } from '../../hooks/use-download.ts';
import { anyText, numberTo, oneOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { Decision, TakeOrSkip } from './decision.tsx';
import { Findings } from './findings.tsx';
import { findingsOf } from './group-findings.ts';
import { type ImportJob, type ImportRow, MOST_INVALID, outcomes, ROWS, rowsFileOf, rowsQuery } from './import-job.ts';
import { type Labels, useLabels } from './labels.ts';
import { hintText, remarkText } from './remark-text.ts';

/** Changed fields of a row that are listed at once. */
const LISTED = 8;
const ISSUE = { issue: anyText };
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

/** The row in one line: its first issue, its changes or its first hint. */
const gistOf = ({ issues, changes, hints }: ImportRow, labels: Labels, t: (key: 'none') => string): string => {
  if (issues[0]) return remarkText(issues[0], labels);
  const all = Object.entries(changes).map(
    ([name, { to }]) => `${labels.label(name)}: ${labels.text(name, to) || t('none')}`,
  );
  if (all.length) return all.slice(0, LISTED).join(' · ');
  return hints[0] ? hintText(hints[0], labels.label) : '';
};

/** A row; those of a GDV file are records of several kinds. */
const RowView = ({ job, row, decides }: { job: ImportJob; row: ImportRow; decides: boolean }) => {
  const { t } = useTranslation('imports');
  const labels = useLabels(row.section);
  const [opened, setOpened] = useState(false);
  const decidable = decides && !row.applied;
  return (
    <>
      <tr className="import-row">
        <td>{row.line}</td>
        <td>
          <span className="one-line">
            <RowName row={row} />
          </span>
        </td>
        <td>{row.applied ? t('applied') : t(`outcome.${row.outcome}`)}</td>
        <td data-bad={row.issues.length > 0 || undefined}>
          <span className="one-line">{gistOf(row, labels, t)}</span>
        </td>
        <td>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            {decidable ? <TakeOrSkip job={job} row={row} /> : null}
            <DetailsButton opened={opened} label={t('details', { line: row.line })} onToggle={setOpened} />
          </Group>
        </td>
      </tr>
      {opened ? (
        <tr className="import-details">
          <td colSpan={5} className="break-anywhere">
            <Changes row={row} labels={labels} />
            <Remarks row={row} labels={labels} />
            {decidable ? <Decision job={job} row={row} labels={labels} /> : null}
          </td>
        </tr>
      ) : null}
    </>
  );
};

const WIDTHS = ['4.5rem', '22%', '7.5rem', '', '10.5rem'];

const RowsTable = ({ job, rows }: { job: ImportJob; rows: readonly ImportRow[] }) => {
  const { t } = useTranslation('imports');
  const decides = job.state === 'ready' || job.state === 'done';
  return (
    <DataTable
      label={t('rows')}
      head={[t('column.line'), t('column.record'), t('column.outcome'), t('column.changes'), '']}
      widths={WIDTHS}
    >
      {rows.map((row) => (
        <RowView key={row.row} job={job} row={row} decides={decides} />
      ))}
    </DataTable>
  );
};

const RowPages = ({ total, page, turn }: { total: number; page: number; turn: (to: number) => void }) => {
  const { t } = useTranslation('imports');
  return total > ROWS ? (
    <Pagination total={Math.ceil(total / ROWS)} value={page} onChange={turn} aria-label={t('pages')} />
  ) : null;
};

/** Rows that cannot be written, by their issues. */
const InvalidRows = ({ job, page, turn }: { job: ImportJob; page: number; turn: (to: number) => void }) => {
  const { t } = useTranslation('imports');
  const [params, change] = useSearchParams(ISSUE);
  const query = useQuery({ ...rowsQuery(job, 'invalid', 1, MOST_INVALID), placeholderData: keepPreviousData });
  return (
    <QueryState query={query}>
      {({ items, total }) => {
        const findings = findingsOf(items);
        const finding = findings.find(({ key }) => key === params.issue);
        const rows = finding?.rows ?? items;
        return (
          <>
            <Findings
              job={job}
              findings={findings}
              chosen={finding}
              onChoose={(issue) => {
                change({ issue });
                turn(1);
              }}
            />
            {total > items.length ? <Text size="sm">{t('firstInvalid', { count: items.length, total })}</Text> : null}
            {rows.length ? (
              <RowsTable job={job} rows={rows.slice((page - 1) * ROWS, page * ROWS)} />
            ) : (
              <Text c="dimmed">{t('noRows')}</Text>
            )}
            <RowPages total={rows.length} page={page} turn={turn} />
          </>
        );
      }}
    </QueryState>
  );
};

const PageOfRows = (props: { job: ImportJob; outcome: string; page: number; turn: (to: number) => void }) => {
  const { job, outcome, page, turn } = props;
  const { t } = useTranslation('imports');
  const query = useQuery({ ...rowsQuery(job, outcome, page), placeholderData: keepPreviousData });
  return (
    <QueryState query={query}>
      {({ items, total }) => (
        <>
          {items.length ? <RowsTable job={job} rows={items} /> : <Text c="dimmed">{t('noRows')}</Text>}
          <RowPages total={total} page={page} turn={turn} />
        </>
      )}
    </QueryState>
  );
};

/** The rows as they are narrowed, as a file with their issues that can be corrected and imported. */
const RowsFile = ({ job, outcome }: { job: ImportJob; outcome: (typeof outcomes)[number] | '' }) => {
  const { t } = useTranslation('imports');
  const download = useDownload();
  return (
    <Button
      component="a"
      size="compact-md"
      variant="subtle"
      href={rowsFileOf(job, outcome)}
      download
      {...download}
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {t(outcome === 'invalid' ? 'errorFile' : 'rowsFile')}
    </Button>
  );
};

export const Rows = ({ job }: { job: ImportJob }) => {
  const [params, change] = useSearchParams(PARAMS);
  const { outcome } = params;
  const shown = {
    job,
    page: Number(params.page || 1),
    turn: (to: number) => change({ page: to > 1 ? String(to) : '' }),
  };
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <Chips job={job} chosen={outcome} onChoose={(to) => change({ outcome: to, page: '' })} />
        <RowsFile job={job} outcome={outcome} />
      </Group>
      {outcome === 'invalid' ? <InvalidRows {...shown} /> : <PageOfRows {...shown} outcome={outcome} />}
    </Stack>
  );
};
