/** When a token was used last: written at most once a minute per token, outside the calls. */
import type { Database } from '../db/database.ts';
import { boundedCache } from './bounded-cache.ts';
import type { Caller } from './token-row.ts';

const EVERY_MS = 60_000;
const WRITE_MS = 1000;
const REMEMBERED = 20_000;

/** Collects uses and writes them. */
export interface LastUse {
  touch(caller: Caller, lastUsedAt: number | null): void;
  close(): Promise<void>;
}

const STATEMENT =
  'update api_token set last_used_at = $3 where org_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3)';

/** @param now milliseconds since 1970 by the database's clock */
export const createLastUse = (db: Database, now: () => number): LastUse => {
  const written = boundedCache<number, number>(REMEMBERED);
  let pending: { orgId: number; tokenId: number; at: string }[] = [];
  let timer: NodeJS.Timeout | null = null;

  const write = async (): Promise<void> => {
    timer = null;
    // In the order of their ids, so that processes wait for each other instead of deadlocking.
    const uses = pending.sort((a, b) => a.tokenId - b.tokenId);
    pending = [];
    if (!uses.length) return;
    const statements = uses.map(({ orgId, tokenId, at }) => ({ name: 'token_used', text: STATEMENT, values: [orgId, tokenId, at] }));
    // A lost time of use harms nobody.
    await db.transaction((tx) => tx.finish(statements)).catch(() => undefined);
  };

  return {
    touch: ({ orgId, tokenId }, lastUsedAt) => {
      const at = now();
      if (lastUsedAt !== null && at - lastUsedAt < EVERY_MS) return;
      if (at - (written.get(tokenId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
      written.set(tokenId, at);
      pending.push({ orgId, tokenId, at: new Date(at).toISOString() });
      timer ??= setTimeout(write, WRITE_MS).unref();
    },
    close: async () => {
      if (timer) clearTimeout(timer);
      await write();
    },
  };
};
