/** Names a new view. */
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** @param save stores the view @throws ApiError */
export const ViewForm = (props: {
  opened: boolean;
  /** The user may write records of the list. */
  shares: boolean;
  onClose: () => void;
  create: (values: { name: string; freigabe: number }) => Promise<void>;
}) => {
  const { opened, shares, onClose, create } = props;
  const { t } = useTranslation('views');
  const { t: common } = useTranslation();
  const form = useForm({ initialValues: { name: '', shared: false } });
  const save = useSave({
    form,
    send: async ({ name, shared }: { name: string; shared: boolean }) => {
      await create({ name, freigabe: Number(shared) });
      onClose();
    },
  });
  return (
    <FormModal opened={opened} onClose={onClose} title={t('saveAs')} submit={common('save')} form={form} save={save}>
      <TextInput label={t('name')} required maxLength={255} {...form.getInputProps('name')} />
      {shares ? <Checkbox label={t('share')} {...form.getInputProps('shared', { type: 'checkbox' })} /> : null}
    </FormModal>
  );
};
