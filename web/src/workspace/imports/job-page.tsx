/** Page of an import (`/imports/7`): preview, decisions, progress, report, undo. */
import { Alert, Anchor, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { call } from '../../api/v3.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { oneOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { useLocation } from '../../router/use-router.ts';
import { NoRight } from '../schema/no-right.tsx';
import {
  IMPORT_SCOPE,
  IMPORTS,
  IMPORTS_KEY,
  type ImportJob,
  importQuery,
  isMappable,
  isRunning,
  mappingAddress,
  writable,
} from './import-job.ts';
import { useLabels } from './labels.ts';
import { LineCounts } from './line-counts.tsx';
import { Mapping } from './mapping.tsx';
import { failureText, hintText } from './remark-text.ts';
import { Rows } from './rows.tsx';

const LISTED_HINTS = 20;
const STEP = { step: oneOf(['rows', 'mapping']) };

/** Sends a step, and shows the import as it is then. */
const useStep = () => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const step = async (send: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await send();
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: IMPORTS_KEY });
      setBusy(false);
    }
  };
  return { busy, step };
};

const Running = ({ job }: { job: ImportJob }) => {
  const { t, language } = useTranslation('imports');
  const { busy, step } = useStep();
  const words = { done: job.position.toLocaleString(language), total: job.total.toLocaleString(language) };
  const text =
    job.state === 'staging'
      ? t('reading', { count: job.total })
      : t(job.state === 'undoing' ? 'running.undoing' : 'running.applying', words);
  // How many rows a file has is known when it was read.
  const share = job.state === 'staging' ? 100 : (100 * job.position) / Math.max(job.total, 1);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text role="status">{text}</Text>
        {job.state === 'undoing' ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() => step(() => call('DELETE /v3/imports/:id', { id: job.id }))}
          >
            {t('cancel')}
          </Button>
        )}
      </Group>
      <Progress value={share} animated={job.state === 'staging'} aria-label={text} />
      <Text size="sm" c="dimmed">
        {t('leave')}
      </Text>
    </Stack>
  );
};

const Actions = ({ job, isMapping }: { job: ImportJob; isMapping: boolean }) => {
  const { t } = useTranslation('imports');
  const { busy, step } = useStep();
  const count = writable(job);
  const open = !isMapping && (job.state === 'ready' || job.state === 'done');
  const undoable = job.applied > 0 && ['done', 'cancelled', 'undone'].includes(job.state);
  const apply = (rows: 'all' | 'decided') =>
    step(() => call('POST /v3/imports/:id/apply', { id: job.id, body: { rows } }));
  const discard = async () => {
    if (await step(() => call('DELETE /v3/imports/:id', { id: job.id }))) navigate(IMPORTS);
  };
  return (
    <Group gap="sm">
      {open && count ? (
        <Button loading={busy} onClick={() => apply('all')}>
          {t('apply', { count })}
        </Button>
      ) : null}
      {open && count ? (
        <Button variant="default" loading={busy} onClick={() => apply('decided')}>
          {t('applyDecided')}
        </Button>
      ) : null}
      {undoable ? (
        <ConfirmButton
          title={t('undoTitle')}
          text={t('undoText')}
          confirm={t('undo')}
          run={() => step(() => call('POST /v3/imports/:id/undo', { id: job.id }))}
          button={{ variant: 'default', color: 'gray' }}
        >
          {t('undo')}
        </ConfirmButton>
      ) : null}
      <Button variant="subtle" color="gray" loading={busy} onClick={discard}>
        {t('discard')}
      </Button>
    </Group>
  );
};

/** Hints that the settings and columns of the mapping show themselves. */
const SHOWN_THERE = ['unmapped_columns', 'other_sheets'];

