/** The place where a file of records is dropped or chosen. */
import { Button, FileButton, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { navigate } from '../../router/router.ts';
import { IMPORTS_KEY, mappingAddress, sendFile } from './import-job.ts';
import { percent } from './percent.ts';

/** The last one is for GDV files without an ending. */
const ENDINGS = '.csv,.txt,.xlsx,.ndjson,.jsonl,.gdv,.dat,.001,.vwb,*/*';

export const DropZone = () => {
  const { t, language } = useTranslation('imports');
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const send = async (file: File | null | undefined) => {
    if (!file || busy) return;
    setBusy(file.name);
    setShare(0);
    setError(null);
    try {
      const id = await sendFile(file, setShare);
      client.invalidateQueries({ queryKey: IMPORTS_KEY });
      navigate(mappingAddress(id));
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  return (
    <section
      className="import-drop"
      aria-label={t('drop')}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm">
        <Text fw={600}>{t('drop')}</Text>
        <FileButton accept={ENDINGS} onChange={send}>
          {(button) => (
            <Button {...button} loading={busy !== null} leftSection={<IconUpload size={16} aria-hidden />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center" role="status">
          {busy === null ? t('formats') : t('sending', { name: busy, share: percent(share, language) })}
        </Text>
        {busy === null ? null : <Progress value={100 * share} w="100%" aria-label={busy} />}
        {error ? <ErrorBox error={error} /> : null}
      </Stack>
    </section>
  );
};
