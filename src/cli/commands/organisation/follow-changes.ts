/**
 * `broker-crm changes --follow`: continues through restarts of the service, until it is stopped or its output is
 * closed.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { lockOwnerOf } from '../../../db/embedded/lock-file.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { writeAtomically } from '../../../filesystem/atomic-write.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { CliError } from '../../terminal/cli-error.ts';

/** Pause between two reads, and between two attempts if the database does not answer. */
const LOOK_MS = 500;
/** Error code for an invalid state file. */
const STATE = 'state';

/** Reads the feed once: prints the changes after a cursor and returns the new cursor. */
export type Look = (
  db: Database,
  after: string | undefined,
) => Promise<{ readonly next: string; readonly more: boolean }>;

/** The cursor of a state file; undefined if the file is missing. @throws CliError if it cannot be read */
export const keptCursor = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(STATE, `The state file cannot be read: ${(error as Error).message}`);
  }
};

/** Writes a cursor atomically. @throws CliError if the file cannot be written */
export const keepCursor = async (file: string, cursor: string): Promise<void> => {
  try {
    await writeAtomically(file, `${cursor}\n`);
  } catch (error) {
    throw new CliError(STATE, `The state file cannot be written: ${(error as Error).message}`);
  }
};

/** Whether the reader of the output has taken all of it. */
const isTaken = (): Promise<boolean> => new Promise((done) => process.stdout.write('', (error) => done(!error)));

/** After the first read a missing database is temporary; errors of the feed and a full disk are final. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : error instanceof CliError && error.code === STATE;

/** Aborts at SIGINT, SIGTERM, and when the output is closed. */
const endOf = (): AbortController => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  process.stdout.once('error', end);
  return ended;
};

/**
 * Reads repeatedly. With the database of a service, it waits for a stopped service: keeping the database running
 * itself would block the start of the service.
 * @param after undefined for now
 * @param keep called with each cursor once all changes before it were printed and accepted
 * @returns the last cursor
 * @throws refusals of the first read; `cursor_expired` later too
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
    Boolean(config.databaseUrl) || (await lockOwnerOf(config.dataDir))?.kind === 'service';
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
