/**
 * `Idempotency-Key` on POST: the same key and request get the first response again for 24 hours, in spite of crashes,
 * because the response is written in the transaction of the write (rules 8.3, docs/decisions/0006). Costs nothing
 * without the header, and one INSERT with it.
 */
import { createHash } from 'node:crypto';
import type { KeyRing } from '../../db/encryption/key-ring.ts';
import { ApiError, fail, invalid } from '../../errors/api-error.ts';
import { MAX_KEY } from '../../shared/limits.ts';
import type { Sql } from '../../sql/sql.ts';
import type { IdempotencyRecorder, OperationResult, Outcome, SpecialCall } from '../call/call.ts';
import {
  finishBatch,
  IdempotencyConflict,
  type IdempotentRequest,
  loadResponses,
  mapUniqueViolation,
  nameOf,
  REQUEST_ROW,
  type RequestSlot,
  type Row,
  replayResponse,
  saveItemResponses,
  saveResponse,
  saveResponseAlone,
  storedBody,
} from './idempotency-store.ts';

/** A second equal request waits so long for the first one's answer. */
const WAIT_MS = 10_000;
const KEY = /^[\x20-\x7e]+$/;
/** The header's value, with or without the quotes of a structured field. @throws 400 where it is no key */
const keyOf = (header: string): string => {
  const plain = header.length > 1 && header.startsWith('"') && header.endsWith('"') ? header.slice(1, -1) : header;
  if (plain.length <= MAX_KEY && KEY.test(plain)) return plain;
  const message = `Idempotency-Key must have 1 to ${MAX_KEY} printable ASCII characters.`;
  throw invalid([{ path: ['Idempotency-Key'], code: 'invalid_format', message }]);
};

/**
 * Parses an `Idempotency-Key` header. The stored fingerprint is an HMAC: a body may hold a password, which can be guessed from a
 * plain hash in a stolen table (rules 8.3).
 * @param address method, path and query
 */
export const keyed = (keyRing: KeyRing, header: string, address: string, body: unknown): IdempotentRequest => {
  const content = createHash('sha256')
    .update(address)
    .update('\0')
    .update(JSON.stringify(body) ?? '')
    .digest();
  const fingerprint = keyRing.fingerprint(content);
  const isSame = (stored: string): boolean => stored === fingerprint || keyRing.isFingerprintOf(stored, content);
  return { key: keyOf(header), address, fingerprint, isSame };
};

/** An operation with a recorder, and a database that maps a violation of the key. */
type Operation = (keeping: Pick<SpecialCall, 'keeper' | 'db'>) => Promise<OperationResult>;

/** Refusals are saved like any response; internal errors are not, so that a repetition runs again. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

/** A request of one transaction, which keeps its answer. @throws IdempotencyConflict */
const runSingle = async (place: RequestSlot, operation: Operation): Promise<OperationResult> => {
  const { call } = place;
  let inside = false;
  const keeper: IdempotencyRecorder = {
    answer: (answer) => {
      inside = true;
      return [saveResponse(place, REQUEST_ROW, answer.status, storedBody(place, answer))];
    },
    item: async (_index, work) => ({ inserted: await work(() => []) }),
    has: () => false,
    items: () => [],
  };
  try {
    const answer = await operation({ keeper, db: mapUniqueViolation(call.db) });
    if (!inside) await saveResponseAlone(place, answer.status, storedBody(place, answer) ?? '');
    return answer;
  } catch (error) {
    if (isRefusal(error)) await saveResponseAlone(place, error.status, JSON.stringify(error.body()));
    throw error;
  }
};

/** Begins a batch, or continues an interrupted one. @returns its saved rows */
const beginBatch = async (place: RequestSlot): Promise<ReadonlyMap<number, Row>> => {
  try {
    await mapUniqueViolation(place.call.db).transaction((tx) =>
      tx.finish([saveResponse(place, REQUEST_ROW, null, null)]),
    );
    return new Map();
  } catch (error) {
    if (!(error instanceof IdempotencyConflict)) throw error;
  }
  const known = await loadResponses(place);
  return known.size ? known : beginBatch(place);
};

/** The saved status of a created item; a refused one has the status of its error. */
const MADE = 200;

/** A saved outcome. */
const outcomeIn = <Made, Refused>({ status, body }: Row): Outcome<Made, Refused> => {
  const outcome = JSON.parse(body ?? 'null');
  return status === MADE ? { inserted: outcome } : { failed: outcome };
};

