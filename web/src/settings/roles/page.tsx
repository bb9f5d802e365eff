/** Roles: rights of users who sign in. */
import { Badge, Button, Code } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { Role } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { REFRESHED, ROLES_KEY } from './query-keys.ts';

const RoleForm = laterDialog(async () => (await import('./role-form.tsx')).RoleForm);

const RoleTable = ({ roles, onEdit }: { roles: readonly Role[]; onEdit: (role: Role) => void }) => {
  const { t } = useTranslation('roles');
  const { t: common } = useTranslation();
  const [removing, setRemoving] = useState<Role | null>(null);
  const remove = useSave({
    send: ({ name }: { name: string }) => api('DELETE /roles/:name', { name }),
    refresh: REFRESHED,
    message: () => common('deleted'),
  });
  return (
    <>
      <DataTable label={t('title')} head={[t('name'), t('id'), t('scopes'), t('users'), '']}>
        {roles.map((role) => (
          <tr key={role.id}>
            <th scope="row" className="break-anywhere">
              {builtInText(role.name)}
              {role.own_customers ? (
                <Badge variant="light" ml="xs">
                  {t('ownCustomers')}
                </Badge>
              ) : null}
            </th>
            <td>
              <Code>{role.id}</Code>
            </td>
            <td>{role.fixed ? <Badge variant="light">{t('all')}</Badge> : role.scopes.length}</td>
            <td>{role.users}</td>
            <td className="end">
              {role.fixed ? null : (
                <RowMenu
                  name={builtInText(role.name)}
                  actions={[
                    { name: common('edit'), run: () => onEdit(role) },
                    { name: common('delete'), danger: true, run: () => setRemoving(role) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('removeTitle', { name: builtInText(removing?.name ?? '') })}
        text={t('removeText')}
        confirm={common('delete')}
        run={() => remove.mutateAsync({ name: removing?.id ?? '' })}
      />
    </>
  );
};

export default function RolesPage() {
  const { t } = useTranslation('roles');
  const [edited, setEdited] = useState<Role | 'new' | null>(null);
  const query = useQuery({ queryKey: ROLES_KEY, ...callOf('GET /roles') });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      <QueryState query={query} rows={4}>
        {({ items }) => <RoleTable roles={items} onEdit={setEdited} />}
      </QueryState>
      {edited ? <RoleForm role={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
