/** A forgotten password: asks for a one-time link by mail, or says who makes one where no mail leaves the service. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { Form } from '../../parts/form.tsx';
import { ErrorBox } from '../../parts/query-state.tsx';
import { useSave } from '../../parts/use-save.ts';
import { Entrance } from '../../shell/entrance.tsx';
import { Waiting } from '../../shell/fallbacks.tsx';
import { LoginError } from '../login/login-error.tsx';

const ToLogin = () => {
  const { t } = useTranslation('forgotten');
  return (
    <Button component={Link} to="/login" variant="subtle" fullWidth>
      {t('toLogin')}
    </Button>
  );
};

const Ask = () => {
  const { t } = useTranslation('forgotten');
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('noEmail')) },
  });
  const ask = useSave({
    form,
    send: ({ email }: { email: string }) => api('POST /forgotten-password', { body: { email } }),
  });
  if (ask.data) {
    return (
      <Entrance title={t('doneTitle')} text={t('done', { email: form.values.email.trim() })}>
        <Stack>
          <Text size="sm">{t('doneHint')}</Text>
          <ToLogin />
        </Stack>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('title')} text={t('text')}>
      <Form form={form} save={ask} alert={<LoginError error={ask.error} />}>
        <TextInput
          label={t('email')}
          type="email"
          maxLength={255}
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={ask.isPending} mt="xs">
          {t('submit')}
        </Button>
        <ToLogin />
      </Form>
    </Entrance>
  );
};

export default function ForgottenPage() {
  const { t } = useTranslation('forgotten');
  const query = useQuery({ queryKey: ['forgotten'], queryFn: () => api('GET /forgotten-password') });
  if (query.data?.mailed) return <Ask />;
  if (query.isPending) return <Waiting />;
  return (
    <Entrance title={t('title')} text={query.data ? t('noMail') : undefined}>
      {query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : null}
      <ToLogin />
    </Entrance>
  );
}
