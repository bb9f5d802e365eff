import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import { SESSION_KEY, useSession } from '../../api/session.ts';
import type { FactorRequired, InvitationLink, User, Users } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { SecretModal } from '../../components/dialog/secret-modal.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { Select } from '../../components/select/select.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Listed } from '../../components/table/paged-list.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { type ListState, useList } from '../../hooks/use-list.ts';
import { isGone, useSave } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Asked } from './confirm-dialog.tsx';
import { nameOf } from './user-label.ts';

const Question = laterDialog(async () => (await import('./confirm-dialog.tsx')).Question);
const SessionsModal = laterDialog(async () => (await import('./sessions-modal.tsx')).SessionsModal);

const USERS_KEY = ['users'];

const State = ({ user }: { user: User }) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  if (!user.aktiv) return <Badge color="gray">{c('inactive')}</Badge>;
  if (user.has_password) {
    return (
      <Group gap={6} wrap="nowrap">
        <Badge color="teal">{c('active')}</Badge>
        {user.totp ? <Badge variant="outline">{t('factor')}</Badge> : null}
        {user.lacks_factor ? (
          <Badge variant="outline" color="orange">
            {t('noFactor')}
          </Badge>
        ) : null}
      </Group>
    );
  }
  return <Badge color="blue">{user.invited_until ? t('invited') : t('noPassword')}</Badge>;
};

interface Shown {
  readonly name: string;
  readonly link: InvitationLink;
}

interface RowProps {
  readonly user: User;
  readonly users: Users;
  readonly onEdit: (user: User) => void;
  readonly onLink: (shown: Shown) => void;
}

/** A removed row shows no error. */
const tellGone = (error: Error) => {
  if (isGone(error)) notifyError(error);
};

const useActs = ({ user, onLink }: RowProps) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const { kid } = user;
  const switched = {
    send: ({ aktiv, revoke_tokens = false }: { aktiv: boolean; revoke_tokens?: boolean }) =>
      api('PATCH /users/:kid', { kid, body: { aktiv, revoke_tokens, before: { aktiv: user.aktiv } } }),
    refresh: [USERS_KEY, ['tokens']],
    message: () => c('saved'),
  };
  const activate = useSave({ ...switched, failed: tellGone });
  const deactivate = useSave(switched);
  const remove = useSave({
    send: ({ revoke_tokens }: { revoke_tokens: boolean }) =>
      api('DELETE /users/:kid', { kid, query: { revoke_tokens: String(revoke_tokens) } }),
    refresh: [USERS_KEY, ['tokens']],
    message: () => c('deleted'),
  });
  const takeFactor = useSave({
    send: () => api('DELETE /users/:kid/factor', { kid }),
    refresh: [USERS_KEY],
    message: () => t('factorTaken'),
  });
  const invite = useSave({
    send: () => api('POST /users/:kid/invitation', { kid }),
    refresh: [USERS_KEY],
    done: (link) => onLink({ name: nameOf(user), link }),
    failed: tellGone,
  });
  const asked: Readonly<Record<Asked, (revoke_tokens: boolean) => Promise<unknown>>> = {
    deactivate: (revoke_tokens) => deactivate.mutateAsync({ aktiv: false, revoke_tokens }),
    remove: (revoke_tokens) => remove.mutateAsync({ revoke_tokens }),
    takeFactor: () => takeFactor.mutateAsync({}),
  };
  return { activate, invite, asked };
};

interface MenuProps extends RowProps {
  readonly acts: ReturnType<typeof useActs>;
  readonly onAsk: (asked: Asked) => void;
  readonly onSessions: () => void;
}

const UserMenu = ({ user, acts, onEdit, onAsk, onSessions }: MenuProps) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const own = useSession().user.kid === user.kid;
  const { activate, invite } = acts;
  return (
    <RowMenu
      name={nameOf(user)}
      busy={activate.isPending || invite.isPending}
      actions={[
        { name: c('edit'), run: () => onEdit(user) },
        { name: user.has_password ? t('newReset') : t('newInvitation'), run: () => invite.mutate({}) },
        user.sessions ? { name: t('sessions'), run: onSessions } : null,
        user.totp && !own ? { name: t('takeFactor'), danger: true, run: () => onAsk('takeFactor') } : null,
        user.aktiv
          ? { name: t('deactivate'), danger: true, run: () => onAsk('deactivate') }
          : { name: t('activate'), run: () => activate.mutate({ aktiv: true }) },
        { name: c('delete'), danger: true, run: () => onAsk('remove') },
      ]}
    />
  );
};

