import { Button, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { api } from '../../api/client.ts';
import { askPasskey, hasPasskeys, type PasskeyProof } from '../../api/passkeys.ts';
import { useSession } from '../../api/session.ts';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { storedPath } from '../../router/path.ts';
import { useLocation } from '../../router/use-router.ts';

/** Proof that the user is still at the browser: a passkey, or password and code. */
export interface ProofValues extends Record<string, unknown> {
  readonly password: string;
  readonly code: string;
  readonly passkey?: PasskeyProof;
}

export const NO_PROOF: ProofValues = { password: '', code: '' };

/** A proof as the API takes it: without a second factor there is no code. */
export const proofOf = ({ password, code, passkey }: ProofValues) =>
  passkey ? { passkey } : { ...(password ? { password } : {}), ...(code.trim() ? { code: code.trim() } : {}) };

export type Proof = ReturnType<typeof proofOf>;

/** Whether the own password needs a second factor. */
export const useFactor = (): boolean => {
  const { totp, passkeys } = useSession().user;
  return totp || passkeys > 0;
};

/** Code of the second factor, or one of the codes that stand in for it; nothing without a second factor. */
export const CodeField = <V extends Record<string, unknown>>({ form }: { form: UseFormReturnType<V> }) => {
  const { t } = useTranslation('account');
  const { totp } = useSession().user;
  if (!useFactor()) return null;
  return (
    <TextInput
      label={t(totp ? 'totpCode' : 'recoveryCode')}
      description={totp ? t('orRecoveryCode') : undefined}
      autoComplete="one-time-code"
      maxLength={40}
      required
      {...form.getInputProps('code')}
    />
  );
};

/** A passkey in place of password and code, for users who have one. `ready`: whether the rest of the form is. */
export const PasskeyButton = (props: { ready?: () => boolean; onProof: (passkey: PasskeyProof) => void }) => {
  const { t } = useTranslation('account');
  const { ready = () => true, onProof } = props;
  const { passkeys } = useSession().user;
  const ask = useSave({ send: (_: Record<string, never>) => askPasskey(), done: onProof });
  if (!passkeys || !hasPasskeys()) return null;
  return (
    <>
      <FormErrors error={ask.error} />
      <Button
        variant="light"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={ask.isPending}
        onClick={() => ready() && ask.mutate({})}
      >
        {t('passkeyProve')}
      </Button>
    </>
  );
};

/** Leads to the issuer and back to this page, for users without a password; afterwards they need none for ten minutes. */
const IssuerProof = () => {
  const { t } = useTranslation('account');
  const { pathname, search } = useLocation();
  const start = useSave({
    send: (_: Record<string, never>) => api('POST /sso/proof', { body: { to: storedPath(`${pathname}${search}`) } }),
    done: ({ url }: { url: string }) => window.location.assign(url),
  });
  return (
    <>
      <Text size="sm">{t('issuerProofText')}</Text>
      <FormErrors error={start.error} />
      <Button variant="light" loading={start.isPending} onClick={() => start.mutate({})}>
        {t('issuerProof')}
      </Button>
    </>
  );
};

/** A passkey, or the password and, where a second factor is on, its code. */
export const ProofFields = <V extends ProofValues>(props: {
  form: UseFormReturnType<V>;
  onProof: (passkey: PasskeyProof) => void;
}) => {
  const { t } = useTranslation('account');
  const { form, onProof } = props;
  const { proof } = useSession().user;
  if (proof === 'issuer') return <IssuerProof />;
  return (
    <>
      <PasskeyButton onProof={onProof} />
      {proof === 'password' ? (
        <SecretInput
          label={t('current')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      ) : null}
      <CodeField form={form} />
    </>
  );
};

/** Nothing is sent that is refused for certain. */
export const proofRules = (factor: boolean, missing: string, needsPassword = true) => ({
  password: (value: string) => (value || !needsPassword ? null : missing),
  code: (value: string) => (!factor || value.trim() ? null : missing),
});
