/** Changes of many records by `POST /v3/{section}/bulk`, in chunks, and their undo. */
import { ApiError } from '../../api/client.ts';
import { type Row, sendV3 } from '../../api/v3.ts';
import type { Section } from '../schema/section.ts';

/** The same change of all rows of a batch: one of these members. */
export type Change =
  | { readonly set: Row }
  | { readonly tag: number }
  | { readonly untag: number }
  | { readonly remove: true }
  | { readonly restore: true };

/** Records with the change that is meant for them. */
export interface Batch {
  readonly rows: readonly { readonly id: number; readonly if?: Row }[];
  readonly change: Change;
}

/** A record that was changed, or was like this before. */
interface Done {
  readonly id: number;
  readonly before: Row;
  readonly changed: boolean;
}

interface Failed {
  readonly id: number;
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

/** The outcome of all rows so far. */
export interface Outcome {
  readonly done: readonly Done[];
  readonly failed: readonly Failed[];
}

/** Rows of one call: progress is shown after each. */
const CHUNK = 100;
/** Waiting times before a chunk without an answer is sent again, in milliseconds. */
const RETRIES_MS = [1000, 2000, 4000, 8000, 16_000];

const isTransient = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 429, 503].includes(error.status);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a chunk, again where there was no answer: its key makes sure that it is done once. Without a connection it is not known
 * whether the rows were changed, so that it tries until there is one, or `signal` ends it. @throws ApiError
 */
const sendChunk = async (section: Section, body: Row, signal: AbortSignal): Promise<Outcome> => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendV3<Outcome>('POST', `/${section.path}/bulk`, body, headers);
    } catch (error) {
      if (!isTransient(error) || signal.aborted || (error.status !== 0 && tries >= RETRIES_MS.length)) throw error;
      await wait(RETRIES_MS[tries] ?? RETRIES_MS.at(-1) ?? 0);
    }
  }
};

/** Rows of a chunk that was refused as a whole. */
const refused = (rows: Batch['rows'], error: unknown): readonly Failed[] => {
  if (!(error instanceof ApiError)) throw error;
  const { status, error: code, message } = error;
  return rows.map(({ id }) => ({ id, status, error: code, message }));
};

/**
 * Runs batches chunk by chunk.
 * @param progress receives the outcome after each chunk
 * @param signal ends the run after the chunk that is sent
 */
export const runBatches = async (
  section: Section,
  batches: readonly Batch[],
  progress: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<Outcome> => {
  let outcome: Outcome = { done: [], failed: [] };
  for (const { rows, change } of batches) {
    for (let at = 0; at < rows.length && !signal.aborted; at += CHUNK) {
      const some = rows.slice(at, at + CHUNK);
      const { done, failed } = await sendChunk(section, { rows: some, ...change }, signal).catch((error: unknown) => ({
        done: [],
        failed: refused(some, error),
      }));
      outcome = { done: [...outcome.done, ...done], failed: [...outcome.failed, ...failed] };
      progress(outcome);
    }
  }
  return outcome;
};

const inverse = (change: Change): Change => {
  if ('tag' in change) return { untag: change.tag };
  if ('untag' in change) return { tag: change.untag };
  return 'remove' in change ? { restore: true } : { remove: true };
};

/** The batches that take a change back, where the records are as it has left them. */
export const undoOf = ({ rows, change }: Batch, { done }: Outcome): readonly Batch[] => {
  const ids = new Set(rows.map(({ id }) => id));
  const changed = done.filter((one) => one.changed && ids.has(one.id));
  if (!changed.length) return [];
  if (!('set' in change)) return [{ rows: changed.map(({ id }) => ({ id })), change: inverse(change) }];
  const byValues = new Map<string, Done[]>();
  for (const one of changed) {
    const key = JSON.stringify(one.before);
    byValues.set(key, [...(byValues.get(key) ?? []), one]);
  }
  return [...byValues.values()].map((same) => ({
    rows: same.map(({ id }) => ({ id, if: change.set })),
    change: { set: same[0]?.before ?? {} },
  }));
};
