/** Users of the organisation, their role and their one-time links. */
import { createInvitation } from '../../access/credentials/one-time-links.ts';
import { passkeyCount } from '../../access/credentials/passkeys.ts';
import { revokeTokens } from '../../access/tokens/manage-tokens.ts';
import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import type { Tx } from '../../db/database.ts';
import { ADMINISTRATOR } from '../../model/records/users.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';
import { linkMailText } from '../mail/mail-templates.ts';
import { type Listing, listedPage } from '../request/paged-list.ts';
import { authorOf, contextFor, numberOf, perform } from '../request/perform.ts';
import { queryWord } from '../request/query-values.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { withPrelude } from '../request/transaction-prelude.ts';
import type { AnswerOf } from '../routes/index.ts';
import type { userSorts } from '../routes/users.ts';
import { sessionCount } from '../session/sessions.ts';
import { count, countsOfInvitation } from '../sign-in/login-throttle.ts';
import { acting } from '../sign-in/reauthentication.ts';

type Users = AnswerOf<'GET /users'>;
type Listed = Omit<Users['items'][number], 'lacks_factor'>;

const SORTS: Readonly<Record<(typeof userSorts)[number], Sql>> = lookupTable({
  name: sql`lower(concat_ws(' ', t.name, t.vorname) collate "und-x-icu")`,
  email: sql`lower(t.email)`,
  rolle: sql`t.rolle`,
  letzter_login: sql`t.letzter_login`,
});

const listing = ({ session: { orgId }, query, now }: SettingsCall): Listing => {
  const at = new Date(now()).toISOString();
  const active = queryWord('active', query.active, ['true']) ? sql`and t.aktiv` : sql``;
  return {
    of: sql`contact t where t.org_id = ${orgId} and t.section = 'users' and t.del = 0 ${active}`,
    joined: sql`left join credential c on c.org_id = ${orgId} and c.kid = t.id`,
    shown: sql`json_build_object('kid', t.id, 'vorname', t.vorname, 'name', t.name, 'email', t.email, 'rolle', t.rolle,
      'lizenz', t.lizenz, 'lizenz_typ', t.lizenz_typ, 'aktiv', t.aktiv, 'letzter_login', ${instant('t.letzter_login')},
      'has_password', c.password_hash is not null, 'work_account', c.sso_subject is not null, 'totp', c.totp_secret is not null,
      'passkeys', ${passkeyCount(orgId, sql`t.id`)}, 'sessions', ${sessionCount(orgId, now())},
      'invited_until', (select ${instant('max(i.expires_at)')} from invitation i where i.org_id = ${orgId} and i.kid = t.id and i.expires_at > ${at}::timestamptz))`,
    texts: [sql`t.vorname`, sql`t.name`, sql`t.email`],
    sorts: SORTS,
  };
};

const list = async (here: SettingsCall): Promise<Users> => {
  const { db, session } = here;
  const { model, actor } = await contextFor(here);
  const [users, [organisation], [licences], [without]] = await Promise.all([
    listedPage<Listed>(here, listing(here)),
    db.read<Pick<Users, 'second_factor'>>(sql`select second_factor from organisation where org_id = ${session.orgId}`),
    db.read<{ used: number }>(sql`select count(*)::int as used from contact
      where org_id = ${session.orgId} and section = 'users' and del = 0 and lizenz`),
    db.read<
      Users['without_factor']
    >(sql`select count(*) filter (where t.rolle = ${ADMINISTRATOR})::int as administrators,
        count(*)::int as everybody
      from contact t join credential c on c.org_id = ${session.orgId} and c.kid = t.id and c.totp_secret is null
      where t.org_id = ${session.orgId} and t.section = 'users' and t.del = 0 and t.aktiv
        and not exists (select 1 from passkey k where k.org_id = ${session.orgId} and k.kid = t.id)`),
  ]);
  const { fields } = model.registry.get('users');
  const optionsOf = (name: string) => (fields[name]?.options ?? []).map(({ value, display }) => ({ value, display }));
  const required = organisation?.second_factor ?? 'nobody';
  const lacksFactor = ({ totp, passkeys, rolle }: Listed): boolean =>
    !totp && !passkeys && (required === 'everybody' || (required === 'administrators' && rolle === ADMINISTRATOR));
  return {
    ...users,
    items: users.items.map((user) => ({ ...user, lacks_factor: lacksFactor(user) })),
    roles: optionsOf('rolle'),
    second_factor: required,
    without_factor: without ?? { administrators: 0, everybody: 0 },
    licence_types: optionsOf('lizenz_typ'),
    licences: { used: licences?.used ?? 0, limit: actor.licenses },
  };
};

/** Makes a one-time link. It is mailed where a mail server is configured, and its user was not sent several just now. */
const invite = async (here: SettingsCall<unknown>, kid: number) => {
  const { db, session, now, origin, mail } = here;
  const { kind, path, email, expiresAt } = await db.transaction(async (tx) => {
    const made = await createInvitation(tx, session.orgId, kid, now());
    await tx.finish([
      userEvent(acting(here), kid, 'link', { kind: [null, made.kind], expires_at: [null, made.expiresAt] }),
    ]);
    return made;
  });
  const link = `${origin}${path}`;
  const send = async (): Promise<boolean> => {
    if (!mail) return false;
    await count(here, countsOfInvitation(session.orgId, email), 'too_many_mails');
    await mail([email], linkMailText(kind, { organisation: session.organisation, link }));
    return true;
  };
  // The response has the link, so the administrator can pass it on.
  const mailed = await send().catch(() => false);
  return { kind, link, expires_at: expiresAt, mailed };
};

const create = async (here: CallOf<'POST /users'>) => {
  const made = (await perform(here, 'create', { collection: 'users', body: here.body })) as { id: number };
  const { link, expires_at, mailed } = await invite(here, made.id);
  return { kid: made.id, link, expires_at, mailed };
};

/**
 * A call that also revokes the user's tokens, in the same transaction. The user row is locked first, as by every
 * change of a user.
 */
const endingTokens = (here: SettingsCall<unknown>, kid: number): SettingsCall<unknown> => {
  const { orgId } = here.session;
  const end = async (tx: Tx): Promise<void> => {
    await tx.run(
      sql`select 1 from contact where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0 for no key update`,
    );
    await revokeTokens(tx, orgId, { userKid: kid }, authorOf(here));
  };
  return { ...here, db: withPrelude(here.db, end) };
};

/** Changes or removes a user; where that is asked for the tokens end too, and every process knows when this resolves. */
const performOn = async (
  here: SettingsCall<unknown>,
  operation: 'update' | 'remove',
  tokens: boolean,
  body?: unknown,
) => {
  const kid = numberOf(here, 'kid');
  await perform(tokens ? endingTokens(here, kid) : here, operation, { collection: 'users', pathIds: [kid], body });
  if (tokens) await waitForCacheExpiry();
  return DONE;
};

export const users = {
  'GET /users': list,
  'POST /users': create,
  'PATCH /users/:kid': (here) => {
    const { revoke_tokens: tokens = false, ...body } = here.body;
    return performOn(here, 'update', tokens, body);
  },
  'DELETE /users/:kid': (here) =>
    performOn(here, 'remove', queryWord('revoke_tokens', here.query.revoke_tokens, ['true', 'false']) === 'true'),
  'POST /users/:kid/invitation': (here) => invite(here, numberOf(here, 'kid')),
} satisfies Partial<Handlers>;
