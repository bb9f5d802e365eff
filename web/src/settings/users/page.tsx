import { Button, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { callOf } from '../../api/client.ts';
import type { InvitationLink, User, Users } from '../../api/types.ts';
import { SecretModal } from '../../components/dialog/secret-modal.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Listed } from '../../components/table/paged-list.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { type ListState, useList } from '../../hooks/use-list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FactorRequirement } from './factor-requirement.tsx';
import { USERS_KEY, UserRow } from './user-row.tsx';

const UserForm = laterDialog(async () => (await import('./user-form.tsx')).UserForm);

interface Shown {
  readonly name: string;
  readonly link: InvitationLink;
}

/** The one-time link, shown this once: where no mail brings it as well, it is not closed by mistake. */
const LinkModal = ({ shown, onClose }: { shown: Shown; onClose: () => void }) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const { link, mailed, expires_at } = shown.link;
  const title = t('linkTitle', { name: shown.name });
  const until = expires_at ? (
    <Text size="sm">
      {t('validUntil')}: <DateText value={expires_at} />
    </Text>
  ) : null;
  return (
    <SecretModal
      title={title}
      text={`${t(expires_at ? 'linkText' : 'workLinkText')} ${t(mailed ? 'mailed' : 'notMailed')}`}
      label={t('link')}
      secret={link}
      done={mailed ? c('close') : t('linkDone')}
      kept={mailed}
      onClose={onClose}
    >
      {until}
    </SecretModal>
  );
};

const SORTS = ['name', 'rolle', 'letzter_login'] as const;

const UserTable = ({ users, list }: { users: Users; list: ListState<Users, (typeof SORTS)[number]> }) => {
  const { t } = useTranslation('users');
  const [edited, setEdited] = useState<User | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const head = [
    list.sortedBy('name', t('column.name')),
    list.sortedBy('rolle', t('column.role')),
    t('column.licence'),
    t('column.state'),
    list.sortedBy('letzter_login', t('column.login')),
    '',
  ];
  return (
    <>
      <DataTable label={t('title')} head={head} minWidth={720}>
        {users.items.map((user) => (
          <UserRow key={user.kid} user={user} users={users} onEdit={setEdited} onLink={setShown} />
        ))}
      </DataTable>
      {edited ? (
        <UserForm user={edited} users={users} onClose={() => setEdited(null)} invited={() => undefined} />
      ) : null}
      {shown ? <LinkModal shown={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
};

export default function UsersPage() {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const [inviting, setInviting] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const list = useList(USERS_KEY, SORTS, (query) => callOf('GET /users', { query }));
  const users = list.query.data;
  const add = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)} disabled={!users}>
      {t('invite')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      <Stack>
        {users ? (
          <>
            <FactorRequirement users={users} />
            <Text>{t('licences', users.licences)}</Text>
          </>
        ) : null}
        <Listed list={list} named={t('title')} empty={<EmptyState text={c('noHit')} />}>
          {(shownUsers) => <UserTable users={shownUsers} list={list} />}
        </Listed>
      </Stack>
      {inviting && users ? (
        <UserForm
          user={null}
          users={users}
          onClose={() => setInviting(false)}
          invited={(name, link) => setShown({ name, link })}
        />
      ) : null}
      {shown ? <LinkModal shown={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
