import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { InvitationLink, User, Users } from '../../api/types.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Paged } from '../../parts/paged.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { FactorRequirement } from './factor-requirement.tsx';
import { nameOf } from './name-of.ts';
import { UserForm } from './user-form.tsx';
import { USERS_KEY, UserRow } from './user-row.tsx';

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
              <UserRow key={user.kid} user={user} users={users} onEdit={setEdited} onLink={setShown} />
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
  const query = useQuery({ queryKey: USERS_KEY, queryFn: () => api('GET /users') });
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
