/**
 * Cursor of the change feed: number and time of the last change read. A restored database assigns the numbers after
 * its backup again; the time detects cursors from before.
 */
import { hash } from 'node:crypto';
import { fail } from '../../errors/api-error.ts';

/** A place in the feed of one organisation. */
export interface Position {
  readonly number: number;
  /** Milliseconds since 1970; 0 where the change was pruned, or there was none. */
  readonly at: number;
}

const VERSION = 1;
/** Version, organisation, number, time, and a checksum. */
const [ORG, NUMBER, AT, CHECK, END] = [1, 5, 13, 21, 25];
const CURSOR = /^[\w-]{34}$/;

const checkOf = (bytes: Buffer): Buffer => Buffer.from(hash('sha256', bytes.subarray(0, CHECK), 'hex'), 'hex');

/** A cursor as callers get it. */
export const cursorOf = (orgId: number, { number, at }: Position): string => {
  const bytes = Buffer.alloc(END);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32BE(orgId, ORG);
  bytes.writeBigUInt64BE(BigInt(number), NUMBER);
  bytes.writeBigUInt64BE(BigInt(at), AT);
  checkOf(bytes).copy(bytes, CHECK, 0, END - CHECK);
  return bytes.toString('base64url');
};

/** The place that a cursor names. @throws 400 `invalid_cursor` where the organisation was never given it */
export const positionOf = (orgId: number, cursor: string): Position => {
  const bytes = Buffer.from(CURSOR.test(cursor) ? cursor : '', 'base64url');
  if (bytes.length !== END) throw fail('invalid_cursor');
  const position = { number: Number(bytes.readBigUInt64BE(NUMBER)), at: Number(bytes.readBigUInt64BE(AT)) };
  if (!Number.isSafeInteger(position.number) || !Number.isSafeInteger(position.at)) throw fail('invalid_cursor');
  if (cursorOf(orgId, position) !== cursor) throw fail('invalid_cursor');
  return position;
};
