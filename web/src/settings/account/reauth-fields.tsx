import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Proof that the user is still at the browser. */
export interface Proof extends Record<string, unknown> {
  readonly password: string;
  readonly code: string;
}

export const NO_PROOF: Proof = { password: '', code: '' };

/** A proof as the API takes it: without a second factor there is no code. */
export const proofOf = ({ password, code }: Proof) => ({ password, ...(code.trim() ? { code: code.trim() } : {}) });

/** Code of the second factor, or one of the codes that stand in for it. */
export const CodeField = <V extends Record<string, unknown>>({ form }: { form: UseFormReturnType<V> }) => {
  const { t } = useTranslation('account');
  return (
    <TextInput
      label={t('totpCode')}
      description={t('orRecoveryCode')}
      autoComplete="one-time-code"
      maxLength={40}
      required
      {...form.getInputProps('code')}
    />
  );
};

/** Password and, where a second factor is on, its code. */
export const ProofFields = ({ form, totp }: { form: UseFormReturnType<Proof>; totp: boolean }) => {
  const { t } = useTranslation('account');
  return (
    <>
      <SecretInput
        label={t('current')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      {totp ? <CodeField form={form} /> : null}
    </>
  );
};

/** Nothing is sent that is refused for certain. */
export const proofRules = (totp: boolean, missing: string) => ({
  password: (value: string) => (value ? null : missing),
  code: (value: string) => (!totp || value.trim() ? null : missing),
});
