/** Uploads files to a record: chosen, or dropped on the place of their list. */
import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

/** The list of a record's files, with the ways to add some. @param path the list behind `/v3` */
export const UploadPlace = ({ path, children }: { path: string; children: ReactNode }) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const { states, send, cancel } = useUploads();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  /** Sends one file after the other. */
  const upload = async (chosen: readonly File[]) => {
    setFiles((shown) => [...new Set([...shown, ...chosen])]);
    setBusy(true);
    // A file that fails says so in its row.
    for (const file of chosen) await send(path, file).catch(() => undefined);
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
  const done = files.filter((file) => states.get(file)?.state === 'done').length;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length && !busy) upload(dropped);
  };
  return (
    <section
      className="upload-place"
      aria-label={t('uploadHint')}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(event.dataTransfer.types.includes('Files'));
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap="sm" mb="xs">
        <FileButton multiple onChange={upload}>
          {(button) => (
            <Button
              {...button}
              size="compact-sm"
              variant="default"
              loading={busy}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              {t('chooseFiles')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {files.length ? t('uploaded', { done, total: files.length }) : t('uploadHint')}
        </Text>
      </Group>
      {busy || done < files.length ? (
        <ul className="plain-list">
          {files.map((file) => {
            const state = states.get(file)?.state;
            return (
              <li key={`${file.name} ${file.size} ${file.lastModified}`}>
                <Group gap={8} wrap="nowrap">
                  <UploadRow
                    file={file}
                    upload={states.get(file)}
                    cancel={busy && (!state || state === 'sending') ? () => cancel(file) : null}
                  />
                  {state === 'failed' ? (
                    <Button size="compact-xs" variant="default" disabled={busy} onClick={() => upload([file])}>
                      {common('retry')}
                    </Button>
                  ) : null}
                </Group>
              </li>
            );
          })}
        </ul>
      ) : null}
      {children}
    </section>
  );
};
