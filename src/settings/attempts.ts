/**
 * A brake on guessing passwords and codes: failures count by account and by address, in the database for all processes.
 * Accounts that do not exist are counted like those that do. Whoever guesses from many addresses uses up what an
 * account allows to unknown browsers; a browser that has signed in before has a count of its own, so that nobody is
 * locked out of the browser he works with (rules 8.2).
 */
import { failureKey } from '../access/ip-addresses.ts';
import { hashOf } from '../access/secrets.ts';
import { ApiError, fail, retryAfter } from '../errors.ts';
import { sql } from '../sql.ts';
import type { SettingsCall } from './call.ts';

const WINDOW_MS = 600_000;
const HOUR_MS = 3_600_000;

/** Failures allowed within ten minutes. */
const ALLOWED = {
  /** Of one address at one account. */
  pair: 10,
  /** Of one address (IPv6: /64) at all accounts. */
  address: 50,
  /** At one account, from browsers that have never signed in to it. */
  account: 20,
  /** From one browser that has. */
  browser: 10,
  /** Codes of one account, from browsers that have never signed in to it: six digits are few. */
  factor: 5,
} as const;

/** Mails that somebody may have sent within an hour, whether or not there is anybody to send them to. */
const MAILS = {
  /** Links to one account. */
  'mail-to': 3,
  /** Links asked for from one address (IPv6: /64). */
  'mail-from': 20,
  /** Test mails of one user. */
  'mail-test': 5,
} as const;

type Here = Pick<SettingsCall, 'db' | 'now' | 'address'>;

/** What a failure is counted by. */
export interface Count {
  readonly id: string;
  readonly allowed: number;
  readonly withinMs: number;
}

const countOf = (by: keyof typeof ALLOWED, what: string): Count => ({
  id: hashOf(`${by} ${what}`),
  allowed: ALLOWED[by],
  withinMs: WINDOW_MS,
});

const mailsOf = (by: keyof typeof MAILS, what: string): Count => ({
  id: hashOf(`${by} ${what}`),
  allowed: MAILS[by],
  withinMs: HOUR_MS,
});

/** Counts of a link that is asked for by an e-mail address. */
export const countsOfLink = ({ address }: Pick<Here, 'address'>, email: string): Count[] => [
  mailsOf('mail-from', failureKey(address)),
  mailsOf('mail-to', email.toLowerCase()),
];

/** Counts of a test mail. */
export const countsOfTestMail = (orgId: number, kid: number): Count[] => [mailsOf('mail-test', `${orgId} ${kid}`)];

/** Count of the address that a call comes from. */
export const countOfAddress = ({ address }: Pick<Here, 'address'>): Count => countOf('address', failureKey(address));

/** Counts of a password. @param browser the known browser it came from */
export const countsOfPassword = (here: Here, email: string, browser: string | null): Count[] => {
  const account = email.toLowerCase();
  const from = countOfAddress(here);
  return browser === null
    ? [countOf('pair', `${failureKey(here.address)} ${account}`), from, countOf('account', account)]
    : [countOf('browser', browser), from];
};

/** Counts of a code that follows the right password. */
export const countsOfCode = (orgId: number, kid: number, browser: string | null): Count[] =>
  browser === null ? [countOf('factor', `${orgId} ${kid}`)] : [];

/**
 * Counts an attempt before it is looked at, so that none of many at once goes uncounted.
 * @throws 429 where there were too many
 */
export const count = async (
  { db, now }: Pick<Here, 'db' | 'now'>,
  counts: readonly Count[],
  code: 'too_many_logins' | 'too_many_mails' = 'too_many_logins',
): Promise<void> => {
  const at = new Date(now()).toISOString();
  for (const { id, allowed, withinMs } of counts) {
    const since = new Date(now() - withinMs).toISOString();
    const [row] = await db.coordinator.transaction((tx) =>
      tx.run<{
        failures: number;
        since: number;
      }>(sql`insert into login_failure as f (id, failures, since) values (${id}, 1, ${at})
        on conflict (id) do update set failures = case when f.since > ${since}::timestamptz then f.failures + 1 else 1 end,
          since = case when f.since > ${since}::timestamptz then f.since else excluded.since end
        returning failures, extract(epoch from since)::float8 * 1000 as since`),
    );
    if (!row || row.failures <= allowed) continue;
    const seconds = Math.max(1, Math.ceil((row.since + withinMs - now()) / 1000));
    throw fail(code, {
      ...retryAfter(seconds),
    });
  }
};

const subtract = async ({ db }: Here, counts: readonly Count[]): Promise<void> => {
  const ids = counts.map(({ id }) => id);
  if (!ids.length) return;
  await db.coordinator.transaction((tx) =>
    tx.run(sql`update login_failure set failures = greatest(failures - 1, 0) where id = any(${ids}::text[])`),
  );
};

const GUESSES = new Set(['login_failed', 'code_invalid', 'wrong_password']);

/** Whether an error says that a password or a code was wrong. */
export const isWrongGuess = (error: unknown): boolean =>
  error instanceof ApiError &&
  (GUESSES.has(error.code) || (error.extra.issues ?? []).some(({ code }) => GUESSES.has(code)));

/**
 * Runs what looks at a password or a code. What was no wrong guess is taken out of the counts again.
 * @throws 429 `too_many_logins` where too many failed; else what the work throws
 */
export const attempt = async <T>(here: Here, counts: readonly Count[], work: () => Promise<T>): Promise<T> => {
  await count(here, counts);
  try {
    const result = await work();
    await subtract(here, counts);
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await subtract(here, counts);
    throw error;
  }
};
