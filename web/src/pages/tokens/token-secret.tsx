import { Button, Code, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SecretModal } from '../../parts/secret-modal.tsx';
import { openReferenceWith } from '../../reference/handed-token.ts';

/** A token's string, with an example of its use. */
export const TokenSecret = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { t } = useTranslation('tokens');
  const example = `curl -H "Authorization: Bearer <token>" "${window.location.origin}/v3/customers?limit=1"`;
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
