/** Findings in the rows of an import: each narrows the rows, and its value is replaced in all of them. */
import { Button, Group, Progress, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/v3.ts';
import { Select } from '../../components/select/select.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Finding } from './group-findings.ts';
import { IMPORTS_KEY, type ImportJob } from './import-job.ts';
import { useLabels } from './labels.ts';
import { refusedText, remarkText } from './remark-text.ts';

/** Findings that are shown at once. */
const LISTED = 12;
/** Rows that are sent at the same time. */
const AT_ONCE = 4;

/** Corrects a value in all rows of a finding. */
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
  const labels = useLabels(rows[0]?.section ?? null);
  const [value, setValue] = useState('');
  const { done, replace } = useReplace(job, finding);
  const entries = labels.entries(issue.path.join('.'));
  // Two entries of a custom list may have one name.
  const data = new Map(entries.map(({ stored, display }) => [stored, { value: stored, label: display }]));
  const label = t('replaceBy', { value: refusedText(issue), count: rows.length });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value && done === null) replace(value);
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Group align="flex-end" gap="xs">
        {entries.length ? (
          <Select label={label} data={[...data.values()]} value={value || null} onChange={(to) => setValue(to ?? '')} />
        ) : (
          <TextInput label={label} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        )}
        <Button type="submit" variant="default" loading={done !== null}>
          {t('replace')}
        </Button>
      </Group>
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
