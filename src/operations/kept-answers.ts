/** What is kept of requests with an `Idempotency-Key`: rows of a table, written in the transaction of the write (docs/decisions/0006). */
import type { Database } from '../db/database.ts';
import { keyIdIn, type Place as SealedPlace } from '../db/key-ring.ts';
import { overlaid } from '../db/overlaid.ts';
import { fail } from '../errors.ts';
import { insertMany } from '../insert-many.ts';
import { prepared, type Sql, shared, sql, tenant } from '../sql.ts';
import type { Answer, SpecialCall } from './call.ts';

const DAY_MS = 86_400_000;
/** The request itself, beside the items of its batch. */
export const WHOLE = -1;

/** A request that carries a key. */
export interface Keyed {
  readonly key: string;
  /** Fingerprint of method, address and body, to be stored. */
  readonly fingerprint: string;
  /** Whether a stored fingerprint is that of this request, whatever key of the ring it was made with. */
  readonly isSame: (stored: string) => boolean;
}

/** What is kept of a request, or of an item of its batch. */
export interface Row {
  readonly fingerprint: string;
  readonly item: number;
  /** Null at a batch that was begun and has not answered. */
  readonly status: number | null;
  readonly body: string | null;
  readonly old: boolean;
}

/** Another request with this key was committed first; nothing of this transaction was. */
export class KeyTaken extends Error {}

/** A key of one token. */
export interface Place {
  readonly call: SpecialCall;
  readonly request: Keyed;
}

/** What no two requests of a key share: organisation, token, key. */
export const nameOf = ({ call: { actor }, request: { key } }: Place) =>
  [actor.orgId, actor.tokenId ?? -(actor.userKid ?? 0), key] as const;

/** Where a kept answer lies that shows a secret. */
const sealedAt = (place: Place): SealedPlace => {
  const [orgId, tokenId, key] = nameOf(place);
  return { org: orgId, table: 'idempotency_key', column: 'body', row: `${tokenId} ${key}` };
};

/** The text of an answer as it is kept; what is streamed is not. */
export const keptBody = (place: Place, { body, secret }: Answer): string | null => {
  if (typeof body !== 'string') return null;
  return secret ? place.call.db.keyRing.seal(sealedAt(place), body) : body;
};

/** INSERT of an outcome; it fails where another request with the key was first. */
export const keep = (place: Place, item: number, status: number | null, body: string | null): Sql => {
  const [orgId, tokenId, key] = nameOf(place);
  const at = new Date(place.call.now()).toISOString();
  return prepared`insert into idempotency_key (org_id, token_id, key, item, fingerprint, started_at, status, body)
    values (${orgId}, ${tokenId}, ${key}, ${item}, ${place.request.fingerprint}, ${at}, ${status}, ${body})`;
};

/** INSERTs of the outcomes of many items. */
export const keepItems = (
  place: Place,
  items: readonly { readonly item: number; readonly status: number; readonly body: string }[],
): Sql[] => {
  const [orgId, tokenId, key] = nameOf(place);
  const [token, of, fingerprint] = [shared(tokenId), shared(key), shared(place.request.fingerprint)];
  const at = shared(new Date(place.call.now()).toISOString());
  return insertMany(
    sql`insert into idempotency_key (org_id, token_id, key, item, fingerprint, started_at, status, body)`,
    items.map(
      ({ item, status, body }) =>
        sql`(${tenant(orgId)}, ${token}, ${of}, ${item}, ${fingerprint}, ${at}, ${status}, ${body})`,
    ),
  );
};

const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_key_pkey';
};

/** The database as the operation sees it: it tells a key that is taken from a violated unique rule of records. */
export const telling = (db: Database): Database =>
  overlaid(db, {
    transaction: async (work) => {
      try {
        return await db.transaction(work);
      } catch (error) {
        throw isTaken(error) ? new KeyTaken('The Idempotency-Key is taken', { cause: error }) : error;
      }
    },
  });

/** A kept text; those that show a secret were sealed, and no JSON begins like them. */
const opened = (place: Place, body: string | null): string | null =>
  body !== null && keyIdIn(body) ? place.call.db.keyRing.open(sealedAt(place), body) : body;

/** What is kept of the key. @throws 422 `idempotency_key_reused` where it belongs to another request */
export const kept = async (place: Place): Promise<ReadonlyMap<number, Row>> => {
  const [orgId, tokenId, key] = nameOf(place);
  const before = new Date(place.call.now() - DAY_MS).toISOString();
  const rows =
    await place.call.db.read<Row>(sql`select fingerprint, item, status, body, started_at < ${before}::timestamptz as old
    from idempotency_key where org_id = ${orgId} and token_id = ${tokenId} and key = ${key}`);
  if (rows.some(({ old }) => old)) {
    await place.call.db.transaction((tx) =>
      tx.run(
        sql`delete from idempotency_key where org_id = ${orgId} and token_id = ${tokenId} and key = ${key} and started_at < ${before}::timestamptz`,
      ),
    );
    return new Map();
  }
  if (!rows.every(({ fingerprint }) => place.request.isSame(fingerprint))) throw fail('idempotency_key_reused');
  return new Map(rows.map((row) => [row.item, { ...row, body: opened(place, row.body) }]));
};

/** A kept answer as it is given again; null where there is none yet. */
export const replay = ({ status, body }: Row): Answer | null =>
  status === null ? null : { status, body, headers: { 'Idempotent-Replayed': 'true' } };

/** Keeps an answer, or the outcome of an item, that no transaction of the operation has kept. @throws KeyTaken */
export const keepAlone = (place: Place, status: number, body: string, item = WHOLE): Promise<unknown> =>
  telling(place.call.db).transaction((tx) => tx.finish([keep(place, item, status, body)]));

/** Keeps the answer of a batch whose items are through. @returns the answer that was kept first, null where it is this one */
export const settleBatch = async (place: Place, answer: Answer): Promise<Answer | null> => {
  const [orgId, tokenId, key] = nameOf(place);
  const rows = await place.call.db.transaction((tx) =>
    tx.run(sql`update idempotency_key set status = ${answer.status}, body = ${String(answer.body ?? '')}
      where org_id = ${orgId} and token_id = ${tokenId} and key = ${key} and item = ${WHOLE} and status is null returning 1 as kept`),
  );
  if (rows.length) return null;
  const first = (await kept(place)).get(WHOLE);
  return first ? replay(first) : null;
};

/** Forgets answers that are older than a day. */
export const forgetAnswers = async (db: Database, now: number): Promise<void> => {
  const before = new Date(now - DAY_MS).toISOString();
  await db.transaction((tx) => tx.run(sql`delete from idempotency_key where started_at < ${before}`));
};
