/**
 * Tells the administrators of an organisation of API tokens that end soon: one mail for all that are due, once for each
 * token and end (docs/operating.md). Several processes may do so at once, and each may die at any moment: a token is held
 * in the database for the time of its mail, and has been told of when that has left.
 */
import type { Database } from '../db/database.ts';
import { ADMINISTRATOR } from '../model/users.ts';
import { Rounds, type Stoppable } from '../rounds.ts';
import { instant, type Sql, sql } from '../sql.ts';
import { type EndingToken, endingLetter } from './letters.ts';
import type { SendMail } from './mail.ts';

const DAY_MS = 86_400_000;
/** How long before its end somebody is told of a token. */
const BEFORE_MS = 14 * DAY_MS;
/** A process that holds tokens for longer than this is gone: a mail takes ten seconds at most (mail.ts). */
const HELD_MS = 300_000;
/** After this what failed is tried again, and who has no administrator yet is looked at again. */
const LATER_MS = 3_600_000;
/** Between two looks, which ask each range of a cluster. */
const REST = { leastMs: 600_000, perRangeMs: 60_000 };
/** Tokens of one mail, and those who get it. */
const MOST = 100;
const MOST_ADMINISTRATORS = 50;

const at = (ms: number): string => new Date(ms).toISOString();

/** Condition of tokens `t` that somebody is to be told of, and that no process holds. */
const due = (now: number): Sql => sql`t.expires_at is not null and t.revoked_at is null and t.expiry_told_at is null
  and t.expires_at > ${at(now)}::timestamptz and t.expires_at <= ${at(now + BEFORE_MS)}::timestamptz
  and (t.expiry_telling_until is null or t.expiry_telling_until < ${at(now)}::timestamptz)`;

interface Held extends EndingToken {
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

/** They have been told of; one that got a later end meanwhile is told of again before that. */
const told = (orgId: number, tokens: readonly Held[], now: number): Sql =>
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

/** What telling needs. */
export interface Telling {
  readonly db: Database;
  readonly mail: SendMail;
  /** The settings page as browsers reach it; empty where nobody has said that (PUBLIC_URL). */
  readonly page: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const tellOne = async ({ db, mail, page, now = Date.now }: Telling, orgId: number): Promise<void> => {
  const own = db.of(orgId);
  const tokens = await hold(own, orgId, now());
  if (!tokens.length) return;
  const { organisation, to } = await readersOf(own, orgId);
  let sent = false;
  if (organisation && to.length) {
    const { name, time_zone: timeZone } = organisation;
    const letter = endingLetter({ organisation: name, timeZone }, tokens, page && `${page}/settings/tokens`);
    // What goes wrong is in the log (mail.ts).
    sent = await mail(to, letter).then(
      () => true,
      () => false,
    );
  }
  await own.transaction((tx) =>
    tx.finish([sent ? told(orgId, tokens, now()) : until(orgId, tokens, now() + LATER_MS)]),
  );
};

/** One look at all organisations, each of which gets one mail at most. */
export const tellOfEnds = async (telling: Telling): Promise<void> => {
  const { db, now = Date.now } = telling;
  const organisations = await db.readLong<{ id: number }>(
    sql`select t.org_id as id from api_token t where ${due(now())} group by t.org_id order by t.org_id limit 10000`,
  );
  for (const { id } of organisations) await tellOne(telling, id);
};

/** Looks from now on, every ten minutes or less often. @param failed takes why a look could not be finished; the next one tries again */
export const keepTelling = (telling: Telling, failed: (error: unknown) => void): Stoppable => {
  const rounds = new Rounds();
  rounds.run(async () => {
    await tellOfEnds(telling).catch(failed);
    await rounds.rest(Math.max(REST.leastMs, REST.perRangeMs * telling.db.ranges()));
  });
  return rounds;
};