/**
 * Batch items save their outcomes separately, also in a shared transaction: a created item in the transaction that
 * creates it, a refusal in one of its own. Of equal requests at two processes one may be refused because of the other
 * (same e-mail address, last licence), so the outcome saved first applies to both.
 */
const itemKeeper = (place: RequestSlot, known: ReadonlyMap<number, Row>): IdempotencyRecorder => ({
  answer: () => [],
  has: (index) => known.has(index),
  items: (all) =>
    saveItemResponses(
      place,
      all.map(({ index, made }) => ({ item: index, status: MADE, body: JSON.stringify(made) })),
    ),
  item: async <Made, Refused>(
    index: number,
    work: (keep: (made: Made) => readonly Sql[]) => Promise<Made>,
    refused: (error: ApiError) => Refused,
  ): Promise<Outcome<Made, Refused>> => {
    const row = known.get(index);
    if (row) return outcomeIn(row);
    const outcome = async (): Promise<Outcome<Made, Refused>> => {
      try {
        return { inserted: await work((made) => [saveResponse(place, index, MADE, JSON.stringify(made))]) };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const failed = refused(error);
        await saveResponseAlone(place, error.status, JSON.stringify(failed), index);
        return { failed };
      }
    };
    try {
      return await outcome();
    } catch (error) {
      const first = error instanceof IdempotencyConflict && (await loadResponses(place)).get(index);
      if (first) return outcomeIn(first);
      throw error;
    }
  },
});

const runBatch = async (place: RequestSlot, operation: Operation): Promise<OperationResult> => {
  const known = await beginBatch(place);
  const whole = known.get(REQUEST_ROW);
  const answered = whole && replayResponse(whole);
  if (answered) return answered;
  const { call } = place;
  try {
    const answer = await operation({ keeper: itemKeeper(place, known), db: mapUniqueViolation(call.db) });
    // Items that failed by our fault run again when the request is repeated.
    return (answer.faults?.length ? null : await finishBatch(place, answer)) ?? answer;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const first = await finishBatch(place, { status: error.status, body: JSON.stringify(error.body()) });
    if (first) return first;
    throw error;
  }
};

/** Runs an operation, or replays the saved response. */
const runOnce = async (place: RequestSlot, operation: Operation): Promise<OperationResult> => {
  for (;;) {
    try {
      return await (Array.isArray(place.call.body) ? runBatch : runSingle)(place, operation);
    } catch (error) {
      if (!(error instanceof IdempotencyConflict)) throw error;
    }
    const first = (await loadResponses(place)).get(REQUEST_ROW);
    const answer = first && replayResponse(first);
    if (answer) return answer;
    // The row expired and was pruned meanwhile, so this request is the first.
  }
};

/** Requests with a key that run in one process, by token and key; settles when such a request is over. */
export type InFlight = Map<string, Promise<unknown>>;

/** Waits for the first of equal requests. @throws 409 `idempotency_key_in_use` where it takes too long */
const waitFor = async (first: Promise<unknown>, until: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(fail('idempotency_key_in_use', { headers: { 'Retry-After': '1' } })),
      Math.max(0, until - performance.now()),
    );
  });
  await Promise.race([first, late]).finally(() => clearTimeout(timer));
};

/**
 * Runs an operation once for its key.
 * @param others running requests of this process
 * @throws 422 `idempotency_key_reused` for another request; 409 `idempotency_key_in_use` where an equal request runs
 * for long; errors of the operation, repeatedly where the caller caused them
 */
export const idempotent = async (
  others: InFlight,
  call: SpecialCall,
  request: IdempotentRequest,
  operation: Operation,
): Promise<OperationResult> => {
  const place = { call, request };
  const name = nameOf(place).join(' ');
  const until = performance.now() + WAIT_MS;
  let waited = false;
  for (let first = others.get(name); first; first = others.get(name)) {
    await waitFor(first, until);
    waited = true;
  }
  const run = async (): Promise<OperationResult> => {
    const whole = waited ? (await loadResponses(place)).get(REQUEST_ROW) : undefined;
    return (whole && replayResponse(whole)) ?? runOnce(place, operation);
  };
  const mine = run();
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  others.set(name, ended);
  try {
    return await mine;
  } finally {
    others.delete(name);
  }
};
