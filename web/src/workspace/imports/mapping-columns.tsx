/** The columns of a table with some of their values, and the field of each. */
import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { laterDialog } from '../../components/lazy.ts';
import { Select } from '../../components/select/select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSections } from '../schema/sections.ts';
import { EXTERNAL_ID } from './labels.ts';
import { type Column, columnsIn, sharing, type Table } from './table.ts';

const KnownNames = laterDialog(async () => (await import('./known-names.tsx')).KnownNames);

const NONE = '-';

/** Targets of columns: the fields of each kind, and those of its parts. */
const useTargets = ({ kinds, labels, mapping }: Table) => {
  const { t } = useTranslation('imports');
  const { data: sections = [] } = useSections();
  const ofKind = (kind: string): readonly string[] => {
    const schema = labels.schemaOf(kind);
    const parts = sections.find((one) => one.path === kind)?.parts ?? [];
    const own = [...(schema?.fields.values() ?? [])].filter(({ readOnly }) => !readOnly).map(({ name }) => name);
    const below = parts.flatMap(({ path: part, embed }) => {
      const fields = schema?.parts.get(embed);
      // Values of each sort, such as `contacts.Telefon`, and the fields.
      const sorts = fields?.has('wert') ? (fields.get('art')?.options ?? []) : [];
      const names = [...(fields?.values() ?? [])].filter(({ readOnly }) => !readOnly).map(({ name }) => name);
      return [...sorts.map(({ stored }) => stored), ...names].map((name) => `${part}.${name}`);
    });
    return [EXTERNAL_ID, ...own, ...below].map((name) => (kinds.length > 1 ? `${kind}.${name}` : name));
  };
  const names = [...new Set([...kinds.flatMap(ofKind), ...Object.values(mapping)])].filter(Boolean);
  return [{ value: NONE, label: t('leftOut') }, ...names.map((value) => ({ value, label: labels.label(value) }))];
};

type Targets = ReturnType<typeof useTargets>;
type Change = (header: string, to: string) => void;

/** A field of the record itself has one value: of two columns one would be lost. */
const isTwice = (table: Table, header: string): boolean => {
  const target = (table.mapping[header] ?? '').split('.').slice(table.kinds.length > 1 ? 1 : 0);
  return sharing(table, header) && target.length === 1 && target[0] !== EXTERNAL_ID;
};

const ColumnRow = (props: Table & { column: Column; targets: Targets; onChange: Change }) => {
  const { job, mapping, column, targets, onChange } = props;
  const { header, samples } = column;
  const { t } = useTranslation('imports');
  const target = mapping[header] ?? '';
  const mark = isTwice(props, header)
    ? { color: 'orange', text: t('twice') }
    : target && target === job.options.mapping?.[header]
      ? { color: 'gray', text: t('recognized') }
      : null;
  return (
    <li>
      <Text size="sm" className="break-anywhere">
        {header || t('noHeader')}
      </Text>
      <Text size="sm" c="dimmed" className="break-anywhere">
        {samples.join(' · ') || t('noSamples')}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={header || t('noHeader')}
          data={targets}
          value={target || NONE}
          onChange={(to) => onChange(header, to === NONE ? '' : (to ?? ''))}
          searchable
          allowDeselect={false}
          flex={1}
        />
        <span className="import-mark">
          {mark ? (
            <Badge variant="light" color={mark.color} tt="none">
              {mark.text}
            </Badge>
          ) : null}
        </span>
      </Group>
    </li>
  );
};

export const Columns = (props: Table & { onChange: Change }) => {
  const { kinds, labels } = props;
  const { t } = useTranslation('imports');
  const targets = useTargets(props);
  const headingId = useId();
  const [opened, setOpened] = useState(false);
  const columns = columnsIn(props);
  // Exports of address books have dozens of columns that nothing fills.
  const isEmpty = ({ first, samples }: Column) => first !== undefined && !samples.length;
  const list = (some: readonly Column[]) => (
    <ul className="plain-list import-columns">
      {some.map((column) => (
        <ColumnRow key={column.header} {...props} column={column} targets={targets} />
      ))}
    </ul>
  );
  const empty = columns.filter(isEmpty);
  return (
    <section aria-labelledby={headingId}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id={headingId}>
          {t('columns')}
        </Title>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(true)}>
          {t('knownNames')}
        </Button>
      </Group>
      {opened ? <KnownNames opened onClose={() => setOpened(false)} kinds={kinds} labels={labels} /> : null}
      {list(columns.filter((column) => !isEmpty(column)))}
      {empty.length ? (
        <details className="import-empty">
          <summary>{t('emptyColumns', { count: empty.length })}</summary>
          {list(empty)}
        </details>
      ) : null}
    </section>
  );
};
