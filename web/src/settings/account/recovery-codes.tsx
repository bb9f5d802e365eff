import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Dialog } from '../../components/dialog/dialog.ts';
import { useUnsaved } from '../../hooks/unsaved-changes.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The ten codes, to be copied, saved or written down: until they are, leaving the page is asked about. */
export const RecoveryCodes = ({ codes, done }: { codes: readonly string[]; done: () => void }) => {
  const { t } = useTranslation('account');
  const { t: common } = useTranslation();
  const { copied, copy, error } = useClipboard({ timeout: 3000 });
  const text = codes.join('\n');
  useUnsaved(true, false);
  const file = useMemo(() => `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`, [text]);
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {t('recoveryText')}
      </Alert>
      <List listStyleType="none" ff="monospace" size="sm" aria-label={t('recoveryCodes')}>
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      {error ? <Alert color="blue">{t('recoveryByHand')}</Alert> : null}
      <Group>
        <Button
          variant="light"
          onClick={() => copy(text)}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? common('copied') : common('copy')}
        </Button>
        <Button
          variant="light"
          component="a"
          href={file}
          download="recovery-codes.txt"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('recoveryDownload')}
        </Button>
      </Group>
      <Button onClick={done}>{t('recoveryDone')}</Button>
    </Stack>
  );
};

/** The codes in a dialog that only its own button closes: they are shown this once. */
export const RecoveryCodesModal = ({ codes, done }: { codes: readonly string[]; done: () => void }) => {
  const { t } = useTranslation('account');
  return (
    <Dialog opened title={t('recoveryCodes')}>
      <RecoveryCodes codes={codes} done={done} />
    </Dialog>
  );
};
