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
const ENDINGS = '.csv,.txt,.xlsx,.ndjson,.jsonl,.gdv,.dat,.001,.vwb,.zip,.gz,*/*';

/** A file that was refused. */
interface Refused {
  readonly name: string;
  readonly error: unknown;
}

export const DropZone = () => {
  const { t, language } = useTranslation('imports');
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const send = async (files: readonly File[]) => {
    if (busy) return;
    setRefused([]);
    const failed: Refused[] = [];
    let id = 0;
    for (const file of files) {
      setBusy(file.name);
      setShare(0);
      try {
        id = await sendFile(file, setShare);
      } catch (error) {
        failed.push({ name: file.name, error });
      }
      client.invalidateQueries({ queryKey: IMPORTS_KEY });
    }
    setBusy(null);
    setRefused(failed);
    // Several files are listed on this page.
    if (id && files.length === 1) navigate(mappingAddress(id));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send([...event.dataTransfer.files]);
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
        <FileButton accept={ENDINGS} onChange={send} multiple>
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
        {refused.map(({ name, error }) => (
          <section key={name} aria-label={name}>
            <Text size="sm">{name}</Text>
            <ErrorBox error={error} />
          </section>
        ))}
      </Stack>
    </section>
  );
};
