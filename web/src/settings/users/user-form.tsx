import { Alert, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { InvitationLink, ListOption, User, Users } from '../../api/types.ts';
import type { Wordings } from '../../components/form/conflict-box.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { nameOf } from './user-label.ts';

const choices = (options: readonly ListOption[]) =>
  options.map(({ value, display }) => ({ value: String(value), label: builtInText(display) }));

/** An invited user gets role and licence by choice, never by default: `licensed` is the choice. */
const valuesOf = (user: User | null) => ({
  vorname: user?.vorname ?? '',
  name: user?.name ?? '',
  email: user?.email ?? '',
  rolle: user?.rolle ?? null,
  lizenz_typ: user?.lizenz_typ ?? null,
  licensed: user ? (user.lizenz ? 'yes' : 'no') : '',
});

interface Props {
  readonly user: User | null;
  readonly users: Users;
  readonly onClose: () => void;
  readonly invited: (name: string, link: InvitationLink) => void;
}

const useUserForm = ({ user, onClose, invited }: Props) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(user),
    validate: {
      email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('noEmail')),
      rolle: (value) => (user || value ? null : t('chooseRole')),
      licensed: (value) => (value ? null : t('chooseLicence')),
      lizenz_typ: (value, { licensed }) => (user || value || licensed !== 'yes' ? null : t('chooseLicenceType')),
    },
  });
  const save = useVersionedForm({
    form,
    shown: user,
    valuesOf,
    bodyOf: ({ licensed, ...values }) => ({ ...values, lizenz: licensed === 'yes' }),
    current: async () => (await api('GET /users', { query: { only: user?.kid ?? 0 } })).items[0],
    create: (body) => api('POST /users', { body }),
    change: (changed, before, { kid }) => api('PATCH /users/:kid', { kid, body: { ...changed, before } }),
    fieldOfCode: { email_not_unique: 'email', license_quota_exceeded: 'licensed' },
    refresh: [['users']],
    message: () => (user ? c('saved') : c('created')),
    done: (answer: InvitationLink | null, values) => {
      onClose();
      if (answer) invited(nameOf(values), answer);
    },
  });
  return { form, save };
};

type Form = ReturnType<typeof useUserForm>['form'];

/** Of an invitation both are offered, and none is chosen. */
const LicenceInput = ({ form, invites, left }: { form: Form; invites: boolean; left: number }) => {
  const { t } = useTranslation('users');
  const label = t('licence');
  if (!invites) {
    return (
      <Switch
        label={label}
        checked={form.values.licensed === 'yes'}
        error={form.errors.licensed}
        onChange={(event) => form.setFieldValue('licensed', event.currentTarget.checked ? 'yes' : 'no')}
      />
    );
  }
  return (
    <Select
      label={label}
      description={t('licencesLeft', { count: left })}
      data={[
        { value: 'yes', label: t('withLicence') },
        { value: 'no', label: t('withoutLicence') },
      ]}
      required
      allowDeselect={false}
      {...form.getInputProps('licensed')}
      value={form.values.licensed || null}
    />
  );
};

/** How the members are called where two versions are shown. */
const useWords = ({ roles, licence_types }: Users): Wordings => {
  const { t } = useTranslation('users');
  const options: Readonly<Record<string, readonly ListOption[]>> = { rolle: roles, lizenz_typ: licence_types };
  return {
    labels: {
      vorname: t('vorname'),
      name: t('name'),
      email: t('email'),
      rolle: t('role'),
      lizenz: t('licence'),
      lizenz_typ: t('licenceType'),
    },
    show: (name, value) => {
      const found = options[name]?.find((option) => option.value === value);
      return found ? builtInText(found.display) : null;
    },
  };
};

/** Invites a user or changes one; `invited` receives the one-time link of a new one. */
export const UserForm = (props: Props) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const { user, users, onClose } = props;
  const { form, save } = useUserForm(props);
  const words = useWords(users);
  const own = useSession().user.kid === user?.kid;
  const { used, limit } = users.licences;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={user ? t('edit') : t('invite')}
      submit={user ? c('save') : t('invite')}
      form={form}
      save={save}
      words={words}
    >
      <TextInput label={t('vorname')} maxLength={255} data-autofocus {...form.getInputProps('vorname')} />
      <TextInput label={t('name')} maxLength={255} {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" required maxLength={255} {...form.getInputProps('email')} />
      <Select
        label={t('role')}
        description={t('roleText')}
        data={choices(users.roles)}
        clearable={user !== null}
        required={user === null}
        {...form.getInputProps('rolle')}
      />
      {own && form.values.rolle !== user?.rolle ? <Alert color="orange">{t('ownRole')}</Alert> : null}
      <LicenceInput form={form} invites={user === null} left={Math.max(0, limit - used)} />
      <Select
        label={t('licenceType')}
        placeholder={t('noLicenceType')}
        required={user === null && form.values.licensed === 'yes'}
        data={choices(users.licence_types)}
        clearable
        {...form.getInputProps('lizenz_typ')}
      />
    </FormModal>
  );
};
