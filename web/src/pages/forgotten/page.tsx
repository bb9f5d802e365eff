/** A forgotten password: asks for a one-time link by mail, or says who makes one where no mail leaves the service. */
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, callOf } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorBox } from '../../parts/query-state.tsx';
import { useSave } from '../../parts/use-save.ts';
import { Link } from '../../router/link.tsx';
import { Entrance } from '../../shell/entrance.tsx';
import { AddressInput, EntranceForm } from '../../shell/entrance-form.tsx';
import { Waiting } from '../../shell/fallbacks.tsx';

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
