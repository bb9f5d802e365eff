import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { PasskeyProof } from '../../api/passkeys.ts';
import { Form } from '../../components/form/form.tsx';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CodeField, PasskeyButton, proofRules, useFactor } from './reauth-fields.tsx';

interface Values extends Record<string, unknown> {
  readonly current: string;
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  readonly passkey?: PasskeyProof;
}

/** Current and new password, and a code where a second factor is on; or a passkey and the new password. */
export const PasswordFields = ({ email, done }: { email: string; done?: () => void }) => {
  const { t } = useTranslation('account');
  const { password: current, code } = proofRules(useFactor(), t('missing'));
  const form = useForm<Values>({
    initialValues: { current: '', code: '', password: '', repeat: '' },
    validate: {
      current,
      code,
      password: (value) => (value.length < 10 || value.length > 200 ? t('tooShort') : null),
      repeat: (value, values) => (value === values.password ? null : t('different')),
    },
  });
  const save = useSave({
    form,
    send: ({ current, code, password, passkey }: Values) => {
      const proof = passkey ? { passkey } : { current, ...(code.trim() ? { code: code.trim() } : {}) };
      return api('POST /account/password', { body: { ...proof, password } });
    },
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
      <CodeField form={form} />
      <SecretInput
        label={t('next')}
        description={t('nextHint')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <SecretInput label={t('repeat')} autoComplete="new-password" {...form.getInputProps('repeat')} />
      <Group justify="flex-end">
        <PasskeyButton
          ready={() => !['password', 'repeat'].filter((name) => form.validateField(name).hasError).length}
          onProof={(passkey) => save.mutate({ ...form.values, passkey })}
        />
        <Button type="submit" loading={save.isPending}>
          {t('change')}
        </Button>
      </Group>
    </Form>
  );
};

/** Changes the own password. */
export const PasswordForm = (props: { changedAt: string | null; email: string }) => {
  const { t } = useTranslation('account');
  const { changedAt, email } = props;
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('passwordTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('passwordText')} {t('passwordChanged')} <DateText value={changedAt} />
      </Text>
      <PasswordFields email={email} />
    </Card>
  );
};
