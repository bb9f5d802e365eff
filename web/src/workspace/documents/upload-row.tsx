/** A file with its progress, and the button that cancels it. */
import { CloseButton, Group, Progress, Text } from '@mantine/core';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Upload } from './use-uploads.ts';

/** @param upload its state; undefined while it was not sent @param cancel null once it cannot be cancelled */
export const UploadRow = (props: { file: File; upload: Upload | undefined; cancel: (() => void) | null }) => {
  const { file, upload, cancel } = props;
  const { t } = useTranslation('records');
  const sending = upload?.state === 'sending';
  return (
    <Group gap={8} wrap="nowrap" mih={30}>
      <Text size="sm" className="break-anywhere">
        {file.name}
      </Text>
      {sending ? <Progress value={100 * upload.share} w={120} aria-label={file.name} /> : null}
      {upload && !sending ? (
        <Text
          size="sm"
          c={upload.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
          role={upload.state === 'failed' ? 'alert' : undefined}
        >
          {upload.state === 'failed' ? errorText(upload.error) : t(`uploadState.${upload.state}`)}
        </Text>
      ) : null}
      {cancel ? <CloseButton size="md" aria-label={t('removeFile', { name: file.name })} onClick={cancel} /> : null}
    </Group>
  );
};
