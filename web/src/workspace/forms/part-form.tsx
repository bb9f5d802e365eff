/** Adds a row to a record, changes or removes one. */
import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { sendV3 } from '../../api/v3.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { DraftNotice } from '../../components/form/draft-notice.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Field, isShownFor } from '../schema/schema.ts';
import { bodyOf } from './field-values.ts';
import { useHousehold } from './household.tsx';
import { FieldInput } from './input.tsx';
import { readVersion, useRecordForm, type Version } from './use-record-form.ts';

interface Given {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The list behind `/v3` that it belongs to. */
  readonly path: string;
  readonly fields: readonly Field[];
  /** Its number; null for a new one. */
  readonly id: number | null;
  /** The customer whose household may get the same address; null for other rows. */
  readonly resident?: number | null;
  /** Whether the form of a row also removes it. */
  readonly removes?: boolean;
}

const useRemoval = (address: string, onClose: () => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async () => {
    try {
      await sendV3('DELETE', address);
      onClose();
      notify(() => t('deleted'));
      await client.invalidateQueries({ queryKey: ['v3'] });
    } catch (error) {
      notifyError(error);
    }
  };
};

const Removal = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const remove = useRemoval(address, onClose);
  return (
    <Button variant="subtle" color="red" onClick={remove}>
      {t('delete')}
    </Button>
  );
};

const Fields = ({ shown, ...given }: Given & { shown: Version | null }) => {
  const { opened, onClose, title, path, fields, id, resident = null, removes = true } = given;
  const { t, language } = useTranslation();
  const household = useHousehold(resident ?? 0, resident === null ? null : shown);
  const address = id === null ? path : `${path}/${id}`;
  const { form, save, draft } = useRecordForm({
    fields,
    shown,
    path: address,
    refresh: [['v3']],
    message: () => (id === null ? t('createdNamed', { name: title }) : t('saved')),
    done: () => {
      onClose();
      void household.move(bodyOf(fields, form.values, language, false));
    },
  });
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={title}
      submit={t(id === null ? 'create' : 'save')}
      form={form}
      save={save}
      draft={!draft.stored}
    >
      <DraftNotice draft={draft} />
      {fields
        .filter((field) => isShownFor(field, fields, form.values))
        .map((field) => (
          <FieldInput key={field.name} field={field} form={form} fields={fields} />
        ))}
      {household.choice}
      {id !== null && removes ? <Removal address={address} onClose={onClose} /> : null}
    </FormModal>
  );
};

/** Whether rows of its kind are only added and removed. */
const isNeverChanged = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 405);

/** The form of a row that is there, as soon as its version is known. */
const Changed = (given: Given & { id: number }) => {
  const { opened, onClose, title, path, id } = given;
  const { t } = useTranslation('records');
  const query = useQuery({
    queryKey: ['v3', 'part', path, id],
    queryFn: () => readVersion(`${path}/${id}`),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <Fields {...given} shown={query.data} />;
  const body = () => {
    if (!query.error) return <LoadingRows rows={3} />;
    if (!isNeverChanged(query.error)) return <ErrorBox error={query.error} retry={() => query.refetch()} />;
    return (
      <Stack align="flex-start">
        <Text size="sm">{t('onlyRemoved')}</Text>
        <Removal address={`${path}/${id}`} onClose={onClose} />
      </Stack>
    );
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {body()}
    </Dialog>
  );
};

export const PartForm = (given: Given) =>
  given.id === null ? <Fields {...given} shown={null} /> : <Changed {...given} id={given.id} />;
