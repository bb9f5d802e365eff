import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../api/client.ts';
import { otherIssues } from '../../hooks/use-save.ts';
import { errorText, issueText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The error of a form above its fields: the findings that no field can show and, after too many attempts, when to try again. */
export const FormErrors = ({ error, values = {} }: { error: unknown; values?: unknown }) => {
  const { t } = useTranslation();
  if (!error) return null;
  const seconds = error instanceof ApiError ? Number(error.details.retry_after) : Number.NaN;
  const others = otherIssues(values, error);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">{errorText(error)}</Text>
      {seconds > 0 ? <Text size="sm">{t('retryIn', { minutes: Math.ceil(seconds / 60) })}</Text> : null}
      {others.length ? (
        <List size="sm" mt="xs">
          {others.map((issue) => (
            <List.Item key={`${issue.path.join('.')} ${issue.code}`}>
              {issue.path.length ? `${issue.path.join('.')}: ` : ''}
              {issueText(issue)}
            </List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  );
};
