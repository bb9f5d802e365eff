import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { SESSION_KEY } from '../../api/session.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useSave } from '../../parts/use-save.ts';

/** Switches the second factor off, with a code of it. */
export const TotpCodeModal = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t('missing')) },
  });
  const close = () => {
    form.reset();
    save.reset();
    onClose();
  };
  const save = useSave({
    form,
    send: ({ code }: { code: string }) => api.post('/account/totp/off', { code: code.replaceAll(/\s/g, '') }),
    refresh: [['account'], SESSION_KEY],
    message: t('totpRemoved'),
    done: () => close(),
  });
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={t('totpRemoveTitle')}
      submit={t('totpRemove')}
      form={form}
      save={save}
    >
      <Text size="sm">{t('totpRemoveText')}</Text>
      <TextInput
        label={t('totpCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormModal>
  );
};
