/** `broker-crm changes --follow`: goes on through restarts of the service, until it is ended or nobody reads what it prints. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { holderOf } from '../db/data-lock.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { writeWhole } from '../files/write-whole.ts';
import { type CommandContext, Refusal } from './context.ts';

/** Between two looks, and between two tries where nothing answers. */
const LOOK_MS = 500;
/** Code of what is refused because of the state file. */
const STATE = 'state';

/** One look at the feed: hands over what is there behind a cursor, and where that ends. */
export type Look = (
  db: Database,
  after: string | undefined,
) => Promise<{ readonly next: string; readonly more: boolean }>;

/** The cursor of a state file; undefined where there is none yet. @throws Refusal where it cannot be read */
export const keptCursor = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Refusal(STATE, `The state file cannot be read: ${(error as Error).message}`);
  }
};

/** Keeps a cursor, whole or not at all. @throws Refusal where the file cannot be written */
export const keepCursor = async (file: string, cursor: string): Promise<void> => {
  try {
    await writeWhole(file, `${cursor}\n`);
  } catch (error) {
    throw new Refusal(STATE, `The state file cannot be written: ${(error as Error).message}`);
  }
};

/** Whether all that was printed was taken. */
const isTaken = (): Promise<boolean> => new Promise((done) => process.stdout.write('', (error) => done(!error)));

/** Once it has looked, a database that is not there comes back; what the feed refuses, and a full disk, stay so. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : error instanceof Refusal && error.code === STATE;

/** Ends with SIGINT, SIGTERM, and with whoever reads the output. */
const endOf = (): AbortController => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  process.stdout.once('error', end);
  return ended;
};

/**
 * Looks again and again. Where the database is that of the service, a service that is stopped is waited for: a command
 * that kept the database running by itself would keep the service from its start.
 * @param after undefined for now
 * @param keep told each cursor once what lies before it was printed and taken
 * @returns the last cursor
 * @throws what the first look refuses; `cursor_expired` later too
 */
export const follow = async (
  { config, withDatabase }: CommandContext,
  after: string | undefined,
  look: Look,
  keep: (cursor: string) => Promise<void>,
): Promise<string | undefined> => {
  const ended = endOf();
  const rest = (): Promise<void> => pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  const isServed = async (): Promise<boolean> =>
    Boolean(config.databaseUrl) || (await holderOf(config.dataDir))?.kind === 'service';
  let [cursor, known] = [after, false];
  const lookOn = async (db: Database): Promise<void> => {
    while (!ended.signal.aborted) {
      const { next, more } = await look(db, cursor);
      if (!(await isTaken())) return ended.abort();
      if (next !== cursor) await keep(next);
      [cursor, known] = [next, true];
      if (more) continue;
      await rest();
      if (!(await isServed())) return;
    }
  };
  while (!ended.signal.aborted) {
    await withDatabase(lookOn, { served: known, waits: true }).catch((error) => {
      if (!known || isFinal(error)) throw error;
    });
    await rest();
  }
  return cursor;
};
