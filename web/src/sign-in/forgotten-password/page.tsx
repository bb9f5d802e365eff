/** Forgotten password: requests a one-time link by mail, or names who can create one if the service sends no mail. */
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, callOf } from '../../api/client.ts';
import { Waiting } from '../../components/feedback/page-fallbacks.tsx';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { AddressInput, EntranceForm } from '../auth-form.tsx';
import { Entrance } from '../auth-layout.tsx';

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
    <EntranceForm title={t('title')} text={t('text')} submit={t('submit')} form={form} save={ask} below={<ToLogin />}>
      <AddressInput label={t('email')} autoFocus {...form.getInputProps('email')} />
    </EntranceForm>
  );
};

export default function ForgottenPage() {
  const { t } = useTranslation('forgotten');
  const query = useQuery({ queryKey: ['forgotten'], ...callOf('GET /forgotten-password') });
  if (query.data?.mailed) return <Ask />;
  if (query.isPending) return <Waiting />;
  return (
    <Entrance title={t('title')} text={query.data ? t('noMail') : undefined}>
      {query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : null}
      <ToLogin />
    </Entrance>
  );
}
