import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import type { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NO_PROOF, type Proof, ProofFields, proofOf, proofRules } from './reauth-fields.tsx';

/** Asks for password and code before something that needs them. */
export const ProofModal = <T,>(props: {
  title: string;
  text: string;
  submit: string;
  totp: boolean;
  send: (proof: ReturnType<typeof proofOf>) => Promise<T>;
  done: (answer: T) => void;
  onClose: () => void;
  refresh?: readonly QueryKey[];
  message?: Trans;
}) => {
  const { t } = useTranslation('account');
  const { title, text, submit, totp, send, done, onClose, refresh = [], message } = props;
  const form = useForm<Proof>({ initialValues: NO_PROOF, validate: proofRules(totp, t('missing')) });
  const save = useSave({
    form,
    send: (values: Proof) => send(proofOf(values)),
    refresh,
    ...(message ? { message } : {}),
    done,
  });
  return (
    <FormModal opened onClose={onClose} title={title} text={text} submit={submit} form={form} save={save}>
      <ProofFields form={form} totp={totp} />
    </FormModal>
  );
};
