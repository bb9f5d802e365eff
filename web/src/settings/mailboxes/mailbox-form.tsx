import { Checkbox, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type AnswerOf, api } from '../../api/client.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { bodyOfServer, ServerFields, type ServerValues, useServerRules } from './server-fields.tsx';

export type Mailbox = AnswerOf<'GET /mailboxes'>['items'][number];

type Shown = Pick<Mailbox, 'name' | 'host' | 'port' | 'tls' | 'username' | 'folder' | 'active'>;

interface Values extends ServerValues {
  readonly name: string;
  readonly folder: string;
  readonly active: boolean;
}

const PORTS = { tls: 993, starttls: 143, none: 143 };
const NEW: Shown = { name: '', host: '', port: PORTS.tls, tls: 'tls', username: '', folder: 'INBOX', active: true };

const valuesOf = ({ name, host, port, tls, username, folder, active }: Shown): Values => ({
  ...{ name, host, port: String(port), tls, username, password: '', folder, active },
});

const bodyOf = (values: Values) => ({
  ...{ name: values.name.trim(), folder: values.folder.trim(), active: values.active },
  ...bodyOfServer(values),
});

/** Makes a mailbox or changes one; mounted for each opening. @param onSaved gets its number */
export const MailboxForm = (props: { mailbox: Mailbox | null; onClose: () => void; onSaved: (id: number) => void }) => {
  const { mailbox, onClose, onSaved } = props;
  const { t } = useTranslation('mailboxes');
  const { t: common } = useTranslation();
  const rules = useServerRules();
  const needed = (value: string) => (value.trim() ? null : common('missing'));
  const form = useForm<Values>({
    initialValues: valuesOf(mailbox ?? NEW),
    validate: {
      ...rules,
      ...{ name: needed, username: needed, folder: needed },
      password: (value) => (mailbox || value ? null : common('missing')),
    },
  });
  const save = useVersionedForm({
    form,
    shown: mailbox as Shown | null,
    valuesOf,
    bodyOf,
    current: async () => (await api('GET /mailboxes')).items.find(({ mailbox_id: id }) => id === mailbox?.mailbox_id),
    create: async ({ password = '', ...body }) =>
      (await api('POST /mailboxes', { body: { ...body, password } })).mailbox_id,
    change: (changed, before) =>
      api('PATCH /mailboxes/:id', { id: mailbox?.mailbox_id ?? 0, body: { ...changed, before } }),
    refresh: [['mailboxes']],
    message: () => common('saved'),
    done: (id: number | null) => {
      onClose();
      onSaved(id ?? mailbox?.mailbox_id ?? 0);
    },
  });
  const labels = {
    ...{ name: t('name'), host: t('host'), port: t('port'), tls: t('tls'), username: t('username') },
    ...{ folder: t('folder'), active: t('active') },
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={mailbox ? t('editTitle') : t('create')}
      submit={mailbox ? common('save') : common('create')}
      form={form}
      save={save}
      words={{ labels }}
      size="lg"
      draft={false}
    >
      {mailbox ? null : <Text size="sm">{t('from')}</Text>}
      <TextInput
        label={t('name')}
        description={t('nameText')}
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ServerFields form={form} ports={PORTS} stored={mailbox !== null} />
      <TextInput
        label={t('folder')}
        description={t('folderText')}
        maxLength={255}
        required
        {...form.getInputProps('folder')}
      />
      <Checkbox label={t('active')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </FormModal>
  );
};
