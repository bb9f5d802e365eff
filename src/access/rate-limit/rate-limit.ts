/**
 * Rate limit: requests per organisation and minute, over all processes and hosts (rules 6.4, 12.4). Windows take
 * units in chunks, so that a call of a busy organisation needs no round trip.
 */
import type { Database } from '../../db/database.ts';
import { fail, retryAfter } from '../../errors/api-error.ts';
import { RateLimitWindow } from './rate-limit-window.ts';

const MINUTE = 60_000;
/** Times that a call of several units sees too few of them before it is refused; others may give some back meanwhile. */
const MOST_LOOKS = 2;
/** Organisations without calls for some minutes are forgotten. */
const IDLE_MINUTES = 2;

/** Headers of an answer, filled as they become known. */
type Headers = Record<string, string>;

/** Charges calls. */
export interface RateLimit {
  /**
   * Consumes the units of a call. Resolves (or returns at once) when the call may continue; sets the `X-RateLimit-*`
   * headers.
   * @param limit calls per minute; null if the plan's value is invalid
   * @throws 429 `rate_limit_exceeded`; 503 `service_unavailable` if the limit cannot be checked
   */
  consume(orgId: number, limit: number | null, headers: Headers, units?: number): Promise<void> | undefined;
  /** Gives back everything that is held. */
  close(): Promise<void>;
}

/** 503 with its fixed waiting time (rules 12.8). */
export const limitUnavailable = (cause?: unknown) => fail('service_unavailable', { cause, ...retryAfter(10) });

/** The cause in the log; `doctor` shows the value. */
const invalidPlan = (orgId: number): Error =>
  new Error(
    `The plan of organisation ${orgId} has an invalid value, which "broker-crm doctor" names; "broker-crm org set ${orgId} --plan KEY=NUMBER" corrects it.`,
  );

const limitHeaders = (headers: Headers, limit: number, remaining: number): void => {
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Layer'] = 'organization';
};

/** The accounts of this minute, those of quiet organisations not for long. */
class Accounts {
  readonly #byOrganisation = new Map<number, RateLimitWindow>();
  #sweptMinute = 0;

  constructor(
    private readonly db: Database,
    private readonly now: () => number,
  ) {}

  get minute(): number {
    return Math.floor(this.now() / MINUTE);
  }

  of(orgId: number, limit: number): RateLimitWindow {
    const { minute } = this;
    const existing = this.#byOrganisation.get(orgId);
    if (existing?.minute === minute) {
      if (existing.limit !== limit) existing.limit = limit;
      return existing;
    }
    this.#sweep(minute);
    existing?.forgetTimer();
    const account = new RateLimitWindow(this.db, orgId, minute, limit, () => this.minute !== minute);
    this.#byOrganisation.set(orgId, account);
    return account;
  }

  async close(): Promise<void> {
    for (const account of this.#byOrganisation.values()) await account.close();
    this.#byOrganisation.clear();
  }

  #sweep(minute: number): void {
    if (minute === this.#sweptMinute) return;
    this.#sweptMinute = minute;
    for (const [orgId, account] of this.#byOrganisation) {
      if (account.minute < minute - IDLE_MINUTES && account.idle) this.#byOrganisation.delete(orgId);
    }
  }
}

/** @param now the database's clock in milliseconds */
export const createRateLimit = (db: Database, now: () => number): RateLimit => {
  const accounts = new Accounts(db, now);

  const tryConsume = (account: RateLimitWindow, headers: Headers, units: number): boolean => {
    const spent = account.tryConsume(units);
    if (spent) limitHeaders(headers, account.limit, account.remaining);
    return spent;
  };

  const refusal = ({ limit, minute }: RateLimitWindow, headers: Headers): Error => {
    limitHeaders(headers, limit, 0);
    const seconds = Math.min(Math.max(Math.ceil(((minute + 1) * MINUTE - now()) / 1000), 1), 60);
    return fail('rate_limit_exceeded', {
      ...retryAfter(seconds),
    });
  };

  const consumeOrWait = async (orgId: number, limit: number, headers: Headers, units: number): Promise<void> => {
    for (let looks = 0; ; ) {
      const account = accounts.of(orgId, limit);
      if (tryConsume(account, headers, units)) return;
      // A call above the whole limit takes no units from others.
      if (units > limit) throw refusal(account, headers);
      if (account.refusing) {
        if (await account.refresh()) continue;
        throw refusal(account, headers);
      }
      await account.wait(units).catch((cause) => {
        throw limitUnavailable(cause);
      });
      // Units that are too few for this call are given back for others, so it would find them again and again.
      if (units > 1 && !account.has(units)) looks += 1;
      if (looks >= MOST_LOOKS) throw refusal(account, headers);
    }
  };

  return {
    consume: (orgId, limit, headers, units = 1) => {
      if (limit === null) throw limitUnavailable(invalidPlan(orgId));
      if (tryConsume(accounts.of(orgId, limit), headers, units)) return undefined;
      return consumeOrWait(orgId, limit, headers, units);
    },
    close: () => accounts.close(),
  };
};
