import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { Form } from '../../components/form/form.tsx';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CodeField } from './reauth-fields.tsx';

interface Values extends Record<string, unknown> {
  readonly current: string;
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
}

/** Current and new password, and a code where a second factor is on. */
export const PasswordFields = ({ email, totp, done }: { email: string; totp: boolean; done?: () => void }) => {
  const { t } = useTranslation('account');
  const form = useForm<Values>({
    initialValues: { current: '', code: '', password: '', repeat: '' },
    validate: {
      current: (value) => (value ? null : t('missing')),
      code: (value) => (!totp || value.trim() ? null : t('missing')),
      password: (value) => (value.length < 10 || value.length > 200 ? t('tooShort') : null),
      repeat: (value, values) => (value === values.password ? null : t('different')),
    },
  });
  const save = useSave({
    form,
    send: ({ current, code, password }: Values) =>
      api('POST /account/password', { body: { current, password, ...(totp ? { code: code.trim() } : {}) } }),
    refresh: [['account'], ['account-sessions']],
    message: () => t('changed'),
    done: () => {
      form.reset();
      done?.();
    },
  });
  return (
    <Form form={form} save={save} draft={false}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <SecretInput label={t('current')} autoComplete="current-password" {...form.getInputProps('current')} />
      {totp ? <CodeField form={form} /> : null}
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
  );
};

/** Changes the own password. */
export const PasswordForm = (props: { changedAt: string | null; email: string; totp: boolean }) => {
  const { t } = useTranslation('account');
  const { changedAt, email, totp } = props;
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('passwordTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('passwordText')} {t('passwordChanged')} <DateText value={changedAt} />
      </Text>
      <PasswordFields email={email} totp={totp} />
    </Card>
  );
};
