/** Decisions about a row: skip it, choose its record, or correct its cells. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/v3.ts';
import { notifyError } from '../../hooks/notify.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Candidate, type Choice, IMPORTS_KEY, type ImportJob, type ImportRow } from './import-job.ts';
import type { Labels } from './labels.ts';
import { percent } from './percent.ts';

const useDecide = (job: ImportJob, row: ImportRow) => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const decide = async (body: Choice) => {
    setBusy(true);
    try {
      await call('PATCH /v3/imports/:id/rows/:row', { id: job.id, row: row.row, body });
    } catch (error) {
      notifyError(error);
    } finally {
      await client.invalidateQueries({ queryKey: IMPORTS_KEY });
      setBusy(false);
    }
  };
  return { busy, decide };
};

interface Tools {
  readonly row: ImportRow;
  readonly labels: Labels;
  readonly busy: boolean;
  readonly decide: (choice: Choice) => void;
}

/** Fields of a row whose cells can be written again. */
const badFields = ({ issues }: ImportRow): readonly string[] => [
  ...new Set(issues.flatMap(({ path }) => (path.length ? [path.join('.')] : []))),
];

const Correction = ({ row, labels, busy, decide }: Tools) => {
  const { t } = useTranslation('imports');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(values).length) decide({ action: 'take', values });
  };
  return (
    <form onSubmit={submit} aria-label={t('correctRow', { line: row.line })}>
      <Stack gap={6}>
        {badFields(row).map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={labels.label(name)}
            value={values[name] ?? labels.text(name, row.changes[name]?.to)}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" size="compact-sm" variant="default" loading={busy}>
          {t('correct')}
        </Button>
      </Stack>
    </form>
  );
};

const CandidateChoice = (props: Tools & { candidate: Candidate }) => {
  const { row, labels, busy, decide, candidate } = props;
  const { t, language } = useTranslation('imports');
  const { id, name, score, reasons } = candidate;
  return (
    <div>
      <Button
        size="compact-sm"
        variant={row.record?.id === id ? 'light' : 'default'}
        loading={busy}
        onClick={() => decide({ action: 'take', record_id: id })}
      >
        {t('isRecord', { name })}
      </Button>
      <Text size="xs" c="dimmed">
        {percent(score, language)}: {reasons.map((one) => nameOf('imports:reason', one, labels.label(one))).join(', ')}
      </Text>
    </div>
  );
};

const Candidates = (tools: Tools) => {
  const { t } = useTranslation('imports');
  const { row, busy, decide } = tools;
  return (
    <>
      {row.candidates?.map((candidate) => (
        <CandidateChoice key={candidate.id} {...tools} candidate={candidate} />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        onClick={() => decide({ action: 'take', record_id: null })}
      >
        {t('isNew')}
      </Button>
    </>
  );
};

/** Skips a row, or takes one that was left out. */
export const TakeOrSkip = ({ job, row }: { job: ImportJob; row: ImportRow }) => {
  const { t } = useTranslation('imports');
  const { busy, decide } = useDecide(job, row);
  const { outcome, line } = row;
  if (outcome === 'unchanged') return null;
  const isLeft = outcome === 'skipped' || outcome === 'conflict';
  return (
    <>
      {isLeft ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() => decide({ action: 'take' })}
          aria-label={t('takeRow', { line })}
        >
          {t('take')}
        </Button>
      ) : null}
      {outcome === 'skipped' ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={busy}
          onClick={() => decide({ action: 'skip' })}
          aria-label={t('skipRow', { line })}
        >
          {t('skip')}
        </Button>
      )}
    </>
  );
};

/** Corrects the cells of a row, or chooses its record. */
export const Decision = ({ job, row, labels }: { job: ImportJob; row: ImportRow; labels: Labels }) => {
  const { busy, decide } = useDecide(job, row);
  const tools = { row, labels, busy, decide };
  return (
    <Stack gap={6} align="flex-start" mt="xs">
      {row.outcome === 'invalid' && badFields(row).length ? <Correction {...tools} /> : null}
      {row.outcome === 'ambiguous' ? <Candidates {...tools} /> : null}
    </Stack>
  );
};
