/** Findings in the rows of an import: each narrows the rows, and its value is replaced in all of them. */
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Finding } from './group-findings.ts';
import { IMPORTS_KEY, type ImportJob } from './import-job.ts';
import { useLabels } from './labels.ts';
import { replacing, useReadAgain } from './read-again.ts';
import { refusedText, remarkText } from './remark-text.ts';

/** Findings that are shown at once. */
const LISTED = 12;
/** Rows that are sent at the same time. */
const AT_ONCE = 4;

/** The entry of a list for no value. */
const NOTHING = '-';

/** Corrects a value in all rows of a finding, one by one: those of a written import keep their decisions. */
const useReplace = (job: ImportJob, { issue, rows }: Finding) => {
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const replace = async (value: string) => {
    const values = { [issue.path.join('.')]: value };
    setDone(0);
    try {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const some = rows.slice(at, at + AT_ONCE);
        await Promise.all(
          some.map(({ row }) =>
            call('PATCH /v3/imports/:id/rows/:row', { id: job.id, row, body: { action: 'take', values } }),
          ),
        );
        setDone(at + some.length);
      }
    } catch (error) {
      notifyError(error);
    } finally {
      await client.invalidateQueries({ queryKey: IMPORTS_KEY });
      setDone(null);
    }
  };
  return { done, replace };
};

const Replace = ({ job, finding }: { job: ImportJob; finding: Finding }) => {
  const { t } = useTranslation('imports');
  const { issue, rows } = finding;
  const everywhere = replacing(job, rows[0], issue);
  const labels = useLabels(rows[0]?.section ?? null);
  const [value, setValue] = useState('');
  const { done, replace } = useReplace(job, finding);
  const { busy, error, readAgain } = useReadAgain(job);
  const entries = labels.entries(issue.path.join('.'));
  // Two entries of a custom list may have one name.
  const data = new Map(entries.map(({ stored, display }) => [stored, { value: stored, label: display }]));
  if (everywhere) data.set(NOTHING, { value: NOTHING, label: t('leftOut') });
  const words = { value: refusedText(issue), count: rows.length };
  const label = everywhere ? t('replaceAll', words) : t('replaceBy', words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || done !== null) return;
    if (everywhere && (value || !entries.length)) readAgain(everywhere(value === NOTHING ? '' : value));
    else if (value) replace(value);
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Group align="flex-end" gap="xs">
        {entries.length ? (
          <Select label={label} data={[...data.values()]} value={value || null} onChange={(to) => setValue(to ?? '')} />
        ) : (
          <TextInput
            label={label}
            placeholder={everywhere ? t('leftOut') : undefined}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Button type="submit" variant="default" loading={busy || done !== null}>
          {t('replace')}
        </Button>
      </Group>
      {everywhere ? (
        <Text size="sm" c="dimmed">
          {t('replaceAllText')}
        </Text>
      ) : null}
      {error ? <ErrorBox error={error} /> : null}
      {done === null ? null : <Progress mt="xs" value={(100 * done) / rows.length} aria-label={label} />}
    </form>
  );
};

export const Findings = (props: {
  job: ImportJob;
  findings: readonly Finding[];
  chosen: Finding | undefined;
  onChoose: (key: string) => void;
}) => {
  const { job, findings, chosen, onChoose } = props;
  const { t, language } = useTranslation('imports');
  const labels = useLabels(findings[0]?.rows[0]?.section ?? job.section);
  const isWritable = job.state === 'ready' || job.state === 'done';
  if (!findings.length) return null;
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label={t('findings')}>
        {findings.slice(0, LISTED).map((finding) => (
          <Button
            key={finding.key}
            size="compact-sm"
            fw={400}
            className="import-finding"
            variant={finding === chosen ? 'light' : 'default'}
            aria-pressed={finding === chosen}
            onClick={() => onChoose(finding === chosen ? '' : finding.key)}
          >
            {finding.rows.length.toLocaleString(language)} × {remarkText(finding.issue, labels)}
          </Button>
        ))}
      </Group>
      {chosen?.issue.path.length && isWritable ? <Replace key={chosen.key} job={job} finding={chosen} /> : null}
    </Stack>
  );
};
