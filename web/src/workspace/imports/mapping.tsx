/**
 * How a table is read: record kind, encoding, the handling of rows with and without a stored record, the field of each
 * column with some of its values, and the first rows by these fields. A change reads the stored file again.
 */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { IMPORTS, type ImportJob, type ImportOptions, rowsQuery } from './import-job.ts';
import { useKindLabels } from './labels.ts';
import { Columns } from './mapping-columns.tsx';
import { Preview } from './mapping-preview.tsx';
import { Settings } from './mapping-settings.tsx';
import { NamedMappings } from './named-mappings.tsx';
import { useReadAgain } from './read-again.ts';
import { useSummary } from './summary.ts';
import type { Table } from './table.ts';

const USUAL_KIND = 'customers';

type Step = 'rows' | 'mapping';

/** The options of an import with a record kind to begin with. */
const shownOptions = ({ options, section }: ImportJob): ImportOptions =>
  options.sections ? options : { ...options, section: section ?? USUAL_KIND };

/** The record kinds of a row. */
const kindsOf = ({ section, sections }: ImportOptions): readonly string[] => sections ?? [section ?? USUAL_KIND];

const isOtherKind = (job: ImportJob, options: ImportOptions): boolean =>
  kindsOf(options).join() !== kindsOf(shownOptions(job)).join();

/** Whether other headers are read, or columns of other records: their fields are guessed again. */
const isGuessedAgain = (job: ImportJob, options: ImportOptions): boolean =>
  (['header_row', 'sheet', 'encoding'] as const).some((name) => options[name] !== job.options[name]) ||
  (job.state !== 'needs_mapping' && isOtherKind(job, options));

/** The options that are sent, without those that the service guesses again. */
const sentOptions = (job: ImportJob, options: ImportOptions): ImportOptions => {
  const { mapping = {}, match = [], ...others } = options;
  if (!isGuessedAgain(job, options)) {
    const isMapped = match.every((name) => Object.values(mapping).includes(name));
    return { ...others, mapping, ...(match.length && isMapped ? { match } : {}) };
  }
  const { delimiter: _delimiter, decimal: _decimal, section, sections, header_row: line, ...kept } = others;
  const isOtherSheet = options.sheet !== job.options.sheet;
  return {
    ...kept,
    ...(isOtherKind(job, options) ? { section, sections } : {}),
    ...(isOtherSheet && line === job.options.header_row ? {} : { header_row: line }),
  };
};

/** An error, with the way to an import of the same file that has these options already. */
const Refused = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('imports');
  const id = error instanceof ApiError ? Number(error.details.import_id) : 0;
  if (!id) return <ErrorBox error={error} />;
  return (
    <Alert color="gray" role="alert">
      {t('sameFile')}{' '}
      <Anchor component={Link} to={`${IMPORTS}/${id}`} inherit>
        {t('openOther')}
      </Anchor>
    </Alert>
  );
};

/**
 * @param named the stored mapping that is chosen
 * @param onDone gets the next step: the rows, or the columns where they are guessed again
 */
export const Mapping = (props: {
  job: ImportJob;
  named: string;
  onName: (to: string) => void;
  onDone: (next: Step) => void;
}) => {
  const { job, named, onName, onDone } = props;
  const { t } = useTranslation('imports');
  const summary = useSummary();
  const waits = job.state === 'needs_mapping';
  const usual = shownOptions(job);
  const [options, setOptions] = useState<ImportOptions>(usual);
  const { mapping = {} } = options;
  const kinds = kindsOf(options);
  const labels = useKindLabels(kinds);
  const again = isGuessedAgain(job, options) || job.state === 'failed';
  const { busy, error, readAgain } = useReadAgain(job);
  // Where a line has several records, its rows are not those of the file.
  const hasRows = job.state === 'ready' && !job.options.sections;
  const { data } = useQuery({ ...rowsQuery(job, '', 1), enabled: hasRows });
  const table: Table = { job, labels, kinds, mapping, rows: (hasRows && data?.items) || [] };
  const isChanged = JSON.stringify(options) !== JSON.stringify(usual);
  const change = (part: Partial<ImportOptions>) => {
    // Fields of another record kind are others.
    const to = { ...options, ...part };
    const isOther = waits && kindsOf(to).join() !== kinds.join();
    setOptions({ ...to, ...(isOther ? { mapping: job.options.mapping } : {}) });
  };
  return (
    <Stack gap="lg">
      <Settings job={job} labels={labels} options={options} hasColumns={!again} onChange={change} />
      {again ? (
        <Text role="status">{t('otherKind')}</Text>
      ) : (
        <>
          <NamedMappings
            job={job}
            options={options}
            chosen={named}
            onChoose={onName}
            onUse={(to) => readAgain(to, () => onDone('mapping'))}
          />
          <Columns {...table} onChange={(header, to) => change({ mapping: { ...mapping, [header]: to } })} />
          <Preview {...table} />
        </>
      )}
      {error ? <Refused error={error} /> : null}
      <Group className="import-next">
        {isChanged || job.state !== 'ready' ? (
          <Button
            loading={busy}
            disabled={!again && !Object.values(mapping).some(Boolean)}
            onClick={() => readAgain(sentOptions(job, options), () => onDone(again ? 'mapping' : 'rows'))}
          >
            {t('readAgain')}
          </Button>
        ) : (
          <Button onClick={() => onDone('rows')}>{t('toRows')}</Button>
        )}
        {isChanged ? (
          <Button variant="subtle" color="gray" onClick={() => setOptions(usual)}>
            {t('resetReading')}
          </Button>
        ) : null}
        <Text size="sm" c="dimmed">
          {isChanged ? (job.state === 'ready' ? t('decisionsLost') : '') : summary(job)}
        </Text>
      </Group>
    </Stack>
  );
};
