/** Rotates the log of the embedded server: beyond its limit it is copied to `.1`, which replaces the previous one. */
import { closeSync, createReadStream, createWriteStream, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Maximum size of the log, and the interval of the check. */
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
 * Appends lines written after an offset to the copy, and truncates the file: synchronously, and in chunks until there
 * are no more, since the server continues to write.
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
 * Copies the end of a log and truncates it. It is truncated in place, because the server appends to the open file;
 * lines written in this moment may be lost.
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
/** The server names the process whose end caused its own; that process logged the reason. */
const ENDED = / process \(PID (\d+)\) (?:exited|was terminated)/;
const REASON = /(?:PANIC|FATAL): +(.*)/;

/**
 * The reason for the end of a server, from its log. @param begun size of the log at its start @returns null if it has
 * none
 */
export const tailLog = async (log: string, begun: number): Promise<string | null> => {
  const size = await sizeOf(log);
  // It was rotated meanwhile.
  const start = Math.max(size < begun ? 0 : begun, size - LAST_BYTES);
  let said = '';
  for await (const piece of createReadStream(log, { start, encoding: 'utf8' })) said += piece;
  const lines = said.split('\n').reverse();
  const pid = lines.map((line) => ENDED.exec(line)?.[1]).find(Boolean);
  const reasons = lines.filter((line) => line.includes(`[${pid}]`)).map((line) => REASON.exec(line)?.[1]);
  return reasons.find(Boolean) ?? null;
};

/**
 * Rotates a log from now on: it and its copy (`.1`) each have at most the given size, plus the lines between two
 * checks.
 * @returns a function that stops it
 */
export const rotateLog = async (
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
