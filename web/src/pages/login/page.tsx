/** Login: e-mail and password, then what the service asks for besides (code, organisation). */
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { ApiError, api } from '../../api/client.ts';
import { useSessionQuery, useTakeSession } from '../../api/session.ts';
import type { OrganisationChoice } from '../../api/types.ts';
import { Form } from '../../parts/form.tsx';
import { SecretInput } from '../../parts/secret-input.tsx';
import { Entrance } from '../../shell/entrance.tsx';
import { LoginError } from './login-error.tsx';

interface Credentials extends Record<string, unknown> {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly org_id: number | null;
}

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'code' }
  | { readonly name: 'organisation'; readonly choices: readonly OrganisationChoice[] };

/** The step that an answer leads to; undefined where it is an error of the present one. */
const nextStep = (error: unknown): Step | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.error === 'code_required') return { name: 'code' };
  if (error.error === 'organisation_required') {
    return { name: 'organisation', choices: error.details.organisations as OrganisationChoice[] };
  }
  return undefined;
};

/** Only paths of this application: whatever else stands in the history is not followed. */
const destination = (state: unknown): string => {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && from.startsWith('/settings') ? from : '/settings';
};

export default function LoginPage() {
  const { t } = useTranslation('login');
  const { t: common } = useTranslation();
  const { state } = useLocation();
  const ended = (state as { ended?: unknown } | null)?.ended === true;
  const session = useSessionQuery();
  const takeSession = useTakeSession();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [recovering, setRecovering] = useState(false);
  const needed = (name: Step['name']) => (value: string) => (step.name !== name || value.trim() ? null : t('missing'));
  const form = useForm<Credentials>({
    initialValues: { email: '', password: '', code: '', org_id: null },
    // Said here, because the browser would say it in its own language and not in the chosen one.
    validate: { email: needed('password'), password: needed('password'), code: needed('code') },
  });
  const login = useMutation({
    mutationFn: ({ email, password, code, org_id }: Credentials) =>
      api('POST /session', {
        body: {
          email,
          password,
          ...(code ? { code: code.replaceAll(/\s/g, '') } : {}),
          ...(org_id ? { org_id } : {}),
        },
      }),
    onSuccess: takeSession,
    onError: (error) => {
      const next = nextStep(error);
      if (next) return setStep(next);
      // Marked without a word of its own: what is wrong stands above.
      const field = step.name === 'code' ? 'code' : 'password';
      form.setFieldValue(field, '');
      form.setFieldError(field, true);
    },
  });
  if (session.data?.signed_in) return <Navigate to={destination(state)} replace />;

  const restart = () => {
    login.reset();
    form.reset();
    setStep({ name: 'password' });
    setRecovering(false);
  };
  const error = login.error && !nextStep(login.error) ? login.error : null;

  if (step.name === 'organisation') {
    return (
      <Entrance title={t('organisationTitle')} text={t('organisationText')}>
        <Stack>
          <LoginError error={error} />
          {step.choices.map(({ org_id, name }) => (
            <Button
              key={org_id}
              variant="default"
              loading={login.isPending && form.values.org_id === org_id}
              onClick={() => {
                form.setFieldValue('org_id', org_id);
                login.mutate({ ...form.values, org_id });
              }}
            >
              {name}
            </Button>
          ))}
          <Button variant="subtle" onClick={restart}>
            {common('back')}
          </Button>
        </Stack>
      </Entrance>
    );
  }
  const asksCode = step.name === 'code';
  return (
    <Entrance
      title={asksCode ? t('codeTitle') : t('title')}
      text={asksCode ? t(recovering ? 'recoveryText' : 'codeText') : ended ? t('ended') : t('text')}
    >
      <Form form={form} save={login} alert={<LoginError error={error} />}>
        {asksCode ? (
          <TextInput
            key="code"
            label={recovering ? t('recoveryCode') : t('code')}
            inputMode={recovering ? 'text' : 'numeric'}
            autoComplete={recovering ? 'off' : 'one-time-code'}
            maxLength={40}
            required
            autoFocus
            {...form.getInputProps('code')}
          />
        ) : (
          <>
            <TextInput
              label={t('email')}
              type="email"
              maxLength={255}
              autoComplete="username"
              required
              autoFocus
              {...form.getInputProps('email')}
            />
            <SecretInput
              label={t('password')}
              autoComplete="current-password"
              maxLength={200}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button type="submit" loading={login.isPending} mt="xs">
          {t('submit')}
        </Button>
        {asksCode ? (
          <>
            <Button variant="subtle" onClick={() => setRecovering(!recovering)}>
              {recovering ? t('useCode') : t('useRecovery')}
            </Button>
            <Button variant="subtle" onClick={restart}>
              {common('back')}
            </Button>
          </>
        ) : null}
      </Form>
    </Entrance>
  );
}
