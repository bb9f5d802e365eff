import { Alert, Badge, Button, Group, Menu, Stack, Table, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { InvitationLink, User, Users } from '../../api/types.ts';
import { errorText } from '../../i18n/error-text.ts';
import { ConfirmModal } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Paged } from '../../parts/paged.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useSave } from '../../parts/use-save.ts';
import { FactorRequirement } from './factor-requirement.tsx';
import { SessionsModal } from './sessions-modal.tsx';
import { UserForm } from './user-form.tsx';

const KEY = ['users'];
const nameOf = ({ vorname, name, email }: User): string => [vorname, name].filter(Boolean).join(' ') || email;

interface Shown {
  readonly name: string;
  readonly link: InvitationLink;
}

/** The one-time link, shown this once. */
const LinkModal = ({ shown, onClose }: { shown: Shown; onClose: () => void }) => {
  const { t } = useTranslation('users');
  const { link, mailed, expires_at } = shown.link;
  return (
    <Dialog opened onClose={onClose} title={t('linkTitle', { name: shown.name })} size="lg">
      <Stack>
        <Text size="sm">{t('linkText')}</Text>
        <CopyField label={t('link')} value={link} />
        <Text size="sm">
          {t('validUntil')}: <DateText value={expires_at} />
        </Text>
        <Alert color={mailed ? 'teal' : 'blue'}>{mailed ? t('mailed') : t('notMailed')}</Alert>
      </Stack>
    </Dialog>
  );
};

const State = ({ user }: { user: User }) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  if (!user.aktiv) return <Badge color="gray">{c('inactive')}</Badge>;
  if (user.has_password) {
    return (
      <Group gap={6} wrap="nowrap">
        <Badge color="teal">{c('active')}</Badge>
        {user.totp ? <Badge variant="outline">{t('factor')}</Badge> : null}
      </Group>
    );
  }
  return <Badge color="blue">{user.invited_until ? t('invited') : t('noPassword')}</Badge>;
};

/** What is asked for before it is done. */
type Asked = 'deactivate' | 'remove' | 'takeFactor';

interface RowProps {
  readonly user: User;
  readonly users: Users;
  readonly onEdit: (user: User) => void;
  readonly onLink: (shown: Shown) => void;
}

const Row = ({ user, users, onEdit, onLink }: RowProps) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const [asking, setAsking] = useState<Asked | null>(null);
  const [sessions, setSessions] = useState(false);
  const own = useSession().user.kid === user.kid;
  const name = nameOf(user);
  const activate = useSave({
    send: ({ aktiv }: { aktiv: boolean }) => api('PATCH /users/:kid', { kid: user.kid, body: { aktiv } }),
    refresh: [KEY],
    message: c('saved'),
  });
  const remove = useSave({
    send: () => api('DELETE /users/:kid', { kid: user.kid }),
    refresh: [KEY],
    message: c('deleted'),
  });
  const take = useSave({
    send: () => api('DELETE /users/:kid/factor', { kid: user.kid }),
    refresh: [KEY],
    message: t('factorTaken'),
  });
  const invite = useSave({
    send: () => api('POST /users/:kid/invitation', { kid: user.kid }),
    refresh: [KEY],
    done: (link) => onLink({ name, link }),
  });
  const acts: Readonly<Record<Asked, () => Promise<unknown>>> = {
    deactivate: () => activate.mutateAsync({ aktiv: false }),
    remove: () => remove.mutateAsync({}),
    takeFactor: () => take.mutateAsync({}),
  };
  const failed = activate.error ?? invite.error;
  const display = (value: string | null, options: Users['roles'], none = '–') =>
    options.find((option) => option.value === value)?.display ?? value ?? none;
  return (
    <Table.Tr>
      <Table.Td className="break-anywhere">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {user.email}
        </Text>
        {failed && !asking ? (
          <Text size="sm" c="red" role="alert">
            {errorText(failed)}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>{display(user.rolle, users.roles)}</Table.Td>
      <Table.Td>{user.lizenz ? display(user.lizenz_typ, users.licence_types, c('yes')) : c('no')}</Table.Td>
      <Table.Td>
        <State user={user} />
      </Table.Td>
      <Table.Td>
        <DateText value={user.letzter_login} />
      </Table.Td>
      <Table.Td ta="right">
        <RowMenu name={name} busy={activate.isPending || invite.isPending}>
          <Menu.Item onClick={() => onEdit(user)}>{c('edit')}</Menu.Item>
          <Menu.Item onClick={() => invite.mutate({})}>
            {user.has_password ? t('newReset') : t('newInvitation')}
          </Menu.Item>
          {user.sessions ? <Menu.Item onClick={() => setSessions(true)}>{t('sessions')}</Menu.Item> : null}
          {user.totp && !own ? (
            <Menu.Item color="red" onClick={() => setAsking('takeFactor')}>
              {t('takeFactor')}
            </Menu.Item>
          ) : null}
          {user.aktiv ? (
            <Menu.Item color="red" onClick={() => setAsking('deactivate')}>
              {t('deactivate')}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => activate.mutate({ aktiv: true })}>{t('activate')}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setAsking('remove')}>
            {c('delete')}
          </Menu.Item>
        </RowMenu>
        <ConfirmModal
          opened={asking !== null}
          onClose={() => setAsking(null)}
          title={asking ? t(`${asking}Title`, { name }) : ''}
          text={asking ? t(`${asking}Text`) : ''}
          confirm={asking === 'remove' ? c('delete') : asking ? t(asking) : ''}
          run={() => acts[asking ?? 'deactivate']()}
        />
        {sessions ? <SessionsModal kid={user.kid} name={name} onClose={() => setSessions(false)} /> : null}
      </Table.Td>
    </Table.Tr>
  );
};

const UserTable = ({ users }: { users: Users }) => {
  const { t } = useTranslation('users');
  const [edited, setEdited] = useState<User | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const head = [t('column.name'), t('column.role'), t('column.licence'), t('column.state'), t('column.login'), ''];
  return (
    <>
      <FactorRequirement required={users.second_factor} />
      <Text>{t('licences', users.licences)}</Text>
      <Paged items={users.items} named={t('title')} textOf={(user) => `${nameOf(user)} ${user.email}`}>
        {(shownUsers) => (
          <DataTable label={t('title')} head={head} minWidth={760}>
            {shownUsers.map((user) => (
              <Row key={user.kid} user={user} users={users} onEdit={setEdited} onLink={setShown} />
            ))}
          </DataTable>
        )}
      </Paged>
      {edited ? (
        <UserForm user={edited} users={users} onClose={() => setEdited(null)} invited={() => undefined} />
      ) : null}
      {shown ? <LinkModal shown={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
};

export default function UsersPage() {
  const { t } = useTranslation('users');
  const [inviting, setInviting] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const query = useQuery({ queryKey: KEY, queryFn: () => api('GET /users') });
  const add = (
    <Button
      leftSection={<IconUserPlus size={16} aria-hidden />}
      onClick={() => setInviting(true)}
      disabled={!query.data}
    >
      {t('invite')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      <QueryState query={query}>{(users) => <UserTable users={users} />}</QueryState>
      {inviting && query.data ? (
        <UserForm
          user={null}
          users={query.data}
          onClose={() => setInviting(false)}
          invited={(name, link) => setShown({ name, link })}
        />
      ) : null}
      {shown ? <LinkModal shown={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
