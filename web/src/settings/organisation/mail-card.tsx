import { Alert, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, callOf } from '../../api/client.ts';
import type { MailStatus } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Asked with the organisation, so that neither waits for the other. */
export const useMail = () => useQuery({ queryKey: ['mail'], ...callOf('GET /mail') });

const Test = () => {
  const { t } = useTranslation('organisation');
  const test = useSave({ send: (_: Record<string, never>) => api('POST /mail/test') });
  const { data, error } = test;
  return (
    <>
      {data?.sent ? <Alert color="teal">{t('testSent', { to: data.to })}</Alert> : null}
      {data?.failure ? <Alert color="red">{t(`failure.${data.failure}`)}</Alert> : null}
      {error ? <Alert color="red">{errorText(error)}</Alert> : null}
      <Group justify="flex-end">
        <Button variant="light" loading={test.isPending} onClick={() => test.mutate({})}>
          {t('test')}
        </Button>
      </Group>
    </>
  );
};

const Status = ({ mail }: { mail: MailStatus }) => {
  const { t } = useTranslation('organisation');
  if (!mail.configured) return <Text size="sm">{t('noMail')}</Text>;
  return (
    <Stack>
      <Text size="sm" className="break-anywhere">
        {t('mailFrom', { from: mail.from, address: mail.links_to })}
      </Text>
      <Test />
    </Stack>
  );
};

/** Whether mails leave the service, and a mail that shows it. */
export const MailCard = () => {
  const { t } = useTranslation('organisation');
  const query = useMail();
  const on = query.data?.configured;
  return (
    <Card withBorder component="section" padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('mail')}
        </Title>
        {on === undefined ? null : (
          <Badge color={on ? 'green' : 'gray'} variant="light">
            {on ? t('mailOn') : t('mailOff')}
          </Badge>
        )}
      </Group>
      <QueryState query={query} rows={1}>
        {(mail) => <Status mail={mail} />}
      </QueryState>
    </Card>
  );
};
