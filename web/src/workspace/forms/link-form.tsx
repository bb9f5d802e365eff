/** Links a record to another one. */
import { useForm } from '@mantine/form';
import { type Row, sendV3 } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { ServerSelect } from '../../components/select/server-select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSayDone } from '../schema/relations.ts';
import { useRecordSearch } from '../search/use-record-search.ts';

/** @param path the links of the record */
export const LinkForm = ({ opened, onClose, path }: { opened: boolean; onClose: () => void; path: string }) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const found = useRecordSearch(({ annotations }) => annotations.includes('links'));
  const sayDone = useSayDone();
  const form = useForm({
    initialValues: { to: '' },
    validate: { to: (to) => (to ? null : common('missing')) },
  });
  const save = useSave({
    form,
    send: async ({ to }) => {
      const [section, id] = to.split('/');
      const made = await sendV3<Row>('POST', path, { foreign_section: section, foreign_id: Number(id) });
      sayDone(
        () => t('link.made'),
        () => sendV3('DELETE', `${path}/${made.id}`),
      );
    },
    refresh: [['v3']],
    done: onClose,
  });
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('link.title')}
      submit={common('create')}
      form={form}
      save={save}
    >
      <ServerSelect
        label={t('link.to')}
        required
        data-autofocus
        {...found}
        {...form.getInputProps('to')}
        value={form.values.to || null}
        onChange={(to) => form.setFieldValue('to', to ?? '')}
      />
    </FormModal>
  );
};
