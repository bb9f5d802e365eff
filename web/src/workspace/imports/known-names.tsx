/** The names by which columns and values of files are recognised. */
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import columnNames from '../../../../src/model/seed/column-names.json';
import valueNames from '../../../../src/model/seed/value-names.json';
import { Dialog } from '../../components/dialog/dialog.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Labels } from './labels.ts';

type Names = Readonly<Record<string, readonly string[]>>;
type Entry = readonly [label: string, names: readonly string[]];

const ofColumns: Readonly<Record<string, Names>> = columnNames;
const ofValues: Names = valueNames;

const fits = (text: string) => {
  const typed = text.trim().toLowerCase();
  return ([label, names]: Entry): boolean => [label, ...names].some((name) => name.toLowerCase().includes(typed));
};

const List = ({ title, entries }: { title: string; entries: readonly Entry[] }) =>
  entries.length ? (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <dl className="import-names">
        {entries.map(([label, names]) => (
          <div key={label} className="import-name">
            <dt>{label}</dt>
            <dd>{names.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;

/** @param kinds the record kinds whose names are listed */
export const KnownNames = (props: {
  opened: boolean;
  onClose: () => void;
  kinds: readonly string[];
  labels: Labels;
}) => {
  const { opened, onClose, kinds, labels } = props;
  const { t } = useTranslation('imports');
  const [typed, setTyped] = useState('');
  const named = (kind: string) =>
    Object.entries({ ...ofColumns['*'], ...ofColumns[kind] }).map(
      ([name, names]) => [kinds.length > 1 ? `${kind}.${name}` : name, names] as const,
    );
  const columns = kinds
    .flatMap(named)
    .filter(([name]) => labels.has(name))
    .map(([name, names]): Entry => [labels.label(name), names]);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('knownNames')} description={t('knownNamesText')} size="xl">
      <Stack>
        <TextInput
          label={t('searchNames')}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <List title={t('knownColumns')} entries={columns.filter(fits(typed))} />
        <List title={t('knownValues')} entries={Object.entries(ofValues).filter(fits(typed))} />
        <Text size="sm" c="dimmed" role="status">
          {[...columns, ...Object.entries(ofValues)].some(fits(typed)) ? '' : t('noNames')}
        </Text>
      </Stack>
    </Dialog>
  );
};
