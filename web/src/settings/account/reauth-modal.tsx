import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasPasskeys } from '../../api/passkeys.ts';
import { useSession } from '../../api/session.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import type { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  NO_PROOF,
  type Proof,
  ProofFields,
  type ProofValues,
  proofOf,
  proofRules,
  useFactor,
} from './reauth-fields.tsx';

/** Asks for a passkey, or for password and code, before something that needs a proof. */
export const ProofModal = <T,>(props: {
  title: string;
  submit: string;
  send: (proof: Proof) => Promise<T>;
  done: (answer: T) => void;
  onClose: () => void;
  refresh?: readonly QueryKey[];
  message?: Trans;
  /** Fields above the proof. */
  children?: ReactNode;
}) => {
  const { t } = useTranslation('account');
  const { title, submit, send, done, onClose, refresh = [], message, children } = props;
  const { passkeys, proof } = useSession().user;
  const factor = useFactor();
  const kind = passkeys && hasPasskeys() ? 'proofTextPasskey' : factor ? 'proofTextCode' : 'proofText';
  const text = proof === 'password' ? t(kind) : '';
  const form = useForm<ProofValues>({
    initialValues: NO_PROOF,
    validate: proofRules(factor, t('missing'), proof === 'password'),
  });
  const save = useSave({
    form,
    send: (values: ProofValues) => send(proofOf(values)),
    refresh,
    ...(message ? { message } : {}),
    done,
  });
  return (
    <FormModal opened onClose={onClose} title={title} text={text} submit={submit} form={form} save={save}>
      {children}
      <ProofFields form={form} onProof={(passkey) => save.mutate({ ...form.values, passkey })} />
    </FormModal>
  );
};
