/** Store of idempotent responses: rows written in the transaction of the write (docs/decisions/0006). */
import type { Database } from '../../db/database.ts';
import { withOverrides } from '../../db/database-overrides.ts';
import { keyIdIn, type SecretPlace as SealedPlace } from '../../db/encryption/key-ring.ts';
import { fail } from '../../errors/api-error.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { prepared, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { OperationResult, SpecialCall } from '../call/call.ts';
import { namedRecords } from './named-records.ts';

/** Item number of the request itself; its batch items count from 0. */
export const REQUEST_ROW = -1;

/** A request that carries a key. */
export interface IdempotentRequest {
  readonly key: string;
  /** Method and address. */
  readonly address: string;
  /** Fingerprint of method, address and body, to be stored. */
  readonly fingerprint: string;
  /** Whether a stored fingerprint matches this request, with any key of the ring. */
  readonly isSame: (stored: string) => boolean;
}

/** The stored row of a request, or of an item of its batch. */
export interface Row {
  readonly fingerprint: string;
  readonly item: number;
  /** Null for a batch that is still running. */
  readonly status: number | null;
  readonly body: string | null;
  readonly old: boolean;
}

/** Another request with this key was committed first; nothing of this transaction was. */
export class IdempotencyConflict extends Error {}

/** A key of one token. */
export interface RequestSlot {
  readonly call: SpecialCall;
  readonly request: IdempotentRequest;
}

/** The unique key of a request: organisation, token, key. */
export const nameOf = ({ call: { actor }, request: { key } }: RequestSlot) =>
  [actor.orgId, actor.tokenId ?? -(actor.userKid ?? 0), key] as const;

/** The encryption context of a stored response with a secret. */
const sealedAt = (place: RequestSlot): SealedPlace => {
  const [orgId, tokenId, key] = nameOf(place);
  return { org: orgId, table: 'idempotency_key', column: 'body', row: `${tokenId} ${key}` };
};

/** The stored text of a response; streams are not stored. */
export const storedBody = (place: RequestSlot, { body, secret }: OperationResult): string | null => {
  if (typeof body !== 'string') return null;
  return secret ? place.call.db.keyRing.encrypt(sealedAt(place), body) : body;
};

/** The records that the request or some of its answers name. */
const about = ({ call, request }: RequestSlot, item: number, body: string | null): string[] => {
  const asked = item === REQUEST_ROW ? call.body : (call.body as readonly unknown[])[item];
  return namedRecords(call.model.registry, request.address, [asked, body]);
};

/** INSERT of an outcome; it fails where another request with the key was first. */
export const saveResponse = (place: RequestSlot, item: number, status: number | null, body: string | null): Sql => {
  const [orgId, tokenId, key] = nameOf(place);
  const at = new Date(place.call.now()).toISOString();
  return prepared`insert into idempotency_key (org_id, token_id, key, item, fingerprint, started_at, status, body, about)
    values (${orgId}, ${tokenId}, ${key}, ${item}, ${place.request.fingerprint}, ${at}, ${status}, ${body}, ${about(place, item, body)})`;
};

/** INSERTs of the outcomes of many items. */
export const saveItemResponses = (
  place: RequestSlot,
  items: readonly { readonly item: number; readonly status: number; readonly body: string }[],
): Sql[] => {
  const [orgId, tokenId, key] = nameOf(place);
  const [token, of, fingerprint] = [sharedParam(tokenId), sharedParam(key), sharedParam(place.request.fingerprint)];
  const at = sharedParam(new Date(place.call.now()).toISOString());
  return bulkInsert(
    sql`insert into idempotency_key (org_id, token_id, key, item, fingerprint, started_at, status, body, about)`,
    items.map(
      ({ item, status, body }) =>
        sql`(${tenantParam(orgId)}, ${token}, ${of}, ${item}, ${fingerprint}, ${at}, ${status}, ${body}, ${about(place, item, body)})`,
    ),
  );
};

const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_key_pkey';
};

/** The database of an operation: it distinguishes a used key from a violated unique rule of records. */
export const mapUniqueViolation = (db: Database): Database =>
  withOverrides(db, {
    transaction: async (work) => {
      try {
        return await db.transaction(work);
      } catch (error) {
        throw isTaken(error) ? new IdempotencyConflict('The Idempotency-Key is taken', { cause: error }) : error;
      }
    },
  });

/** Decrypts a stored text; encrypted ones begin with a key id, which no JSON does. */
const opened = (place: RequestSlot, body: string | null): string | null =>
  body !== null && keyIdIn(body) ? place.call.db.keyRing.decrypt(sealedAt(place), body) : body;

/** The stored rows of the key. @throws 422 `idempotency_key_reused` where it belongs to another request */
export const loadResponses = async (place: RequestSlot): Promise<ReadonlyMap<number, Row>> => {
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

/** A stored response for replay; null if the request is still running. */
export const replayResponse = ({ status, body }: Row): OperationResult | null =>
  status === null ? null : { status, body, headers: { 'Idempotent-Replayed': 'true' } };

/**
 * Saves a response, or the outcome of an item, that no transaction of the operation has saved. @throws
 * IdempotencyConflict
 */
export const saveResponseAlone = (
  place: RequestSlot,
  status: number,
  body: string,
  item = REQUEST_ROW,
): Promise<unknown> =>
  mapUniqueViolation(place.call.db).transaction((tx) => tx.finish([saveResponse(place, item, status, body)]));

/** Saves the response of a completed batch. @returns the response that was saved first, null where it is this one */
export const finishBatch = async (place: RequestSlot, answer: OperationResult): Promise<OperationResult | null> => {
  const [orgId, tokenId, key] = nameOf(place);
  const body = String(answer.body ?? '');
  const rows = await place.call.db.transaction((tx) =>
    tx.run(sql`update idempotency_key set status = ${answer.status}, body = ${body}, about = ${about(place, REQUEST_ROW, body)}
      where org_id = ${orgId} and token_id = ${tokenId} and key = ${key} and item = ${REQUEST_ROW} and status is null returning 1 as kept`),
  );
  if (rows.length) return null;
  const first = (await loadResponses(place)).get(REQUEST_ROW);
  return first ? replayResponse(first) : null;
};

/** Forgets answers that are older than a day. */
export const pruneResponses = async (db: Database, now: number): Promise<void> => {
  const before = new Date(now - DAY_MS).toISOString();
  await db.transaction((tx) => tx.run(sql`delete from idempotency_key where started_at < ${before}`));
};
