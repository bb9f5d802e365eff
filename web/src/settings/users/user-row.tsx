import { Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { InvitationLink, User, Users } from '../../api/types.ts';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { isGone, useSave } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Asked } from './confirm-dialog.tsx';
import { nameOf } from './user-label.ts';

const Question = laterDialog(async () => (await import('./confirm-dialog.tsx')).Question);
const SessionsModal = laterDialog(async () => (await import('./sessions-modal.tsx')).SessionsModal);

export const USERS_KEY = ['users'];

const State = ({ user }: { user: User }) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  if (!user.aktiv) return <Badge color="gray">{c('inactive')}</Badge>;
  if (user.has_password || user.work_account) {
    return (
      <Group gap={6} wrap="nowrap">
        <Badge color="teal">{c('active')}</Badge>
        {user.totp || user.passkeys ? <Badge variant="outline">{t('factor')}</Badge> : null}
        {user.work_account ? <Badge variant="outline">{t('workAccount')}</Badge> : null}
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
  const releaseAccount = useSave({
    send: () => api('DELETE /users/:kid/work-account', { kid }),
    refresh: [USERS_KEY],
    message: () => t('accountReleased'),
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
    releaseAccount: () => releaseAccount.mutateAsync({}),
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
        (user.totp || user.passkeys) && !own
          ? { name: t('takeFactor'), danger: true, run: () => onAsk('takeFactor') }
          : null,
        user.work_account ? { name: t('releaseAccount'), danger: true, run: () => onAsk('releaseAccount') } : null,
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
export const UserRow = (props: RowProps) => {
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
