/**
 * How a table is read: record kind, encoding, the handling of rows with and without a stored record, the field of each
 * column with values of the first rows, and these rows as they are read. A change sends the file again.
 */
import { Badge, Button, FileButton, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSections } from '../schema/sections.ts';
import { cellOf } from './cells.ts';
import {
  IMPORTS_KEY,
  type ImportJob,
  type ImportOptions,
  type ImportRow,
  rowsQuery,
  sendFile,
  sentFile,
} from './import-job.ts';
import { type Labels, useLabels } from './labels.ts';

const NONE = '-';
const USUAL_KIND = 'customers';
const SAMPLES = 3;
const PREVIEW_ROWS = 20;
/** Least width of a column of the preview, in pixels. */
const PREVIEW_WIDTH = 130;

const ENCODINGS = ['utf-8', 'windows-1252', 'cp850', 'macintosh', 'utf-16'] as const;
/** The default of the service comes first. */
const ON_MATCH = ['update', 'skip', 'fail'] as const;
const ON_NEW = ['create', 'skip'] as const;

/** Targets of columns: the fields of the kind, and those of its parts. */
const useTargets = (path: string, labels: Labels, used: readonly string[]) => {
  const { t } = useTranslation('imports');
  const { data: sections = [] } = useSections();
  const parts = sections.find((one) => one.path === path)?.parts ?? [];
  const { schema } = labels;
  const own = [...(schema?.fields.values() ?? [])].filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  const below = parts.flatMap(({ path: part, embed }) => {
    const fields = schema?.parts.get(embed);
    // Values of each sort, such as `contacts.Telefon`, and the fields.
    const sorts = fields?.has('wert') ? (fields.get('art')?.options ?? []) : [];
    const names = [...(fields?.values() ?? [])].filter(({ readOnly }) => !readOnly).map(({ name }) => name);
    return [...sorts.map(({ stored }) => stored), ...names].map((name) => `${part}.${name}`);
  });
  const names = [...new Set([...own, ...below, ...used])];
  return [
    { value: NONE, label: t('leftOut') },
    { value: 'external_id', label: t('externalId') },
    ...names.filter((name) => name && name !== 'external_id').map((value) => ({ value, label: labels.label(value) })),
  ];
};

interface Table {
  readonly job: ImportJob;
  readonly rows: readonly ImportRow[];
  readonly labels: Labels;
  readonly mapping: Readonly<Record<string, string>>;
}

/** The value of a column in a row as the service has read it; null where it has not read the column. */
const readCell = ({ job, labels }: Table, header: string, row: ImportRow) => {
  const target = job.options.mapping?.[header];
  return target ? cellOf(row, target, labels) : null;
};

const samplesOf = (table: Table, header: string): string => {
  const column = table.job.columns?.find((one) => one.header === header);
  if (column) return column.samples.join(' · ');
  const texts = table.rows.flatMap((row) => readCell(table, header, row)?.text || []);
  return [...new Set(texts)].slice(0, SAMPLES).join(' · ');
};