/** @param isMapping whether each column is listed with its field */
const Hints = ({ job, isMapping }: { job: ImportJob; isMapping: boolean }) => {
  const { t } = useTranslation('imports');
  const { label } = useLabels(job.section);
  const hints = job.hints.filter(({ code }) => !isMapping || !SHOWN_THERE.includes(code));
  if (!hints.length) return null;
  return (
    <Alert color="gray" title={t('hints')}>
      <List size="sm">
        {hints.slice(0, LISTED_HINTS).map((hint) => (
          <List.Item key={`${hint.code} ${hint.line} ${hint.message}`}>
            {hint.rows && hint.rows > 1 ? `${t('hintRows', { count: hint.rows })}: ` : ''}
            {hint.line && !hint.rows ? `${t('line', { line: hint.line })}: ` : ''}
            {hintText(hint, label)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};

const Report = ({ job, isMapping }: { job: ImportJob; isMapping: boolean }) => {
  const { t } = useTranslation('imports');
  if (job.state === 'failed')
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('failed')}>
        {job.error?.line ? `${t('line', { line: job.error.line })}: ` : ''}
        {job.error ? failureText(job.error) : null}
      </Alert>
    );
  if (job.state === 'needs_mapping') return <Text role="status">{t('needsMapping')}</Text>;
  if (job.state === 'done') return <Text role="status">{t('written', { count: job.applied })}</Text>;
  if (job.state === 'undone')
    return <Text role="status">{job.applied ? t('keptRows', { count: job.applied }) : t('takenBack')}</Text>;
  if (job.state === 'ready' && !isMapping && !writable(job)) {
    const { invalid } = job.counts;
    return <Text role="status">{invalid ? t('onlyInvalid', { count: invalid }) : t('nothing')}</Text>;
  }
  return null;
};

/** How the file was read, in a line. */
const ReadAs = ({ job }: { job: ImportJob }) => {
  const { t } = useTranslation('imports');
  const { mapping = {}, encoding, delimiter } = job.options;
  const used = Object.values(mapping).filter(Boolean).length;
  const facts = [
    t('mapped', { used, count: Object.keys(mapping).length }),
    job.format === 'csv' && encoding ? t(`encodings.${encoding}`) : null,
    job.format === 'csv' && delimiter ? t('delimiter', { sign: delimiter === '\t' ? 'Tab' : delimiter }) : null,
  ];
  return (
    <Group gap="sm">
      <Text size="sm">
        {t('readAs')}: {facts.filter(Boolean).join(' · ')}
      </Text>
      {isMappable(job) ? (
        <Button component={Link} to={mappingAddress(job.id)} size="compact-sm" variant="subtle">
          {t('changeReading')}
        </Button>
      ) : null}
    </Group>
  );
};

const Import = ({ job }: { job: ImportJob }) => {
  const { t, language } = useTranslation('imports');
  const section = job.section ? nameOf('records:sections', job.section) : null;
  const facts = [
    section,
    nameOf('imports:format', job.format),
    formatBytes(job.file.size, language),
    t(`state.${job.state}`),
  ];
  const [{ step }] = useSearchParams(STEP);
  const [named, setNamed] = useState('');
  const isMapping = isMappable(job) && (step === 'mapping' || job.state !== 'ready');
  const at = (next: 'rows' | 'mapping') => (next === 'mapping' ? mappingAddress(job.id) : `${IMPORTS}/${job.id}`);
  const hasRows = job.total > 0 && job.state !== 'staging';
  return (
    <>
      <Anchor component={Link} to={IMPORTS} size="sm">
        ‹ {t('title')}
      </Anchor>
      <PageTitle
        title={job.file.name}
        description={facts.filter(Boolean).join(' · ')}
        actions={isRunning(job) ? null : <Actions job={job} isMapping={isMapping} />}
      />
      <Stack gap="lg">
        {isRunning(job) ? <Running job={job} /> : <Report job={job} isMapping={isMapping} />}
        <Hints job={job} isMapping={isMapping} />
        <LineCounts lines={job.lines} />
        {job.options.mapping && !isRunning(job) && !isMapping ? <ReadAs job={job} /> : null}
        {isMapping ? (
          <Mapping
            key={JSON.stringify([job.state, job.options])}
            job={job}
            named={named}
            onName={setNamed}
            onDone={(next) => navigate(at(next))}
          />
        ) : null}
        {hasRows && !isMapping ? <Rows job={job} /> : null}
      </Stack>
    </>
  );
};

export default function ImportPage() {
  const { t } = useTranslation('imports');
  const id = Number(useLocation().pathname.split('/')[2]);
  const may = useSession().user.scopes.includes(IMPORT_SCOPE);
  const query = useQuery({ ...importQuery(id), enabled: may });
  if (query.data) return <Import job={query.data} />;
  return (
    <>
      <PageTitle title={t('title')} description={may ? undefined : <NoRight />} />
      {query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : may ? <LoadingRows /> : null}
    </>
  );
}
