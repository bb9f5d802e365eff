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

const valuesOf = (user: User | null) => ({
  vorname: user?.vorname ?? '',
  name: user?.name ?? '',
  email: user?.email ?? '',
  rolle: user?.rolle ?? null,
  lizenz_typ: user?.lizenz_typ ?? null,
  licensed: user?.lizenz ? 'yes' : 'no',
});

/** The role and the licence that most invited users get; organisations may have removed them. */
const [USUAL_ROLE, USUAL_LICENCE] = ['berater', 'voll'];

const has = (options: readonly ListOption[], wanted: string | null) => options.some(({ value }) => value === wanted);

/** The kind of licence of a role: the one of its name, else the usual one. */
const licenceFor = ({ licence_types: types }: Users, role: string | null): string | null =>
  has(types, role) ? role : has(types, USUAL_LICENCE) ? USUAL_LICENCE : null;

const licencesLeft = ({ licences: { used, limit } }: Users): number => Math.max(0, limit - used);

/** An invitation begins with the usual role, and with a licence where one is free. */
const valuesOfNew = (users: Users) => {
  const rolle = has(users.roles, USUAL_ROLE) ? USUAL_ROLE : null;
  const free = licencesLeft(users) > 0;
  return {
    ...valuesOf(null),
    rolle,
    licensed: free ? 'yes' : 'no',
    lizenz_typ: free ? licenceFor(users, rolle) : null,
  };
};

interface Props {
  readonly user: User | null;
  readonly users: Users;
  readonly onClose: () => void;
  readonly invited: (name: string, link: InvitationLink) => void;
}

const useUserForm = ({ user, users, onClose, invited }: Props) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: user ? valuesOf(user) : valuesOfNew(users),
    validate: {
      email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('noEmail')),
      rolle: (value) => (user || value ? null : t('chooseRole')),
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
    message: () => (user ? c('saved') : c('createdNamed', { name: nameOf(form.getValues()) })),
    done: (answer: InvitationLink | null, values) => {
      onClose();
      if (answer) invited(nameOf(values), answer);
    },
  });
  return { form, save };
};

type Form = ReturnType<typeof useUserForm>['form'];

const LicenceInput = ({ form, users, invites }: { form: Form; users: Users; invites: boolean }) => {
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
      description={t('licencesLeft', { count: licencesLeft(users) })}
      data={[
        { value: 'yes', label: t('withLicence') },
        { value: 'no', label: t('withoutLicence') },
      ]}
      required
      allowDeselect={false}
      {...form.getInputProps('licensed')}
      onChange={(licensed) => {
        form.setFieldValue('licensed', licensed ?? 'no');
        form.setFieldValue('lizenz_typ', licensed === 'yes' ? licenceFor(users, form.values.rolle) : null);
      }}
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
        onChange={(rolle) => {
          form.setFieldValue('rolle', rolle);
          if (!user && form.values.licensed === 'yes') form.setFieldValue('lizenz_typ', licenceFor(users, rolle));
        }}
      />
      {own && form.values.rolle !== user?.rolle ? <Alert color="orange">{t('ownRole')}</Alert> : null}
      <LicenceInput form={form} users={users} invites={user === null} />
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
