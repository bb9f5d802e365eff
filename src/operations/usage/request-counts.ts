/**
 * Counts requests by organisation, hour, token, route and status. Each process counts in memory and adds its counts to the
 * database every few seconds, so that a request costs no statement. A process that is killed loses the last seconds.
 */

import { BackgroundLoop } from '../../concurrency/background-loop.ts';
import { type Database, NO_WAIT, type Tx } from '../../db/database.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { type Sql, sql, tenantParam } from '../../sql/sql.ts';
import type { LoggedResponse } from '../../telemetry/access-log.ts';

/** Days for which counts by token and route are stored. */
const DETAIL_DAYS = 7;
/** Days for which totals are stored. */
export const TOTAL_DAYS = 90;
/** Entries in memory; further ones are dropped until the next flush. */
const MAX_ENTRIES = 10_000;
/** Calls of the settings API are no use of the plan. */
const NOT_COUNTED = '/settings';

interface Entry {
  /** Hours since 1970. */
  readonly hour: number;
  readonly tokenId: number;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  requests: number;
}

/** Dependencies of the counter. */
export interface RequestCountsParts {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Gets errors of a flush; its counts are lost. */
  readonly failed: (error: unknown) => void;
}

const instantOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString();

const addCounts = (orgId: number, entries: readonly Entry[]): Sql[] =>
  bulkInsert(
    sql`insert into request_count as c (org_id, hour, token_id, method, route, status, requests)`,
    entries.map(
      ({ hour, tokenId, method, route, status, requests }) =>
        sql`(${tenantParam(orgId)}, ${instantOf(hour)}::timestamptz, ${tokenId}::int, ${method}, ${route}, ${status}::int, ${requests}::bigint)`,
    ),
  ).map(
    (insert) => sql`${insert}
    on conflict (org_id, hour, token_id, method, route, status) do update
    set requests = c.requests + excluded.requests`,
  );

const addTotals = (orgId: number, entries: readonly Entry[]): Sql[] =>
  [...new Set(entries.map(({ hour }) => hour))].map((hour) => {
    const some = entries.filter((entry) => entry.hour === hour);
    const sum = (from: number, to: number) =>
      some.reduce((total, { status, requests }) => (status >= from && status < to ? total + requests : total), 0);
    return sql`insert into request_total as c (org_id, hour, requests, refused, failed)
      values (${orgId}, ${instantOf(hour)}::timestamptz, ${sum(0, 1000)}::bigint, ${sum(400, 500)}::bigint, ${sum(500, 600)}::bigint)
      on conflict (org_id, hour) do update
      set requests = c.requests + excluded.requests, refused = c.refused + excluded.refused, failed = c.failed + excluded.failed`;
  });

/** Adds counts of an organisation; none of one that is being deleted. */
const add = async (tx: Tx, orgId: number, entries: readonly Entry[]): Promise<void> => {
  const known = await tx.run(
    sql`select 1 as one from organisation where org_id = ${orgId} and deletion_began_at is null`,
  );
  if (known.length) await tx.finish([NO_WAIT, ...addCounts(orgId, entries), ...addTotals(orgId, entries)]);
};

/** The counter of a process, from its start until it is stopped. */
export class RequestCounts {
  #byOrganisation = new Map<number, Map<string, Entry>>();
  #size = 0;
  readonly #loop = new BackgroundLoop();

  constructor(private readonly parts: RequestCountsParts) {
    this.#loop.run(async () => {
      await this.#loop.sleep(intervalOf('request-counts'));
      await this.flush();
    });
  }

  /** Counts a response, if its caller is known. */
  count({ org_id: orgId, token_id, method, route, status }: LoggedResponse): void {
    if (orgId === null || route.startsWith(NOT_COUNTED)) return;
    const [hour, tokenId] = [Math.floor(this.parts.now() / HOUR_MS), token_id ?? 0];
    const key = `${hour} ${String(tokenId).padStart(10)} ${method} ${route} ${status}`;
    const entries = this.#byOrganisation.get(orgId) ?? new Map<string, Entry>();
    const known = entries.get(key);
    if (known) known.requests += 1;
    else if (this.#size < MAX_ENTRIES) {
      this.#byOrganisation.set(orgId, entries.set(key, { hour, tokenId, method, route, status, requests: 1 }));
      this.#size += 1;
    }
  }

  /** Adds the counts to the database. */
  async flush(): Promise<void> {
    const counted = this.#byOrganisation;
    [this.#byOrganisation, this.#size] = [new Map(), 0];
    for (const [orgId, byKey] of counted) {
      // In one order, so that two processes cannot wait for each other.
      const entries = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
      const { db, failed } = this.parts;
      await db
        .forOrg(orgId)
        .shortTransaction(orgId, (tx) => add(tx, orgId, entries))
        .catch(failed);
    }
  }

  /** Adds the last counts and ends. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush();
  }
}

/** Deletes old counts. @param now milliseconds since 1970 */
export const pruneRequestCounts = async (db: Database, now: number): Promise<void> => {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString();
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from request_count where hour < ${before(DETAIL_DAYS)}::timestamptz`);
    await tx.run(sql`delete from request_total where hour < ${before(TOTAL_DAYS)}::timestamptz`);
  });
};
