import { api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useSave } from '../../parts/use-save.ts';
import { bodyOf, RecordFields, type Target, useTarget } from './record-fields.tsx';
import { REFRESHED } from './shared.ts';
import { useTell } from './use-tell.ts';

/** Assigns the documents that are selected. */
export const AssignSeveral = ({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) => {
  const { t } = useTranslation('inbox');
  const tell = useTell();
  const form = useTarget();
  const save = useSave({
    form,
    send: (target: Target) => api('POST /inbox/assign', { body: { ids, ...bodyOf(target) } }),
    refresh: REFRESHED,
    done: ({ assigned, gone }) => {
      tell('assignedSeveral', assigned.length, gone);
      onClose();
    },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('assignSeveral', { count: ids.length })}
      submit={t('assign')}
      form={form}
      save={save}
    >
      <RecordFields form={form} />
    </FormModal>
  );
};
