import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../i18n/error-text.ts';

/** Why the login failed and, after too many attempts, when to try again. */
export const LoginError = ({ error }: { error: Error | null }) => {
  const { t } = useTranslation('login');
  if (!error) return null;
  const seconds = error instanceof ApiError ? Number(error.details.retry_after) : Number.NaN;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">{errorText(error)}</Text>
      {seconds > 0 ? <Text size="sm">{t('retryIn', { minutes: Math.ceil(seconds / 60) })}</Text> : null}
    </Alert>
  );
};
