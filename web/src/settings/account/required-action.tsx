/** An action that the user has to take first: choose a password, or set up the required second factor. */
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { addPasskey, hasPasskeys } from '../../api/passkeys.ts';
import { SESSION_KEY, useSession, useTakeSession } from '../../api/session.ts';
import type { RequiredAction, TotpSecret } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Entrance } from '../../sign-in/auth-layout.tsx';
import { PasswordFields } from './password-form.tsx';
import { NO_PROOF, type Proof, ProofFields, type ProofValues, proofOf, proofRules } from './reauth-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

const SignOut = () => {
  const { t } = useTranslation();
  const takeSession = useTakeSession();
  const signOut = useMutation({
    mutationFn: () => api('DELETE /session'),
    onSuccess: () => takeSession({ signed_in: false }),
    onError: notifyError,
  });
  return (
    <Button variant="subtle" fullWidth mt="md" onClick={() => signOut.mutate()} loading={signOut.isPending}>
      {t('signOut')}
    </Button>
  );
};

const Frame = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Entrance title={title} text={text}>
    {children}
    <SignOut />
  </Entrance>
);

const OwnPassword = ({ done }: { done: () => void }) => {
  const { t } = useTranslation('account');
  const { user } = useSession();
  return (
    <Frame title={t('dutyPasswordTitle')} text={t('dutyPasswordText')}>
      <PasswordFields email={user.email} done={done} />
    </Frame>
  );
};

const Ask = <T,>({ send, take }: { send: (proof: Proof) => Promise<T>; take: (answer: T) => void }) => {
  const { t } = useTranslation('account');
  const form = useForm<ProofValues>({ initialValues: NO_PROOF, validate: proofRules(false, t('missing')) });
  const save = useSave({
    form,
    send: (values: ProofValues) => send(proofOf(values)),
    done: take,
  });
  return (
    <Form form={form} save={save} draft={false}>
      <ProofFields form={form} onProof={(passkey) => save.mutate({ ...form.values, passkey })} />
      <Button type="submit" loading={save.isPending}>
        {t('continue')}
      </Button>
    </Form>
  );
};

const RequiredFactor = ({ done }: { done: () => void }) => {
  const { t } = useTranslation('account');
  const { organisation } = useSession();
  const [byPasskey, setByPasskey] = useState(false);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <Entrance title={t('recoveryCodes')}>
        <RecoveryCodes codes={codes} done={done} />
      </Entrance>
    );
  }
  return (
    <Frame
      title={t('factorSetUp')}
      text={t(byPasskey ? 'dutyPasskeyText' : 'dutyFactorText', { organisation: organisation.name })}
    >
      {secret ? (
        <TotpSetup secret={secret} done={setCodes} />
      ) : byPasskey ? (
        <Ask key="passkey" send={addPasskey} take={({ recovery_codes: made }) => setCodes(made)} />
      ) : (
        <Ask key="app" send={(body) => api('POST /account/totp', { body })} take={setSecret} />
      )}
      {hasPasskeys() && !secret ? (
        <Button variant="subtle" fullWidth mt="xs" className="wraps" onClick={() => setByPasskey(!byPasskey)}>
          {t(byPasskey ? 'dutyApp' : 'dutyPasskey')}
        </Button>
      ) : null}
    </Frame>
  );
};

export default function DutyPage({ duty, done }: { duty: RequiredAction; done: () => void }) {
  const client = useQueryClient();
  const leave = async () => {
    await client.invalidateQueries({ queryKey: SESSION_KEY });
    done();
  };
  return duty === 'password' ? <OwnPassword done={leave} /> : <RequiredFactor done={leave} />;
}
