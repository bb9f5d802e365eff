/** Uploads files to a record: chosen, or dropped on the place of their list. */
import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The results of an upload of several files. */
interface Run {
  readonly total: number;
  readonly done: number;
  readonly failed: readonly { readonly file: File; readonly error: unknown }[];
}

/** The body that uploads a file. */
export const fileForm = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
};

/** Uploads one file after the other, and remembers those that failed. */
const useUploads = (path: string) => {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const upload = async (files: readonly File[]) => {
    let now: Run = { total: files.length, done: 0, failed: [] };
    setRun(now);
    for (const file of files) {
      try {
        await sendV3('POST', path, fileForm(file));
        now = { ...now, done: now.done + 1 };
      } catch (error) {
        now = { ...now, failed: [...now.failed, { file, error }] };
      }
      setRun(now);
    }
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
  return { run, upload };
};

/** The list of a record's files, with the ways to add some. @param path the list behind `/v3` */
export const UploadPlace = ({ path, children }: { path: string; children: ReactNode }) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const { run, upload } = useUploads(path);
  const [over, setOver] = useState(false);
  const busy = run !== null && run.done + run.failed.length < run.total;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length && !busy) upload(files);
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
          {run ? t('uploaded', { done: run.done, total: run.total }) : t('uploadHint')}
        </Text>
      </Group>
      {run?.failed.map(({ file, error }) => (
        <Group key={file.name} gap="xs" role="alert">
          <Text size="sm" c="var(--mantine-color-error)" className="break-anywhere">
            {file.name}: {errorText(error)}
          </Text>
          <Button size="compact-xs" variant="default" disabled={busy} onClick={() => upload([file])}>
            {common('retry')}
          </Button>
        </Group>
      ))}
      {children}
    </section>
  );
};
