/** The archive of the organisation: everything that it has as one file (docs/archive.md). */
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addressOf, api, callOf } from '../../api/client.ts';
import type { Archive } from '../../api/types.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { notify } from '../../hooks/notify.ts';
import { useDownload } from '../../hooks/use-download.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ProofModal } from '../account/reauth-modal.tsx';

const KEY = ['archive'];
/** Milliseconds between two looks at an archive that is made. */
const POLL_MS = 2000;

const Request = () => {
  const { t } = useTranslation('organisation');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('archiveMake')}</Button>
      {asking ? (
        <ProofModal
          title={t('archiveMake')}
          submit={t('archiveMake')}
          send={(body) => api('POST /archive', { body })}
          refresh={[KEY]}
          done={close}
          onClose={close}
        />
      ) : null}
    </>
  );
};

const State = ({ archive }: { archive: Archive }) => {
  const { t, language } = useTranslation('organisation');
  const { state, by, created_at, expires_at, records: count, size, missing } = archive;
  if (state === 'failed') return <Alert color="red">{t('archiveFailed')}</Alert>;
  return (
    <>
      <Text size="sm" role="status">
        {t(state === 'running' ? 'archiveRunning' : 'archiveDone', { count, size: formatBytes(size ?? 0, language) })}
      </Text>
      {missing ? <Alert color="orange">{t('archiveMissing', { count: missing })}</Alert> : null}
      <Text size="sm" c="dimmed">
        {t('archiveAsked', { name: by ?? '–' })} <DateText value={created_at} />
        {state === 'done' ? (
          <>
            {' · '}
            {t('archiveUntil')} <DateText value={expires_at} />
          </>
        ) : null}
      </Text>
    </>
  );
};

const Actions = ({ archive }: { archive: Archive | null }) => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const download = useDownload();
  const isRunning = archive?.state === 'running';
  const remove = useSave({
    send: (_: Record<string, never>) => api('DELETE /archive'),
    refresh: [KEY],
    message: () => c('deleted'),
  });
  const word = isRunning ? t('archiveCancel') : c('delete');
  return (
    <Group justify="flex-end">
      {archive ? (
        <ConfirmButton
          title={t(isRunning ? 'archiveCancelTitle' : 'archiveRemoveTitle')}
          text={t('archiveRemoveText')}
          confirm={word}
          run={() => remove.mutateAsync({})}
        >
          {word}
        </ConfirmButton>
      ) : null}
      {isRunning ? null : <Request />}
      {archive?.state === 'done' ? (
        <Button component="a" href={addressOf('GET /archive/download')} download {...download}>
          {t('archiveDownload')}
        </Button>
      ) : null}
    </Group>
  );
};

export const ArchiveCard = () => {
  const { t } = useTranslation('organisation');
  const query = useQuery({
    queryKey: KEY,
    ...callOf('GET /archive'),
    refetchInterval: ({ state }) => (state.data?.archive?.state === 'running' ? POLL_MS : false),
  });
  const state = query.data?.archive?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state === 'done') notify(() => t('archiveReady'));
    before.current = state;
  }, [state, t]);
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('archive')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('archiveText')}
      </Text>
      <QueryState query={query} rows={1}>
        {({ archive }) => (
          <Stack gap="sm">
            {archive ? <State archive={archive} /> : null}
            <Actions archive={archive} />
          </Stack>
        )}
      </QueryState>
    </Card>
  );
};
