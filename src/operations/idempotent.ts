/**
 * `Idempotency-Key` on POST: the same key and the same request give the first answer again for 24 hours, whatever
 * crashed in between, because the answer is written in the transaction of the write (rules 8.3, docs/decisions/0006).
 * Costs nothing where the header is absent, and one INSERT where it is present.
 */
import { createHash } from 'node:crypto';
import type { KeyRing } from '../db/key-ring.ts';
import { ApiError, fail, invalid } from '../errors.ts';
import { MAX_KEY } from '../limits.ts';
import type { Sql } from '../sql.ts';
import type { Answer, Keeper, Outcome, SpecialCall } from './call.ts';
import {
  type Keyed,
  KeyTaken,
  keep,
  keepAlone,
  keepItems,
  kept,
  keptBody,
  nameOf,
  type Place,
  type Row,
  replay,
  settleBatch,
  telling,
  WHOLE,
} from './kept-answers.ts';

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
export const keyed = (keyRing: KeyRing, header: string, address: string, body: unknown): Keyed => {
  const content = createHash('sha256')
    .update(address)
    .update('\0')
    .update(JSON.stringify(body) ?? '')
    .digest();
  const fingerprint = keyRing.fingerprint(content);
  // Rows of versions before 0.1.0 have the hash itself, for a day after the upgrade.
  const isSame = (stored: string): boolean =>
    stored === fingerprint || stored === content.toString('base64') || keyRing.isFingerprintOf(stored, content);
  return { key: keyOf(header), fingerprint, isSame };
};

/** Runs with what keeps its answer, and with a database that tells when the key is taken. */
type Operation = (keeping: Pick<SpecialCall, 'keeper' | 'db'>) => Promise<Answer>;

/** Refusals are answers like any other; faults of ours are not kept, so that a repeat runs. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

/** A request of one transaction, which keeps its answer. @throws KeyTaken */
const runWhole = async (place: Place, operation: Operation): Promise<Answer> => {
  const { call } = place;
  let inside = false;
  const keeper: Keeper = {
    answer: (answer) => {
      inside = true;
      return [keep(place, WHOLE, answer.status, keptBody(place, answer))];
    },
    item: async (_index, work) => ({ inserted: await work(() => []) }),
    has: () => false,
    items: () => [],
  };
  try {
    const answer = await operation({ keeper, db: telling(call.db) });
    if (!inside) await keepAlone(place, answer.status, keptBody(place, answer) ?? '');
    return answer;
  } catch (error) {
    if (isRefusal(error)) await keepAlone(place, error.status, JSON.stringify(error.body()));
    throw error;
  }
};

/** Begins a batch, or goes on with one that was interrupted. @returns what is kept of it already */
const beginBatch = async (place: Place): Promise<ReadonlyMap<number, Row>> => {
  try {
    await telling(place.call.db).transaction((tx) => tx.finish([keep(place, WHOLE, null, null)]));
    return new Map();
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
  }
  const known = await kept(place);
  return known.size ? known : beginBatch(place);
};

/** The status that an item is kept with that was made; one that was refused has its error's. */
const MADE = 200;

/** An outcome as it was kept. */
const outcomeIn = <Made, Refused>({ status, body }: Row): Outcome<Made, Refused> => {
  const outcome = JSON.parse(body ?? 'null');
  return status === MADE ? { inserted: outcome } : { failed: outcome };
};

/**
 * Items of a batch keep their outcomes singly, also where they are made together: what is made in the transaction that makes it, a refusal in one of its
 * own. Of equal requests at two processes one may be refused what the other has made (the same e-mail address, the last
 * licence), so what is kept first is the outcome for both.
 */
const itemKeeper = (place: Place, known: ReadonlyMap<number, Row>): Keeper => ({
  answer: () => [],
  has: (index) => known.has(index),
  items: (all) =>
    keepItems(
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
        return { inserted: await work((made) => [keep(place, index, MADE, JSON.stringify(made))]) };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const failed = refused(error);
        await keepAlone(place, error.status, JSON.stringify(failed), index);
        return { failed };
      }
    };
    try {
      return await outcome();
    } catch (error) {
      const first = error instanceof KeyTaken && (await kept(place)).get(index);
      if (first) return outcomeIn(first);
      throw error;
    }
  },
});

const runBatch = async (place: Place, operation: Operation): Promise<Answer> => {
  const known = await beginBatch(place);
  const whole = known.get(WHOLE);
  const answered = whole && replay(whole);
  if (answered) return answered;
  const { call } = place;
  try {
    const answer = await operation({ keeper: itemKeeper(place, known), db: telling(call.db) });
    // Items that failed by our fault run again when the request is repeated.
    return (answer.faults?.length ? null : await settleBatch(place, answer)) ?? answer;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const first = await settleBatch(place, { status: error.status, body: JSON.stringify(error.body()) });
    if (first) return first;
    throw error;
  }
};

/** Runs an operation, or gives the answer that is kept. */
const runOnce = async (place: Place, operation: Operation): Promise<Answer> => {
  for (;;) {
    try {
      return await (Array.isArray(place.call.body) ? runBatch : runWhole)(place, operation);
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
    }
    const first = (await kept(place)).get(WHOLE);
    const answer = first && replay(first);
    if (answer) return answer;
    // It was kept a day ago and has been removed by now, so this request is the first.
  }
};

/** Requests with a key that run in one process, by token and key; settles when such a request is over. */
export type Running = Map<string, Promise<unknown>>;

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
 * @param others that run in this process
 * @throws 422 `idempotency_key_reused` for another request; 409 `idempotency_key_in_use` where an equal request has
 * been running for long; whatever the operation throws, again and again where it is the caller's fault
 */
export const idempotent = async (
  others: Running,
  call: SpecialCall,
  request: Keyed,
  operation: Operation,
): Promise<Answer> => {
  const place = { call, request };
  const name = nameOf(place).join(' ');
  const until = performance.now() + WAIT_MS;
  let waited = false;
  for (let first = others.get(name); first; first = others.get(name)) {
    await waitFor(first, until);
    waited = true;
  }
  const run = async (): Promise<Answer> => {
    const whole = waited ? (await kept(place)).get(WHOLE) : undefined;
    return (whole && replay(whole)) ?? runOnce(place, operation);
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
