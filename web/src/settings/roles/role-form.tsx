import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { Role } from '../../api/types.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ScopeMatrix } from '../tokens/scope-matrix.tsx';
import { REFRESHED } from './query-keys.ts';

const MOST_ID = 40;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A proposal for the id of a role: its name in the letters that ids may have. */
const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .replace(/-$/, '')
    .slice(0, MOST_ID);

type Values = Pick<Role, 'id' | 'name' | 'scopes' | 'own_customers'>;

const valuesOf = ({ id, name, scopes, own_customers }: Values) => ({ id, name, scopes: [...scopes], own_customers });

/** Creates a role, or changes one, whose id stays. Mounted for each opening. */
export const RoleForm = ({ role, onClose }: { role: Role | null; onClose: () => void }) => {
  const { t } = useTranslation('roles');
  const { t: common } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(role ?? { id: '', name: '', scopes: [], own_customers: false }),
    validate: { name: (value) => (value.trim() ? null : t('missing')) },
  });
  const save = useVersionedForm({
    form,
    shown: role,
    valuesOf,
    bodyOf: ({ name, scopes, own_customers }) => ({ name: name.trim(), scopes, own_customers }),
    current: async () => (await api('GET /roles')).items.find(({ id }) => id === role?.id),
    create: (body) => api('POST /roles', { body: { id: form.values.id || idOf(body.name), ...body } }),
    change: (changed, before, { id }) => api('PATCH /roles/:name', { name: id, body: { ...changed, before } }),
    wording: ({ code }) => (code === 'duplicate_name' ? t('taken') : null),
    refresh: REFRESHED,
    message: () => (role ? common('saved') : common('createdNamed', { name: form.getValues().name.trim() })),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={role ? t('edit', { name: role.name }) : t('add')}
      submit={role ? common('save') : common('create')}
      form={form}
      save={save}
      words={{ labels: { id: t('id'), name: t('name'), scopes: t('scopes'), own_customers: t('ownCustomers') } }}
      size="lg"
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {role ? null : (
        <TextInput
          label={t('id')}
          description={t('idHint')}
          placeholder={idOf(form.values.name)}
          maxLength={MOST_ID}
          {...form.getInputProps('id')}
        />
      )}
      <Switch
        label={t('ownCustomers')}
        description={t('ownCustomersHint')}
        {...form.getInputProps('own_customers', { type: 'checkbox' })}
      />
      <ScopeMatrix
        value={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors.scopes}
      />
    </FormModal>
  );
};
