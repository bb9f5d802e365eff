/** Starts an export: kinds of records with their parts, and the format. */
import { Button, Checkbox, Fieldset, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { notify } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { parseDate } from '../forms/parse.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import { EXPORTS, EXPORTS_KEY } from './export-job.ts';
import { titleOf } from './export-list.tsx';

/** The choice: kinds of records, and those without their parts. */
interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly bare: ReadonlySet<string>;
}

const toggled = (set: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  set.has(name) ? new Set([...set].filter((one) => one !== name)) : new Set([...set, name]);

const partsOf = ({ parts }: Section): readonly string[] => parts.map(({ path }) => path);

/** The sections of a choice, each once: several kinds have the same parts. */
const sectionsOf = (sections: readonly Section[], { chosen, bare }: Choice): readonly string[] => {
  const kinds = sections.filter(({ path }) => chosen.has(path));
  const parts = kinds.flatMap((section) => (bare.has(section.path) ? [] : partsOf(section)));
  return [...new Set([...kinds.map(({ path }) => path), ...parts])];
};

const SectionChoice = (props: { section: Section; choice: Choice; onChange: (choice: Choice) => void }) => {
  const { section, choice, onChange } = props;
  const { t } = useTranslation('exports');
  const { path } = section;
  const isChosen = choice.chosen.has(path);
  const parts = partsOf(section);
  return (
    <div>
      <Checkbox
        label={titleOfSection(section)}
        checked={isChosen}
        onChange={() => onChange({ ...choice, chosen: toggled(choice.chosen, path) })}
      />
      {isChosen && parts.length ? (
        <Checkbox
          size="xs"
          ms="lg"
          mt={6}
          label={t('partsOf', { parts: parts.map(titleOf).join(', ') })}
          checked={!choice.bare.has(path)}
          onChange={() => onChange({ ...choice, bare: toggled(choice.bare, path) })}
        />
      ) : null}
    </div>
  );
};

export const ExportForm = ({ sections }: { sections: readonly Section[] }) => {
  const { t } = useTranslation('exports');
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>({ chosen: new Set(), bare: new Set() });
  const [format, setFormat] = useState('csv');
  const [since, setSince] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [error, setError] = useState<unknown>(null);
  const day = parseDate(since);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    const asked = sectionsOf(sections, choice);
    if (!asked.length) return setProblem(t('choose'));
    if (day === undefined) return;
    setBusy(true);
    setError(null);
    try {
      await sendV3('POST', EXPORTS, { sections: asked, format, ...(day ? { since: day } : {}) });
      notify(() => t('started'));
      await client.invalidateQueries({ queryKey: EXPORTS_KEY });
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={start} aria-label={t('new')}>
      <Stack>
        <Fieldset legend={t('sections')}>
          <div className="export-sections">
            {sections.map((section) => (
              <SectionChoice
                key={section.path}
                section={section}
                choice={choice}
                onChange={(to) => {
                  setChoice(to);
                  setProblem('');
                }}
              />
            ))}
          </div>
          {problem ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
              {problem}
            </Text>
          ) : null}
        </Fieldset>
        <Group align="flex-start" gap="xl">
          <Radio.Group label={t('format')} value={format} onChange={setFormat}>
            <Group mt="xs">
              <Radio value="csv" label={t('csv')} />
              <Radio value="ndjson" label={t('ndjson')} />
            </Group>
          </Radio.Group>
          <TextInput
            label={t('since')}
            description={t('sinceHint')}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            error={day === undefined ? t('noDate') : undefined}
          />
        </Group>
        {error ? <ErrorBox error={error} /> : null}
        <Group>
          <Button type="submit" loading={busy}>
            {t('start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
