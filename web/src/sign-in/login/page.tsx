/** Login: e-mail and password, then the further steps that the service requires (code, organisation). */
import { Button, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { hasPasskeys } from '../../api/passkeys.ts';
import { useSessionQuery } from '../../api/session.ts';
import type { OrganisationChoice } from '../../api/types.ts';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, Redirect } from '../../router/link.tsx';
import { ownPath } from '../../router/path.ts';
import { useLocation } from '../../router/use-router.ts';
import { AddressInput, EntranceForm } from '../auth-form.tsx';
import { Entrance } from '../auth-layout.tsx';
import { SsoButton } from './sso-button.tsx';
import { type Login, useLogin } from './use-login.ts';

const Back = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation();
  return (
    <Button variant="subtle" onClick={onClick}>
      {t('back')}
    </Button>
  );
};

const Organisations = (props: Login & { choices: readonly OrganisationChoice[] }) => {
  const { t } = useTranslation('login');
  const { form, save, restart, choices } = props;
  const choose = (org_id: number) => {
    form.setFieldValue('org_id', org_id);
    save.mutate({ ...form.values, org_id });
  };
  return (
    <Entrance title={t('organisationTitle')} text={t('organisationText')}>
      <Stack>
        <FormErrors error={save.error} />
        {choices.map(({ org_id, name }) => (
          <Button
            key={org_id}
            variant="default"
            className="wraps break-anywhere"
            loading={save.isPending && form.values.org_id === org_id}
            onClick={() => choose(org_id)}
          >
            {name}
          </Button>
        ))}
        <Back onClick={restart} />
      </Stack>
    </Entrance>
  );
};

const PasskeyButton = ({ passkey, label }: Pick<Login, 'passkey'> & { label: string }) =>
  hasPasskeys() ? (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={passkey.isPending}
      onClick={() => passkey.mutate({})}
    >
      {label}
    </Button>
  ) : null;

const Code = (props: Login & { totp: boolean; passkeys: number }) => {
  const { t } = useTranslation('login');
  const { form, save, passkey, restart, totp, passkeys } = props;
  const [recovering, setRecovering] = useState(!totp);
  /** Starts again with the other kind of code: the error of one does not apply to the other. */
  const turn = () => {
    save.reset();
    form.setFieldValue('code', '');
    setRecovering(!recovering);
  };
  const below = (
    <>
      {totp ? (
        <Button variant="subtle" className="wraps" onClick={turn}>
          {recovering ? t('useCode') : t('useRecovery')}
        </Button>
      ) : null}
      <Back onClick={restart} />
    </>
  );
  return (
    <EntranceForm
      title={t('codeTitle')}
      text={t(totp ? (recovering ? 'recoveryText' : 'codeText') : hasPasskeys() ? 'passkeyText' : 'recoveryText')}
      submit={t('submit')}
      form={form}
      save={save}
      below={below}
    >
      {passkeys ? <PasskeyButton passkey={passkey} label={t('usePasskey')} /> : null}
      <TextInput
        // Another field, which gets the keyboard.
        key={String(recovering)}
        label={recovering ? t('recoveryCode') : t('code')}
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        maxLength={40}
        required
        autoFocus={totp}
        {...form.getInputProps('code')}
      />
    </EntranceForm>
  );
};

const Password = ({
  form,
  save,
  passkey,
  begins,
  text,
  from,
  sso,
}: Login & { text: string; from: unknown; sso: boolean }) => {
  const { t } = useTranslation('login');
  const below = (
    <>
      {sso ? (
        <SsoButton email={form.values.email} to={from} onMissing={() => form.setFieldError('email', t('missing'))} />
      ) : null}
      <PasskeyButton passkey={passkey} label={t('passkey')} />
      <Button component={Link} to="/forgotten-password" variant="subtle">
        {t('forgotten')}
      </Button>
    </>
  );
  return (
    <EntranceForm title={t('title')} text={text} submit={t('submit')} form={form} save={save} below={below}>
      <AddressInput
        label={t('email')}
        autoComplete="username webauthn"
        autoFocus={begins === 'email'}
        {...form.getInputProps('email')}
      />
      <SecretInput
        label={t('password')}
        autoComplete="current-password"
        maxLength={200}
        autoFocus={begins === 'password'}
        {...form.getInputProps('password')}
      />
    </EntranceForm>
  );
};

export default function LoginPage() {
  const { t } = useTranslation('login');
  const { from, ended } = (useLocation().state ?? {}) as { from?: unknown; ended?: unknown };
  const session = useSessionQuery();
  const login = useLogin(session.data?.signed_in === false);
  const { step } = login;
  if (session.data?.signed_in) return <Redirect to={ownPath(from)} />;
  if (step.name === 'organisation') return <Organisations {...login} choices={step.choices} />;
  if (step.name === 'code') return <Code {...login} totp={step.totp} passkeys={step.passkeys} />;
  return (
    <Password {...login} from={from} sso={session.data?.sso === true} text={ended === true ? t('ended') : t('text')} />
  );
}
