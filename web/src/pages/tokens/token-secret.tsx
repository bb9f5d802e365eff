import { Alert, Button, Code, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../parts/copy-field.tsx';

/** A token's string, shown this once: a click beside the dialog does not close it. */
export const TokenSecret = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { t } = useTranslation('tokens');
  const example = `curl -H "Authorization: Bearer <token>" ${window.location.origin}/v3/customers?limit=1`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('secretTitle')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('secretText')}
        </Alert>
        <CopyField label={t('secret')} value={token} />
        <div>
          <Text size="sm" mb={4}>
            {t('secretUse')}
          </Text>
          <Code block className="break-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
            {example}
          </Code>
        </div>
        <Button onClick={onClose}>{t('done')}</Button>
      </Stack>
    </Modal>
  );
};
