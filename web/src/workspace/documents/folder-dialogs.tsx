/** The dialogs of one folder of documents: its name, and its removal. */
import { useQueryClient } from '@tanstack/react-query';
import { sendV3 } from '../../api/v3.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { notify } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { madeField } from '../schema/schema.ts';

const PartForm = laterDialog(async () => (await import('../forms/part-form.tsx')).PartForm);

interface Given {
  /** The folders behind `/v3`. */
  readonly path: string;
  readonly onClose: () => void;
}

/** Makes a folder, or changes one. @param id its number; null for a new one */
export const FolderForm = ({ path, id, onClose }: Given & { id: number | null }) => {
  const { t } = useTranslation('records');
  const name = madeField('name', t('folderName'), { required: true, readOnly: false, max: 255 });
  const protect = madeField('protect', t('folderProtected'), { kind: 'flag', readOnly: false });
  return (
    <PartForm
      opened
      onClose={onClose}
      title={t(id === null ? 'newFolder' : 'changeFolder')}
      path={path}
      fields={id === null ? [name] : [name, protect]}
      id={id}
      removes={false}
    />
  );
};

/** Deletes a folder; what it holds stays. @param removed runs after that */
export const FolderRemoval = (props: Given & { folder: { id: number; name: string }; removed: () => void }) => {
  const { path, onClose, folder, removed } = props;
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const run = async () => {
    await sendV3('DELETE', `${path}/${folder.id}`);
    removed();
    notify(() => common('deleted'));
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t('deleteFolderTitle', { name: folder.name })}
      text={t('deleteFolderText')}
      confirm={t('deleteFolder')}
      run={run}
    />
  );
};
