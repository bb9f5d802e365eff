/** How a table was read: record kind, encoding, and the field of each column. A change reads the file again. */
import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSections } from '../schema/sections.ts';
import { IMPORTS_KEY, type ImportJob, type ImportOptions, sendFile, sentFile } from './import-job.ts';
import { type Labels, useLabels } from './labels.ts';

const ENCODINGS = ['utf-8', 'windows-1252', 'cp850', 'macintosh', 'utf-16'] as const;

const NONE = '-';

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

const Mapping = (props: {
  path: string;
  mapping: Readonly<Record<string, string>>;
  onChange: (header: string, to: string) => void;
}) => {
  const { path, mapping, onChange } = props;
  const { t } = useTranslation('imports');
  const labels = useLabels(path);
  const data = useTargets(path, labels, Object.values(mapping));
  return (
    <div className="import-mapping">
      {Object.entries(mapping).map(([header, target]) => (
        <Select
          key={header}
          label={header || t('noHeader')}
          data={data}
          value={target || NONE}
          onChange={(to) => onChange(header, to === NONE ? '' : (to ?? ''))}
          searchable
          allowDeselect={false}
        />
      ))}
    </div>
  );
};

/** Fields that tell people apart, where all of them are mapped. */
const PERSON = ['name', 'vorname', 'geb'];

/** Ways to find the stored record of a row: by one mapped field of the record, or by those of a person. */
const MatchChoice = (props: { path: string; options: ImportOptions; onChange: (match: readonly string[]) => void }) => {
  const { path, options, onChange } = props;
  const { t } = useTranslation('imports');
  const { label } = useLabels(path);
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
        ...ways.map((names) => ({ value: names.join(), label: names.map(label).join(', ') })),
      ]}
      value={options.match?.join() || NONE}
      onChange={(to) => onChange(!to || to === NONE ? [] : to.split(','))}
      allowDeselect={false}
    />
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

const ReadingForm = ({ job, onDone }: { job: ImportJob; onDone: (id: number) => void }) => {
  const { t } = useTranslation('imports');
  const { data: sections = [] } = useSections();
  const [options, setOptions] = useState<ImportOptions>(job.options);
  const { busy, share, error, readAgain } = useReadAgain(job, onDone);
  const { section = 'customers', mapping = {} } = options;
  const known = sentFile(job.id);
  const kinds = sections.filter(({ can, content }) => can.includes('write') && !content);
  const send = (file: File | null) => {
    if (!file) return;
    // Another kind of records has other fields: the columns are guessed again.
    const { mapping: _mapping, match = [], ...others } = options;
    const same = { ...others, mapping, ...(match.length ? { match } : {}) };
    readAgain(file, section === job.options.section ? same : others);
  };
  return (
    <Stack>
      <Group align="flex-end">
        <Select
          label={t('section')}
          data={kinds.map(({ path, title }) => ({ value: path, label: nameOf('records:sections', path, title) }))}
          value={section}
          onChange={(to) => setOptions({ ...options, section: to ?? section })}
          allowDeselect={false}
        />
        {job.format === 'csv' ? (
          <Select
            label={t('encoding')}
            data={[...ENCODINGS]}
            value={options.encoding ?? 'utf-8'}
            onChange={(to) => setOptions({ ...options, encoding: ENCODINGS.find((one) => one === to) })}
            allowDeselect={false}
          />
        ) : null}
        {section === job.options.section ? (
          <MatchChoice path={section} options={options} onChange={(match) => setOptions({ ...options, match })} />
        ) : null}
      </Group>
      {section === job.options.section ? (
        <Mapping
          path={section}
          mapping={mapping}
          onChange={(header, to) => setOptions({ ...options, mapping: { ...mapping, [header]: to } })}
        />
      ) : null}
      {busy ? <Progress value={100 * share} aria-label={job.file.name} /> : null}
      {error ? <ErrorBox error={error} /> : null}
      <Group>
        {known ? (
          <Button variant="default" loading={busy} onClick={() => send(known)}>
            {t('readAgain')}
          </Button>
        ) : (
          <FileButton onChange={send}>
            {(button) => (
              <Button {...button} variant="default" loading={busy}>
                {t('chooseAgain')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </Stack>
  );
};

export const Reading = ({ job, onDone }: { job: ImportJob; onDone: (id: number) => void }) => {
  const { t } = useTranslation('imports');
  const [opened, setOpened] = useState(false);
  const { mapping = {}, encoding, delimiter } = job.options;
  const used = Object.values(mapping).filter(Boolean).length;
  const facts = [
    t('mapped', { used, count: Object.keys(mapping).length }),
    job.format === 'csv' ? encoding : null,
    job.format === 'csv' && delimiter ? t('delimiter', { sign: delimiter === '\t' ? 'Tab' : delimiter }) : null,
  ];
  const changeable = job.state === 'needs_mapping' || (job.state === 'ready' && job.applied === 0);
  return (
    <section className="import-reading" aria-label={t('readAs')}>
      <Group gap="sm" mb={opened ? 'sm' : 0}>
        <Text size="sm">
          {t('readAs')}: {facts.filter(Boolean).join(' · ')}
        </Text>
        {changeable ? (
          <Button size="compact-sm" variant="subtle" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {t('changeReading')}
          </Button>
        ) : null}
      </Group>
      {opened && changeable ? <ReadingForm job={job} onDone={onDone} /> : null}
    </section>
  );
};
