import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { IssuedToken, Token } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { useSave } from '../../parts/use-save.ts';
import { isPast, TokenEnd } from './token-end.tsx';

interface Props {
  readonly token: Token;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedToken) => void;
}

/** Issues a token anew, with the end that it has or another one. */
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
