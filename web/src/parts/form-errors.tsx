import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText, issueText } from '../i18n/error-text.ts';
import { otherIssues } from './use-save.ts';

/** The error of a form above its fields, with the findings that no field can show. */
export const FormErrors = ({ error, values = {} }: { error: unknown; values?: unknown }) => {
  if (!error) return null;
  const others = otherIssues(values, error);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">{errorText(error)}</Text>
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
