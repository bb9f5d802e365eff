import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { InvitationLink, ListOption, User, Users } from '../../api/types.ts';
import { sendChanged } from '../../parts/changed.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useSave } from '../../parts/use-save.ts';

const choices = (options: readonly ListOption[]) =>
  options.map(({ value, display }) => ({ value: String(value), label: display }));

const initial = (user: User | null) => ({
  vorname: user?.vorname ?? '',
  name: user?.name ?? '',
  email: user?.email ?? '',
  rolle: user?.rolle ?? null,
  lizenz: user?.lizenz ?? true,
  lizenz_typ: user?.lizenz_typ ?? null,
});

/** Invites a user or changes one; `invited` receives the one-time link of a new one. */
export const UserForm = (props: {
  user: User | null;
  users: Users;
  onClose: () => void;
  invited: (name: string, link: InvitationLink) => void;
}) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const { user, users, onClose } = props;
  const form = useForm({
    initialValues: initial(user),
    validate: { email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('noEmail')) },
  });
  const save = useSave({
    form,
    fieldOfCode: { email_not_unique: 'email', license_quota_exceeded: 'lizenz' },
    send: async (body: ReturnType<typeof initial>) => {
      if (!user) return api('POST /users', { body });
      await sendChanged(initial(user), body, (changed) => api('PATCH /users/:kid', { kid: user.kid, body: changed }));
      return null;
    },
    refresh: [['users']],
    message: user ? c('saved') : c('created'),
    done: (answer, values) => {
      onClose();
      if (answer) props.invited(`${values.vorname} ${values.name}`.trim(), answer);
    },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={user ? t('edit') : t('invite')}
      submit={user ? c('save') : t('invite')}
      form={form}
      save={save}
    >
      <TextInput label={t('vorname')} maxLength={255} data-autofocus {...form.getInputProps('vorname')} />
      <TextInput label={t('name')} maxLength={255} {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" required maxLength={255} {...form.getInputProps('email')} />
      <Select label={t('role')} data={choices(users.roles)} clearable {...form.getInputProps('rolle')} />
      <Switch label={t('licence')} {...form.getInputProps('lizenz', { type: 'checkbox' })} />
      <Select
        label={t('licenceType')}
        data={choices(users.licence_types)}
        clearable
        {...form.getInputProps('lizenz_typ')}
      />
    </FormModal>
  );
};
