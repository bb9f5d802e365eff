import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DateText } from '../../parts/date-text.tsx';
import { Form } from '../../parts/form.tsx';
import { SecretInput } from '../../parts/secret-input.tsx';
import { useSave } from '../../parts/use-save.ts';

/** Changes the own password. */
export const PasswordForm = ({ changedAt, email }: { changedAt: string | null; email: string }) => {
  const { t } = useTranslation('account');
  const form = useForm({
    initialValues: { current: '', password: '', repeat: '' },
    validate: {
      current: (value) => (value ? null : t('missing')),
      password: (value) => (value.length < 10 || value.length > 200 ? t('tooShort') : null),
      repeat: (value, values) => (value === values.password ? null : t('different')),
    },
  });
  const save = useSave({
    form,
    send: ({ current, password }: { current: string; password: string; repeat: string }) =>
      api.post('/account/password', { current, password }),
    refresh: [['account']],
    message: t('changed'),
    done: () => form.reset(),
  });
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('passwordTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('passwordText')} {t('passwordChanged')} <DateText value={changedAt} />
      </Text>
      <Form form={form} save={save} draft={false}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <SecretInput label={t('current')} autoComplete="current-password" {...form.getInputProps('current')} />
        <SecretInput
          label={t('next')}
          description={t('nextHint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <SecretInput label={t('repeat')} autoComplete="new-password" {...form.getInputProps('repeat')} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('change')}
          </Button>
        </Group>
      </Form>
    </Card>
  );
};
