/** Signing in and out: e-mail, password, second factor, and a brake on guessing. */
import { z } from 'zod';
import { findByPassword } from '../access/passwords.ts';
import { hashOf } from '../access/secrets.ts';
import type { Database } from '../db/database.ts';
import { printExpression } from '../derive/columns.ts';
import { ApiError, fail } from '../errors.ts';
import { registry } from '../model/registry.ts';
import { sql } from '../sql.ts';
import { call, DONE, type SettingsCall, type SettingsRoute, send } from './route.ts';
import { checkCode } from './second-factor.ts';
import { COOKIE, endSession, findSession, sessionAnswer, startSession } from './sessions.ts';

const WINDOW_MS = 600_000;
/** Failures within the window: of one client address with one e-mail address, and of one client address. */
const ALLOWED_PAIR = 10;
const ALLOWED_ADDRESS = 50;

const credentials = z.strictObject({
  email: z.string().trim().min(1).max(255),
  password: z.string().min(1).max(200),
  code: z.string().trim().max(20).optional(),
  org_id: z.number().int().min(1).max(2147483647).optional(),
});

type Credentials = z.output<typeof credentials>;

const keysOf = ({ address, body }: SettingsCall<Credentials>) => [
  { id: hashOf(`${address} ${body.email.toLowerCase()}`), allowed: ALLOWED_PAIR },
  { id: hashOf(address), allowed: ALLOWED_ADDRESS },
];

/**
 * Counts an attempt as failed before its password is looked at, so that none of many at once goes uncounted.
 * @throws 429 `too_many_logins` where too many failed
 */
const countAttempt = async (here: SettingsCall<Credentials>): Promise<void> => {
  const now = here.now();
  const at = new Date(now).toISOString();
  const since = new Date(now - WINDOW_MS).toISOString();
  for (const { id, allowed } of keysOf(here)) {
    const [row] = await here.db.transaction((tx) =>
      tx.run<{
        failures: number;
        since: number;
      }>(sql`insert into login_failure as f (id, failures, since) values (${id}, 1, ${at})
        on conflict (id) do update set failures = case when f.since > ${since}::timestamptz then f.failures + 1 else 1 end,
          since = case when f.since > ${since}::timestamptz then f.since else excluded.since end
        returning failures, extract(epoch from since)::float8 * 1000 as since`),
    );
    if (!row || row.failures <= allowed) continue;
    const seconds = Math.max(1, Math.ceil((row.since + WINDOW_MS - now) / 1000));
    throw fail('too_many_logins', {
      details: { retry_after: seconds },
      headers: { 'Retry-After': String(seconds) },
    });
  }
};

/** Takes an attempt that was no wrong guess out of the count. */
const uncount = (here: SettingsCall<Credentials>): Promise<unknown> => {
  const ids = keysOf(here).map(({ id }) => id);
  return here.db.transaction((tx) =>
    tx.run(sql`update login_failure set failures = greatest(failures - 1, 0) where id = any(${ids}::text[])`),
  );
};

interface Account {
  readonly org_id: number;
  readonly kid: number;
  readonly name: string;
  readonly totp: boolean;
}

/** Those of the matching users that may sign in. */
const accountsOf = async (db: Database, found: readonly { orgId: number; kid: number }[]): Promise<Account[]> => {
  const accounts: Account[] = [];
  for (const { orgId, kid } of found) {
    const rows = await db.read<Account>(sql`select o.org_id, u.id as kid, o.name, c.totp_secret is not null as totp
      from organisation o join contact u on u.org_id = ${orgId} and u.id = ${kid} and u.section = 'users' and u.del = 0 and u.aktiv
      join credential c on c.org_id = ${orgId} and c.kid = ${kid} where o.org_id = ${orgId}`);
    accounts.push(...rows);
  }
  return accounts;
};

/** Notes the login at the user; that is neither a change of the record nor an event. */
const noteLogin = async (here: SettingsCall<Credentials>, { org_id, kid }: Account): Promise<void> => {
  const printed = printExpression(registry.get('users'), 't', { letzter_login: '$3::timestamptz' });
  const statement = {
    text: `update contact t set letzter_login = $3::timestamptz, printed = ${printed} where t.org_id = $1 and t.id = $2`,
    values: [org_id, kid, new Date(here.now()).toISOString()],
  };
  await here.db.transaction((tx) => tx.run(statement));
};

/** The account that the credentials fit. @throws 401 `login_failed`, `code_required`, `code_invalid`, 409 `organisation_required` */
const accountFor = async ({ db, body, now }: SettingsCall<Credentials>): Promise<Account> => {
  const accounts = await accountsOf(db, await findByPassword(db, body.email, body.password));
  const fitting = body.org_id === undefined ? accounts : accounts.filter(({ org_id }) => org_id === body.org_id);
  const [account] = fitting;
  if (!account) throw fail('login_failed');
  if (fitting.length > 1) {
    const organisations = fitting.map(({ org_id, name }) => ({ org_id, name }));
    throw fail('organisation_required', { details: { organisations } });
  }
  if (account.totp) {
    if (!body.code) throw fail('code_required');
    if (!(await checkCode(db, account.org_id, account.kid, body.code, now()))) throw fail('code_invalid');
  }
  return account;
};

const isWrongGuess = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'login_failed' || error.code === 'code_invalid');

const signIn = async (here: SettingsCall<Credentials>): Promise<unknown> => {
  const { db, now, reply } = here;
  await countAttempt(here);
  const account = await accountFor(here).catch(async (error: unknown) => {
    if (!isWrongGuess(error)) await uncount(here);
    throw error;
  });
  await uncount(here);
  const cookie = await startSession(db, account.org_id, account.kid, now());
  await noteLogin(here, account);
  reply.setCookie(COOKIE, cookie, { httpOnly: true, sameSite: 'strict', path: '/', secure: here.secure });
  return sessionAnswer(await findSession(db, cookie, now()));
};

export const login: readonly SettingsRoute[] = [
  call(
    'GET',
    '/session',
    async ({ db, reply, now }) => sessionAnswer(await findSession(db, reply.request.cookies[COOKIE], now())),
    'anyone',
  ),
  send('POST', '/session', credentials, signIn, { who: 'anyone' }),
  call(
    'DELETE',
    '/session',
    async ({ db, session, reply }) => {
      await endSession(db, session);
      reply.clearCookie(COOKIE, { path: '/' });
      return DONE;
    },
    'user',
  ),
];