const Columns = (props: Table & { path: string; onChange: (header: string, to: string) => void }) => {
  const { job, path, mapping, labels, onChange } = props;
  const { t } = useTranslation('imports');
  const data = useTargets(path, labels, Object.values(mapping));
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} size="h5" mb="xs" id={headingId}>
        {t('columns')}
      </Title>
      <ul className="plain-list import-columns">
        {Object.entries(mapping).map(([header, target]) => {
          const isGuessed = target !== '' && target === job.options.mapping?.[header];
          return (
            <li key={header}>
              <span className="break-anywhere">{header || t('noHeader')}</span>
              <Text size="sm" c="dimmed" className="break-anywhere">
                {samplesOf(props, header) || t('noSamples')}
              </Text>
              <Group gap="xs" wrap="nowrap">
                <Select
                  aria-label={header || t('noHeader')}
                  data={data}
                  value={target || NONE}
                  onChange={(to) => onChange(header, to === NONE ? '' : (to ?? ''))}
                  searchable
                  allowDeselect={false}
                  flex={1}
                />
                <span className="import-mark">
                  {isGuessed ? (
                    <Badge variant="light" color="gray" tt="none" fw={500}>
                      {t('recognized')}
                    </Badge>
                  ) : null}
                </span>
              </Group>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** The first rows by the fields that are chosen now. */
const Preview = (table: Table) => {
  const { job, rows, labels, mapping } = table;
  const { t } = useTranslation('imports');
  const columns = Object.entries(mapping).filter(([, target]) => target);
  const cell = (header: string, row: ImportRow): ReactNode => {
    const read = readCell(table, header, row);
    if (!read)
      return (
        <Text size="sm" c="dimmed">
          {t('notRead')}
        </Text>
      );
    return <span data-bad={read.isBad || undefined}>{read.text}</span>;
  };
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('preview', { count: Math.min(PREVIEW_ROWS, job.total) })}
      </Title>
      <Text size="sm" c="dimmed">
        {t('previewText')}
      </Text>
      <div className="import-preview">
        <DataTable
          label={t('preview', { count: Math.min(PREVIEW_ROWS, job.total) })}
          head={[
            t('column.line'),
            ...columns.map(([, target]) => (target === 'external_id' ? t('externalId') : labels.label(target))),
          ]}
          minWidth={PREVIEW_WIDTH * (columns.length + 1)}
        >
          {rows.map((row) => (
            <tr key={row.row}>
              <td>{row.line}</td>
              {columns.map(([header]) => (
                <td key={header}>{cell(header, row)}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </div>
    </Stack>
  );
};

/** Fields that tell people apart, where all of them are mapped. */
const PERSON = ['name', 'vorname', 'geb'];

/** Ways to find the stored record of a row: by one mapped field of the record, or by those of a person. */
const MatchChoice = (props: {
  labels: Labels;
  options: ImportOptions;
  onChange: (match: readonly string[]) => void;
}) => {
  const { labels, options, onChange } = props;
  const { t } = useTranslation('imports');
  const mapped = Object.values(options.mapping ?? {}).filter((name) => name && !/\.|^external_id$/.test(name));
  const person = PERSON.every((name) => mapped.includes(name)) ? [PERSON] : [];
  const chosen = options.match?.length ? [options.match] : [];
  const all = [...person, ...[...new Set(mapped)].map((name) => [name]), ...chosen];
  const ways = [...new Map(all.map((names) => [names.join(), names])).values()];
  return (
    <Select
      label={t('match')}
      data={[
        { value: NONE, label: t('matchAuto') },
        ...ways.map((names) => ({ value: names.join(), label: names.map(labels.label).join(', ') })),
      ]}
      value={options.match?.join() || NONE}
      onChange={(to) => onChange(!to || to === NONE ? [] : to.split(','))}
      allowDeselect={false}
    />
  );
};

/** Record kind, encoding, match fields, and the handling of rows with and without a stored record. */
const Settings = (props: {
  job: ImportJob;
  labels: Labels;
  options: ImportOptions;
  onChange: (part: Partial<ImportOptions>) => void;
}) => {
  const { job, labels, options, onChange } = props;
  const { t } = useTranslation('imports');
  const { data: sections = [] } = useSections();
  const kinds = sections.filter(({ can, content }) => can.includes('write') && !content);
  const choice = <Word extends string>(
    label: string,
    words: readonly Word[],
    value: Word,
    change: (to: Word) => void,
    text: (word: Word) => string,
  ) => (
    <Select
      label={label}
      data={words.map((word) => ({ value: word, label: text(word) }))}
      value={value}
      onChange={(to) => {
        const word = words.find((one) => one === to);
        if (word) change(word);
      }}
      allowDeselect={false}
    />
  );
  return (
    <div className="import-settings">
      <Select
        label={t('section')}
        data={kinds.map(({ path, title }) => ({ value: path, label: nameOf('records:sections', path, title) }))}
        value={options.section ?? ''}
        onChange={(section) => section && onChange({ section })}
        searchable
        allowDeselect={false}
      />
      {job.format === 'csv'
        ? choice(
            t('encoding'),
            ENCODINGS,
            options.encoding ?? 'utf-8',
            (encoding) => onChange({ encoding }),
            (word) => word.toUpperCase(),
          )
        : null}
      <TextInput
        label={t('headerRow')}
        inputMode="numeric"
        value={options.header_row ?? ''}
        onChange={(event) => onChange({ header_row: Number(event.currentTarget.value) || undefined })}
      />
      {job.format === 'xlsx' ? (
        <TextInput
          label={t('sheet')}
          value={String(options.sheet ?? '')}
          onChange={(event) => onChange({ sheet: event.currentTarget.value || undefined })}
        />
      ) : null}
      {options.section === job.section ? (
        <MatchChoice labels={labels} options={options} onChange={(match) => onChange({ match: [...match] })} />
      ) : null}
      {choice(
        t('onMatch'),
        ON_MATCH,
        options.on_match ?? 'update',
        (to) => onChange({ on_match: to }),
        (word) => t(`onMatchChoice.${word}`),
      )}
      {choice(
        t('onNew'),
        ON_NEW,
        options.on_new ?? 'create',
        (to) => onChange({ on_new: to }),
        (word) => t(`onNewChoice.${word}`),
      )}
    </div>
  );
};

/** Reads the file again with other options, in place of this import. */
const useReadAgain = (job: ImportJob, onDone: (id: number) => void) => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [share, setShare] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const readAgain = async (file: File, options: ImportOptions) => {
    setBusy(true);
    setError(null);
    try {
      const id = await sendFile(file, options, setShare);
      if (id !== job.id) await call('DELETE /v3/imports/:id', { id: job.id });
      client.invalidateQueries({ queryKey: IMPORTS_KEY });
      onDone(id);
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return { busy, share, error, readAgain };
};

/** @param onDone gets the number of the import whose rows are shown next */
export const Mapping = ({ job, onDone }: { job: ImportJob; onDone: (id: number) => void }) => {
  const { t } = useTranslation('imports');
  const waits = job.state === 'needs_mapping';
  const [options, setOptions] = useState<ImportOptions>({ ...job.options, section: job.section ?? USUAL_KIND });
  const path = waits ? (options.section ?? USUAL_KIND) : (job.section ?? USUAL_KIND);
  const labels = useLabels(path);
  const { busy, share, error, readAgain } = useReadAgain(job, onDone);
  const { data } = useQuery({ ...rowsQuery(job, '', 1), enabled: !waits });
  const { mapping = {} } = options;
  const table: Table = { job, labels, mapping, rows: data?.items.slice(0, PREVIEW_ROWS) ?? [] };
  const isOtherTable = options.header_row !== job.options.header_row || options.sheet !== job.options.sheet;
  const isGuessedAgain = isOtherTable || (!waits && options.section !== job.section);
  const isChanged = JSON.stringify(options) !== JSON.stringify({ ...job.options, section: job.section ?? USUAL_KIND });
  const known = sentFile(job.id);
  const send = (file: File | null) => {
    if (!file) return;
    // Another kind of records has other fields, another line other headers: the columns are guessed again.
    const { mapping: _mapping, match = [], ...others } = options;
    readAgain(file, isGuessedAgain ? others : { ...others, mapping, ...(match.length ? { match } : {}) });
  };
  const button = () => {
    if (waits && !isGuessedAgain && !Object.values(mapping).some(Boolean)) return null;
    if (!isChanged) return <Button onClick={() => onDone(job.id)}>{t('toRows')}</Button>;
    if (known)
      return (
        <Button loading={busy} onClick={() => send(known)}>
          {t('readAgain')}
        </Button>
      );
    return (
      <FileButton onChange={send}>
        {(file) => (
          <Button {...file} loading={busy}>
            {t('chooseAgain')}
          </Button>
        )}
      </FileButton>
    );
  };
  return (
    <Stack gap="lg">
      <Settings job={job} labels={labels} options={options} onChange={(part) => setOptions({ ...options, ...part })} />
      {isGuessedAgain ? (
        <Text role="status">{t('otherKind')}</Text>
      ) : (
        <>
          <Columns
            {...table}
            path={path}
            onChange={(header, to) => setOptions({ ...options, mapping: { ...mapping, [header]: to } })}
          />
          {waits ? null : <Preview {...table} />}
        </>
      )}
      {busy ? <Progress value={100 * share} aria-label={job.file.name} /> : null}
      {error ? <ErrorBox error={error} /> : null}
      <Group className="import-next">
        {button()}
        {isChanged ? (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => setOptions({ ...job.options, section: job.section ?? USUAL_KIND })}
          >
            {t('resetReading')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
};
