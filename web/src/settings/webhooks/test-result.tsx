import { Alert, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { WebhookTest } from '../../api/types.ts';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { failureOf } from './failure-text.ts';

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Bodies that are JSON are easier to read indented. */
export const pretty = (body: unknown): string => {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** `of` says whose it is: request and response have the same parts. */
const Part = ({ of, title, text }: { of: string; title: string; text: string }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {title}
    </Text>
    <CodeBlock label={`${of}: ${title}`} text={text} />
  </div>
);

const Response = ({ response }: { response: NonNullable<WebhookTest['response']> }) => {
  const { t } = useTranslation('webhooks');
  return (
    <Card withBorder component="section" padding="md">
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5">
          {t('response')}
        </Title>
        <Badge variant="light" color={response.status < 300 ? 'green' : 'red'}>
          {t('status', { status: response.status })}
        </Badge>
      </Group>
      <Stack gap="sm">
        <Part of={t('response')} title={t('headerLines')} text={headerLines(response.headers)} />
        {response.body ? (
          <Part of={t('response')} title={t('body')} text={pretty(response.body)} />
        ) : (
          <Text size="sm">{t('noBody')}</Text>
        )}
        {response.truncated ? (
          <Text size="xs" c="dimmed">
            {t('truncated')}
          </Text>
        ) : null}
      </Stack>
    </Card>
  );
};

/** Request, response and duration of a test. */
export const TestResult = ({ result, form }: { result: WebhookTest; form: boolean }) => {
  const { t } = useTranslation('webhooks');
  const { ok, request, response, error, duration_ms } = result;
  return (
    <Stack>
      <Alert color={ok ? 'green' : 'red'} role="status">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {ok ? t('testOk') : t('testFailed')}
          </Text>
          <Text size="sm">{t('duration', { ms: duration_ms })}</Text>
          {error ? (
            // The service gives the exact error in English only.
            <Text size="sm" title={`${error.code}: ${error.message}`}>
              {failureOf({ status: response?.status ?? null, error: error.code })}
            </Text>
          ) : null}
        </Group>
      </Alert>
      <Card withBorder component="section" padding="md">
        <Title order={3} size="h5" mb="sm">
          {t('request')}
        </Title>
        <Stack gap="sm">
          <Text size="sm" className="break-anywhere">
            {request.method} {request.url}
          </Text>
          <Part of={t('request')} title={t('headerLines')} text={headerLines(request.headers)} />
          <Part of={t('request')} title={t('body')} text={pretty(request.body)} />
          {form ? (
            <Text size="xs" c="dimmed">
              {t('logicalBody')}
            </Text>
          ) : null}
        </Stack>
      </Card>
      {response ? <Response response={response} /> : null}
    </Stack>
  );
};
