import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { IssuedToken, Token } from '../../api/types.ts';
import { fromLocalInput, toLocalInput } from '../../components/form/datetime-local.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isPast, TokenEnd } from './expiry-select.tsx';

interface Props {
  readonly token: Token;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedToken) => void;
}

/** Reissues a token, with its expiry or another one. */
export const ReissueForm = ({ token, onClose, onIssued }: Props) => {
  const { t } = useTranslation('tokens');
  const before = toLocalInput(token.expires_at);
  const form = useForm({
    initialValues: { expires_at: before },
    validate: { expires_at: (value) => (isPast(value) ? t('past') : null) },
  });
  const save = useSave({
    form,
    // A time that was not touched keeps its seconds.
    send: ({ expires_at: end }: { expires_at: string }) =>
      api('POST /tokens/:id/reissue', {
        id: token.token_id,
        body: end === before ? {} : { expires_at: fromLocalInput(end) },
      }),
    refresh: [['tokens']],
    done: (issued) => {
      onClose();
      onIssued(issued);
    },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('reissueTitle')}
      text={t('reissueText', { name: token.name })}
      submit={t('reissue')}
      form={form}
      save={save}
      words={{ labels: { expires_at: t('expires') } }}
    >
      <TokenEnd
        input={{ ...form.getInputProps('expires_at'), 'data-autofocus': true }}
        description={t('expiresHint')}
        onPreset={(end) => form.setFieldValue('expires_at', end)}
      />
    </FormModal>
  );
};
