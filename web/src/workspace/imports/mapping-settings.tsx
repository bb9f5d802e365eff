/** How a table is read: record kind, encoding, line of the headers, sheet, and the handling of rows with and without a stored record. */
import { TextInput } from '@mantine/core';
import { Select } from '../../components/select/select.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSections } from '../schema/sections.ts';
import type { ImportJob, ImportOptions } from './import-job.ts';
import type { Labels } from './labels.ts';

const NONE = '-';

const ENCODINGS = ['utf-8', 'windows-1252', 'cp850', 'macintosh', 'utf-16'] as const;
/** The default of the service comes first. */
const ON_MATCH = ['update', 'skip', 'fail'] as const;
const ON_NEW = ['create', 'skip'] as const;
const PARTS = [NONE, 'add', 'replace'] as const;

/** Fields that tell people apart, where all of them are mapped. */
const PERSON = ['name', 'vorname', 'geb'];

/** Parts of which a person may have several of a kind. */
const PARTS_OF_PERSONS = ['contacts', 'banking', 'addresses', 'numbers'];

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

const Choice = <Word extends string>(props: {
  label: string;
  words: readonly Word[];
  value: Word;
  text: (word: Word) => string;
  onChange: (to: Word) => void;
}) => {
  const { label, words, value, text, onChange } = props;
  return (
    <Select
      label={label}
      data={words.map((word) => ({ value: word, label: text(word) }))}
      value={value}
      onChange={(to) => {
        const word = words.find((one) => one === to);
        if (word !== undefined) onChange(word);
      }}
      allowDeselect={false}
    />
  );
};

/** Record kinds that many programs export in one line: each contract with its customer. */
const TOGETHER = ['customers', 'contracts'];

/** The options that name record kinds. */
const kindOptions = (kinds: readonly string[]): Pick<ImportOptions, 'section' | 'sections'> =>
  kinds.length > 1 ? { section: undefined, sections: [...kinds] } : { section: kinds[0], sections: undefined };

/** The sheet of an Excel file: chosen among several, named where the file has none of that name. */
const Sheet = ({ job, options, onChange }: Pick<Props, 'job' | 'options' | 'onChange'>) => {
  const { t } = useTranslation('imports');
  const { params } = job.hints.find(({ code }) => code === 'other_sheets') ?? {};
  const { sheet = '' } = options;
  const change = (to: string) => onChange({ sheet: to || undefined });
  if (!params && job.state !== 'failed') return null;
  if (!params)
    return (
      <TextInput
        label={t('sheet')}
        maxLength={100}
        autoComplete="off"
        value={sheet}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  const names = [String(params.sheet), ...String(params.sheets).split(' / ')];
  return <Choice label={t('sheet')} words={names} value={String(sheet)} text={String} onChange={change} />;
};

interface Props {
  readonly job: ImportJob;
  readonly labels: Labels;
  readonly options: ImportOptions;
  /** Whether the columns are those of these options, so that one of their fields can be chosen. */
  readonly hasColumns: boolean;
  readonly onChange: (part: Partial<ImportOptions>) => void;
}

export const Settings = (props: Props) => {
  const { job, labels, options, hasColumns, onChange } = props;
  const { t } = useTranslation('imports');
  const { data: sections = [] } = useSections();
  // Rows of a table of a part are always added.
  const hasParts = Object.values(options.mapping ?? {}).some((target) =>
    PARTS_OF_PERSONS.some((part) => target.split('.').includes(part)),
  );
  const kinds = sections.filter(({ can, content }) => can.includes('write') && !content);
  return (
    <div className="import-settings">
      <Select
        label={t('section')}
        data={[
          ...kinds.map(({ path, title }) => ({ value: path, label: nameOf('records:sections', path, title) })),
          ...(TOGETHER.every((path) => kinds.some((kind) => kind.path === path))
            ? [{ value: TOGETHER.join(), label: t('together') }]
            : []),
        ]}
        value={options.sections?.join() ?? options.section ?? ''}
        onChange={(to) => to && onChange(kindOptions(to.split(',')))}
        searchable
        allowDeselect={false}
      />
      {job.format === 'csv' ? (
        <Choice
          label={t('encoding')}
          words={ENCODINGS}
          value={options.encoding ?? 'utf-8'}
          text={(word) => t(`encodings.${word}`)}
          onChange={(encoding) => onChange({ encoding })}
        />
      ) : null}
      {job.format === 'xlsx' ? <Sheet {...props} /> : null}
      <TextInput
        label={t('headerRow')}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        value={options.header_row ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ header_row: Number(value.replace(/\D/g, '')) || undefined })
        }
      />
      {hasColumns && !options.sections ? (
        <MatchChoice
          labels={labels}
          options={options}
          onChange={(match) => onChange({ match: match.length ? [...match] : undefined })}
        />
      ) : null}
      <Choice
        label={t('onMatch')}
        words={ON_MATCH}
        value={options.on_match ?? 'update'}
        text={(word) => t(`onMatchChoice.${word}`)}
        onChange={(to) => onChange({ on_match: to })}
      />
      <Choice
        label={t('onNew')}
        words={ON_NEW}
        value={options.on_new ?? 'create'}
        text={(word) => t(`onNewChoice.${word}`)}
        onChange={(to) => onChange({ on_new: to })}
      />
      {hasParts ? (
        <Choice
          label={t('parts')}
          words={PARTS}
          value={options.parts ?? NONE}
          text={(word) => t(`partsChoice.${word}`)}
          onChange={(to) => onChange({ parts: to === NONE ? undefined : to })}
        />
      ) : null}
    </div>
  );
};
