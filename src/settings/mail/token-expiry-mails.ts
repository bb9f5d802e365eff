/**
 * Mails the administrators of an organisation about API tokens that expire soon: one mail for all due tokens, once
 * for each token and expiry (docs/operating.md). Several processes may run it, and each may die at any moment: a
 * token has a lease for the time of its mail, and is marked as notified after it was sent.
 */

import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import { ADMINISTRATOR } from '../../model/records/users.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';
import type { SendMail } from './mail.ts';
import { type ExpiringToken, expiryMailText } from './mail-templates.ts';

/** How long before its expiry a token is reported. */
const BEFORE_MS = 14 * DAY_MS;
/** Lease of a token: a mail takes ten seconds at most (mail.ts), so the process of an older lease is dead. */
const HELD_MS = 300_000;
/** Retry interval after a failure, and for an organisation without an administrator. */
const LATER_MS = HOUR_MS;
/** Tokens of one mail, and those who get it. */
const MOST = 100;
const MOST_ADMINISTRATORS = 50;

const at = (ms: number): string => new Date(ms).toISOString();

/** Condition of tokens `t` that are due and have no lease. */
const due = (now: number): Sql => sql`t.expires_at is not null and t.revoked_at is null and t.expiry_told_at is null
  and t.expires_at > ${at(now)}::timestamptz and t.expires_at <= ${at(now + BEFORE_MS)}::timestamptz
  and (t.expiry_telling_until is null or t.expiry_telling_until < ${at(now)}::timestamptz)`;

interface Held extends ExpiringToken {
  readonly id: number;
}

/** Holds the tokens of an organisation that are due; of several processes one gets each. */
const hold = (db: Database, orgId: number, now: number): Promise<Held[]> =>
  db.transaction(async (tx) => {
    const tokens = await tx.run<Held>(sql`select t.id, t.name, ${instant('t.expires_at')} as expires_at
      from api_token t where t.org_id = ${orgId} and ${due(now)} order by t.id limit ${MOST} for update`);
    await tx.finish([until(orgId, tokens, now + HELD_MS)]);
    return tokens;
  });

const idsOf = (tokens: readonly Held[]): number[] => tokens.map(({ id }) => id);

const until = (orgId: number, tokens: readonly Held[], end: number): Sql =>
  sql`update api_token set expiry_telling_until = ${at(end)} where org_id = ${orgId} and id = any(${idsOf(tokens)}::int[])`;

/** Marks tokens as notified; one that got a later expiry meanwhile is reported again before that. */
const markSent = (orgId: number, tokens: readonly Held[], now: number): Sql =>
  sql`update api_token set expiry_told_at = ${at(now)}, expiry_telling_until = null
    where org_id = ${orgId} and id = any(${idsOf(tokens)}::int[]) and expires_at <= ${at(now + BEFORE_MS)}::timestamptz`;

/** Administrators who can sign in, and what the mail says of their organisation. */
const readersOf = async (db: Database, orgId: number) => {
  const [[organisation], administrators] = await Promise.all([
    db.read<{ name: string; time_zone: string }>(sql`select name, time_zone from organisation where org_id = ${orgId}`),
    db.read<{ email: string }>(sql`select u.email from contact u
      join credential c on c.org_id = ${orgId} and c.kid = u.id
      where u.org_id = ${orgId} and u.section = 'users' and u.del = 0 and u.aktiv and u.rolle = ${ADMINISTRATOR}
      order by u.id limit ${MOST_ADMINISTRATORS}`),
  ]);
  return { organisation, to: administrators.map(({ email }) => email) };
};

/** Dependencies of the job. */
export interface ExpiryMailOptions {
  readonly db: Database;
  readonly mail: SendMail;
  /** Address of the settings page (PUBLIC_URL); may be empty. */
  readonly page: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const tellOne = async ({ db, mail, page, now = Date.now }: ExpiryMailOptions, orgId: number): Promise<void> => {
  const own = db.forOrg(orgId);
  const tokens = await hold(own, orgId, now());
  if (!tokens.length) return;
  const { organisation, to } = await readersOf(own, orgId);
  let sent = false;
  if (organisation && to.length) {
    const { name, time_zone: timeZone } = organisation;
    const letter = expiryMailText({ organisation: name, timeZone }, tokens, page && `${page}/settings/tokens`);
    // The error is in the log (mail.ts).
    sent = await mail(to, letter).then(
      () => true,
      () => false,
    );
  }
  await own.transaction((tx) =>
    tx.finish([sent ? markSent(orgId, tokens, now()) : until(orgId, tokens, now() + LATER_MS)]),
  );
};

/** Checks all organisations once; each gets at most one mail. */
export const sendExpiryMails = async (telling: ExpiryMailOptions): Promise<void> => {
  const { db, now = Date.now } = telling;
  const organisations = await db.queryLong<{ id: number }>(
    sql`select t.org_id as id from api_token t where ${due(now())} group by t.org_id order by t.org_id limit 10000`,
  );
  for (const { id } of organisations) await tellOne(telling, id);
};

/** Looks from now on, every ten minutes or less often. @param failed takes why a look could not be finished; the next one tries again */
export const startExpiryMails = (telling: ExpiryMailOptions, failed: (error: unknown) => void): Stoppable => {
  const restMs = () => intervalOf('expiry-mails', telling.db.ranges());
  return new BackgroundLoop().repeat(() => sendExpiryMails(telling), restMs, failed);
};
