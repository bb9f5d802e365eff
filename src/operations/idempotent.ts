/**
 * `Idempotency-Key` on POST: the same key and the same request give the first answer again for 24 hours
 * (docs/decisions/0006). Costs nothing where the header is absent.
 */
import { createHash } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { ApiError, fail, invalid } from '../errors.ts';
import { SpooledContent } from '../files/spool.ts';
import { type Query, sql } from '../sql.ts';
import type { Answer, Call } from './call.ts';

const DAY_MS = 86_400_000;
/** Longer than any request runs: whoever holds a key longer without an answer is dead. */
const DEAD_AFTER_MS = 150_000;
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;

/** A request that carries a key. */
export interface Keyed {
  readonly key: string;
  /** What makes two requests the same, as SHA-256. */
  readonly fingerprint: string;
}

interface Row {
  readonly fingerprint: string;
  readonly request_id: string | null;
  readonly running: boolean;
  readonly writes: number;
  readonly status: number | null;
  readonly body: string | null;
}

/** The header's value, with or without the quotes of a structured field. @throws 400 where it is no key */
const keyOf = (header: string): string => {
  const plain = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (KEY.test(plain)) return plain;
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters.';
  throw invalid([{ path: ['Idempotency-Key'], code: 'invalid_format', message }]);
};

/** File contents that lie aside count by their hash. */
const content = (body: unknown): string =>
  JSON.stringify(body, function (this: Record<string, unknown>, name, value: unknown) {
    const given = this[name];
    return given instanceof SpooledContent ? given.sha256 : value;
  }) ?? '';

/**
 * What a request's header asks for.
 * @param address method, path and query
 */
export const keyed = (header: string, address: string, body: unknown): Keyed => ({
  key: keyOf(header),
  fingerprint: createHash('sha256').update(address).update('\0').update(content(body)).digest('base64'),
});

const rowOf = (call: Call, key: string) => [call.actor.orgId, call.actor.tokenId ?? 0, key] as const;

/** Takes the key for this request; null where another request has it. */
const claim = async (call: Call, { key, fingerprint }: Keyed): Promise<Row | null> => {
  const [orgId, tokenId] = rowOf(call, key);
  const now = call.now();
  const claimed = await call.db.transaction((tx) =>
    tx.run(sql`insert into idempotency_key as k (org_id, token_id, key, fingerprint, request_id, started_at)
      values (${orgId}, ${tokenId}, ${key}, ${fingerprint}, ${call.actor.requestId}, ${new Date(now).toISOString()})
      on conflict (org_id, token_id, key) do update set fingerprint = excluded.fingerprint, request_id = excluded.request_id,
        started_at = excluded.started_at, writes = 0, status = null, body = null
      where k.started_at < ${new Date(now - DAY_MS).toISOString()}::timestamptz
        or (k.status is null and k.writes = 0 and k.started_at < ${new Date(now - DEAD_AFTER_MS).toISOString()}::timestamptz)
      returning 1 as claimed`),
  );
  if (claimed.length) return null;
  const [row] = await call.db.read<Row>(sql`select fingerprint, request_id, writes, status, body,
    started_at >= ${new Date(now - DEAD_AFTER_MS).toISOString()}::timestamptz as running
    from idempotency_key where org_id = ${orgId} and token_id = ${tokenId} and key = ${key}`);
  // Given back between the two statements: whoever had it failed, and the caller may try again.
  return row ?? { fingerprint, request_id: null, running: true, writes: 0, status: null, body: null };
};

/** What a request whose key is taken is told. */
const answerOf = (row: Row, fingerprint: string): Answer => {
  if (row.fingerprint !== fingerprint) throw fail('idempotency_key_reused');
  if (row.status !== null) {
    return { status: row.status, body: row.body, headers: { 'Idempotent-Replayed': 'true' } };
  }
  if (row.running) throw fail('idempotency_key_in_use', { headers: { 'Retry-After': '1' } });
  throw fail('idempotency_key_in_use', {
    message:
      'The first request with this Idempotency-Key wrote something and was interrupted before it could answer; look for what it made before you send it with another key.',
    details: { request_id: row.request_id },
  });
};

/** The database as the operation sees it: each of its transactions notes in itself that it wrote. */
const noting = (db: Database, note: Query): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      let finished = false;
      const noted: Tx = {
        run: (query) => tx.run(query),
        finish: async (queries) => {
          finished = true;
          return (await tx.finish([...queries, note])).slice(0, -1);
        },
      };
      const result = await work(noted);
      if (!finished) await tx.run(note);
      return result;
    }),
});

/** Keeps an answer for those who ask again. */
const keep = async (call: Call, key: string, status: number, body: string | null): Promise<void> => {
  const [orgId, tokenId] = rowOf(call, key);
  const statement = sql`update idempotency_key set status = ${status}, body = ${body} where org_id = ${orgId} and token_id = ${tokenId} and key = ${key}`;
  await call.db.transaction((tx) => tx.run(statement));
};

/** Gives a key back that nothing was written under. */
const release = async (call: Call, key: string): Promise<void> => {
  const [orgId, tokenId] = rowOf(call, key);
  const statement = sql`delete from idempotency_key where org_id = ${orgId} and token_id = ${tokenId} and key = ${key} and writes = 0`;
  await call.db.transaction((tx) => tx.run(statement)).catch(() => undefined);
};

/**
 * Runs an operation once for its key.
 * @throws 422 `idempotency_key_reused` for another request; 409 `idempotency_key_in_use` while the first one runs, or
 * where it died after it wrote; whatever the operation throws, again and again where it is the caller's fault
 */
export const idempotent = async (
  call: Call,
  request: Keyed,
  operation: (call: Call) => Promise<Answer>,
): Promise<Answer> => {
  const { key, fingerprint } = request;
  const taken = await claim(call, request);
  if (taken) return answerOf(taken, fingerprint);
  const [orgId, tokenId] = rowOf(call, key);
  const note = {
    name: 'idempotency note',
    text: 'update idempotency_key set writes = writes + 1 where org_id = $1 and token_id = $2 and key = $3',
    values: [orgId, tokenId, key],
  };
  try {
    const answer = await operation({ ...call, db: noting(call.db, note) });
    await keep(call, key, answer.status, typeof answer.body === 'string' ? answer.body : null);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      await keep(call, key, error.status, JSON.stringify(error.body()));
    } else await release(call, key);
    throw error;
  }
};

/** Forgets answers that are older than a day. */
export const forgetAnswers = async (db: Database, now: number): Promise<void> => {
  const before = new Date(now - DAY_MS).toISOString();
  await db.transaction((tx) => tx.run(sql`delete from idempotency_key where started_at < ${before}`));
};
