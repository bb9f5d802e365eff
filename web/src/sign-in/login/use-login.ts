import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { ApiError, api } from '../../api/client.ts';
import { askPasskey, offerPasskeys, type PasskeyProof } from '../../api/passkeys.ts';
import { useTakeSession } from '../../api/session.ts';
import type { OrganisationChoice } from '../../api/types.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { typedSoFar } from '../static-login.ts';

interface Credentials extends Record<string, unknown> {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly org_id: number | null;
}

const NOTHING: Credentials = { email: '', password: '', code: '', org_id: null };

type Step =
  | { readonly name: 'password' }
  /** The parts of the second factor that the user has. */
  | { readonly name: 'code'; readonly totp: boolean; readonly passkeys: number }
  | { readonly name: 'organisation'; readonly choices: readonly OrganisationChoice[] };

/** The step that an answer leads to; undefined where it is an error of the present one. */
const nextStep = (error: unknown): Step | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.error === 'code_required')
    return { name: 'code', totp: Boolean(error.details.totp), passkeys: Number(error.details.passkeys) };
  if (error.error === 'organisation_required') {
    return { name: 'organisation', choices: error.details.organisations as OrganisationChoice[] };
  }
  return undefined;
};

const signIn = ({ email, password, code, org_id }: Credentials) =>
  api('POST /session', {
    body: {
      email,
      password,
      ...(code ? { code: code.replaceAll(/\s/g, '') } : {}),
      ...(org_id ? { org_id } : {}),
    },
  });

/**
 * Login, step by step: e-mail and password, then the further steps that the service requires.
 * @param isSignedOut by the answer of the service: then the browser may offer passkeys
 */
export const useLogin = (isSignedOut: boolean) => {
  const { t } = useTranslation('login');
  const takeSession = useTakeSession();
  const [step, setStep] = useState<Step>({ name: 'password' });
  // Read during the first render, just before the static login is replaced.
  const [typed] = useState(typedSoFar);
  const needed = (name: Step['name']) => (value: string) => (step.name !== name || value.trim() ? null : t('missing'));
  const form = useForm<Credentials>({
    initialValues: { ...NOTHING, email: typed?.email ?? '', password: typed?.password ?? '' },
    // Validated here, because the browser's messages are in its own language and not in the chosen one.
    validate: { email: needed('password'), password: needed('password'), code: needed('code') },
  });
  const login = useSave({
    send: signIn,
    done: takeSession,
    failed: (error) => {
      const next = nextStep(error);
      if (next) return setStep(next);
      // Marked without a text: the error is shown above.
      const field = step.name === 'code' ? 'code' : 'password';
      form.setFieldValue(field, '');
      form.setFieldError(field, true);
    },
  });
  const passkey = useSave({
    send: async ({ proof }: { proof?: PasskeyProof }) =>
      api('POST /session/passkey', { body: proof ?? (await askPasskey()) }),
    done: takeSession,
  });
  const isRefused = passkey.error instanceof ApiError && passkey.error.error !== 'passkey_cancelled';
  // Not again after a refusal: some password managers answer by themselves.
  const offers = step.name === 'password' && isSignedOut && !passkey.isPending && !isRefused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `mutate` sends with the present state
  useEffect(() => (offers ? offerPasskeys((proof) => passkey.mutate({ proof })) : undefined), [offers]);
  const restart = () => {
    login.reset();
    passkey.reset();
    form.setInitialValues(NOTHING);
    form.reset();
    setStep({ name: 'password' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the button that was pressed before
  useEffect(() => {
    if (typed?.sent) form.onSubmit((values) => login.mutate(values))();
  }, []);
  // A response that leads to the next step is no error.
  const save = {
    ...login,
    error: passkey.error ?? (nextStep(login.error) ? null : login.error),
    mutate: (values: Credentials) => {
      passkey.reset();
      login.mutate(values);
    },
  };
  return { step, form, save, passkey, restart, begins: typed?.at ?? 'email' };
};

export type Login = ReturnType<typeof useLogin>;