const display = (value: string | null, options: Users['roles'], none = '–') =>
  builtInText(options.find((option) => option.value === value)?.display ?? value ?? none);

/** One user, with the actions on it. */
const UserRow = (props: RowProps) => {
  const { user, users } = props;
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const own = useSession().user.kid === user.kid;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sessions, setSessions] = useState(false);
  const acts = useActs(props);
  const name = nameOf(user);
  const failed = acts.activate.error ?? acts.invite.error;
  return (
    <tr>
      <th scope="row" className="break-anywhere">
        <Text size="sm" fw={600}>
          {name}
          {own ? (
            <Badge size="sm" variant="light" ml={6}>
              {t('you')}
            </Badge>
          ) : null}
        </Text>
        <Text size="sm" c="dimmed">
          {user.email}
        </Text>
        {failed && !asked ? (
          <Text size="sm" c="red" role="alert">
            {errorText(failed)}
          </Text>
        ) : null}
      </th>
      <td>{display(user.rolle, users.roles)}</td>
      <td>{user.lizenz ? display(user.lizenz_typ, users.licence_types, t('withLicence')) : c('no')}</td>
      <td>
        <State user={user} />
      </td>
      <td>
        <DateText value={user.letzter_login} />
      </td>
      <td className="end">
        <UserMenu {...props} acts={acts} onAsk={setAsked} onSessions={() => setSessions(true)} />
        {asked ? (
          <Question
            asked={asked}
            user={user}
            run={(act, endTokens) => acts.asked[act](endTokens)}
            onClose={() => setAsked(null)}
          />
        ) : null}
        {sessions ? <SessionsModal kid={user.kid} name={name} onClose={() => setSessions(false)} /> : null}
      </td>
    </tr>
  );
};

const CHOICES = ['nobody', 'administrators', 'everybody'] as const;

/** Whose second factor the organisation requires; before more people need one it says who has none yet. */
const FactorRequirement = ({ users }: { users: Pick<Users, 'second_factor' | 'without_factor'> }) => {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const [asked, setAsked] = useState<Exclude<FactorRequired, 'nobody'> | null>(null);
  const { second_factor: required, without_factor: without } = users;
  const save = useSave({
    send: ({ required_of }: { required_of: FactorRequired }) =>
      api('PUT /second-factor', { body: { required_of, before: { required_of: required } } }),
    refresh: [['users'], SESSION_KEY],
    message: () => common('saved'),
  });
  const choose = (value: FactorRequired) => {
    if (value === 'nobody') save.mutate({ required_of: value });
    else setAsked(value);
  };
  return (
    <>
      <Select
        label={t('factorRequired')}
        description={t('factorRequiredText')}
        data={CHOICES.map((value) => ({ value, label: t(`factorOf.${value}`) }))}
        value={required}
        allowDeselect={false}
        disabled={save.isPending}
        error={save.error && !asked ? errorText(save.error) : null}
        onChange={(value) => {
          if (value && value !== required) choose(value as FactorRequired);
        }}
        maw={420}
      />
      {asked ? (
        <ConfirmModal
          opened
          onClose={() => setAsked(null)}
          title={t('requireTitle')}
          text={
            <Stack gap="sm">
              {user.totp ? null : <Alert color="orange">{t('requireOwn')}</Alert>}
              <Text size="sm">{t('requireText', { count: without[asked] })}</Text>
            </Stack>
          }
          confirm={t(`factorOf.${asked}`)}
          color="petrol"
          run={() => save.mutateAsync({ required_of: asked })}
        />
      ) : null}
    </>
  );
};

const UserForm = laterDialog(async () => (await import('./user-form.tsx')).UserForm);

/** The one-time link, shown this once: where no mail brings it as well, it is not closed by mistake. */
const LinkModal = ({ shown, onClose }: { shown: Shown; onClose: () => void }) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const { link, mailed, expires_at } = shown.link;
  const title = t('linkTitle', { name: shown.name });
  const until = (
    <Text size="sm">
      {t('validUntil')}: <DateText value={expires_at} />
    </Text>
  );
  return (
    <SecretModal
      title={title}
      text={`${t('linkText')} ${t(mailed ? 'mailed' : 'notMailed')}`}
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
