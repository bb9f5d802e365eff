import { Button, Code, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { openReferenceWith } from '../../api/handed-token.ts';
import { SecretModal } from '../../components/dialog/secret-modal.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A token's string, with an example of its use. */
export const TokenSecret = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { t } = useTranslation('tokens');
  const example = `curl -H "Authorization: Bearer <token>" "${window.location.origin}/v3/customers?limit=1"`;
  const server = {
    type: 'http',
    url: `${window.location.origin}/mcp`,
    headers: { Authorization: 'Bearer <token>' },
  };
  const assistant = JSON.stringify({ servers: { 'broker-crm': server } });
  return (
    <SecretModal
      title={t('secretTitle')}
      text={t('secretText')}
      label={t('secret')}
      secret={token}
      done={t('done')}
      onClose={onClose}
    >
      <div>
        <Text size="sm" mb={4}>
          {t('secretUse')}
        </Text>
        <Code block className="break-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {example}
        </Code>
      </div>
      <div>
        <Text size="sm" mb={4}>
          {t('secretAssistant')}
        </Text>
        <Code block className="break-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {assistant}
        </Code>
      </div>
      <Button
        variant="light"
        rightSection={<IconExternalLink size={16} aria-hidden />}
        onClick={() => openReferenceWith(token)}
      >
        {t('tryOut')}
      </Button>
    </SecretModal>
  );
};
