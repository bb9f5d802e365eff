/** The log of the embedded server stays small: what is too much of it is set aside, and what was aside before goes. */
import { closeSync, createReadStream, createWriteStream, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** How large it may get, and how often that is looked at. */
export interface LogBounds {
  readonly bytes: number;
  readonly everyMs: number;
}
const BOUNDS: LogBounds = { bytes: 20 * 1024 * 1024, everyMs: 10_000 };

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

/** Copies the end of a file, and what is written to it meanwhile. @returns how far it was read */
const copyEnd = async (from: string, to: string, bytes: number): Promise<number> => {
  const start = Math.max(0, (await sizeOf(from)) - bytes);
  const stream = createReadStream(from, { start });
  await pipeline(stream, createWriteStream(to, { mode: 0o600 }));
  return start + stream.bytesRead;
};

/**
 * Adds what was written behind a place to the copy, and empties the file: without a turn of the loop between, and in
 * pieces until nothing more has come, since the server goes on writing.
 */
const moveRest = (log: string, from: number, copy: string): void => {
  const [file, end] = [openSync(log, 'r+'), openSync(copy, 'a')];
  try {
    const piece = Buffer.allocUnsafe(65_536);
    for (let at = from, read = -1; read !== 0; at += read) {
      read = readSync(file, piece, 0, piece.length, at);
      writeSync(end, piece, 0, read);
    }
    ftruncateSync(file);
  } finally {
    closeSync(file);
    closeSync(end);
  }
};

/**
 * Sets the end of a log aside and empties it. It is emptied where it lies, because the server goes on writing to the open
 * file, at its end; lines that it writes in this very moment may be lost.
 */
const setAside = async (log: string, bytes: number): Promise<void> => {
  if ((await sizeOf(log)) <= bytes) return;
  const [aside, copy, part] = [`${log}.1`, `${log}.1.copy`, `${log}.1.part`];
  try {
    const end = await copyEnd(log, copy, bytes);
    await rename(copy, aside);
    moveRest(log, end, aside);
    await copyEnd(aside, part, bytes);
    await rename(part, aside);
  } catch {
    // A full disk: the log cannot grow there either, and the next look tries again.
    await rm(part, { force: true }).catch(() => undefined);
    await rm(copy, { force: true }).catch(() => undefined);
  }
};

/** So much of its end is looked through for the reason of an end. */
const LAST_BYTES = 65_536;
/** The server says which of its processes ended so that it had to end too; that one has said why. */
const ENDED = / process \(PID (\d+)\) (?:exited|was terminated)/;
const REASON = /(?:PANIC|FATAL): +(.*)/;

/** Why a server ended, in its own words. @param begun the size of its log when it was started @returns null where it does not say */
export const lastWords = async (log: string, begun: number): Promise<string | null> => {
  const size = await sizeOf(log);
  // It was set aside meanwhile.
  const start = Math.max(size < begun ? 0 : begun, size - LAST_BYTES);
  let said = '';
  for await (const piece of createReadStream(log, { start, encoding: 'utf8' })) said += piece;
  const lines = said.split('\n').reverse();
  const pid = lines.map((line) => ENDED.exec(line)?.[1]).find(Boolean);
  const reasons = lines.filter((line) => line.includes(`[${pid}]`)).map((line) => REASON.exec(line)?.[1]);
  return reasons.find(Boolean) ?? null;
};

/**
 * Keeps a log bounded from now on: it and what is aside of it (`.1`) each have at most the given bytes, and what is written
 * between two looks.
 * @returns what ends that
 */
export const keepBounded = async (
  log: string,
  { bytes, everyMs }: LogBounds = BOUNDS,
): Promise<{ stop(): Promise<void> }> => {
  let looking = setAside(log, bytes);
  await looking;
  const timer = setInterval(() => {
    looking = looking.then(() => setAside(log, bytes));
  }, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
