/**
 * Checks nesting and number of values in the bytes of a JSON body before it is parsed. `JSON.parse` of 8 MiB of
 * brackets takes seconds and hundreds of megabytes in one synchronous step; the bytes identify such bodies (rules
 * 8.1).
 */
import { type ApiError, type Code, fail } from '../../errors/api-error.ts';
import { MAX_BATCH } from '../../shared/limits.ts';

/** Deeper than any body of ours, and shallow enough for all that walks through values. */
const MAX_DEPTH = 64;
/** A batch of 100 contracts with 20 tariffs of 12 fields each; parsed in about 30 ms for any values. */
export const MAX_VALUES = 25_000;
/** Twice the longest list there is (entries of a select list); an object of many more members takes quadratic time. */
export const MAX_MEMBERS = 2000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Escaped characters of all texts together: each costs as much as many that are not. */
const MAX_ESCAPES = 500_000;

const tooMany = () =>
  fail('payload_too_large', {
    message: `The request body has more than ${MAX_VALUES} values, ${MAX_MEMBERS} in one list or object, or ${MAX_ESCAPES} escapes.`,
  });

/** The check of one body from its beginning. Invalid JSON is left to `JSON.parse`. */
export class JsonShapeGuard {
  #depth = 0;
  #values = 1;
  /** Members so far of each list and object that is open, by depth. */
  readonly #members = new Uint16Array(MAX_DEPTH + 1);
  #inText = false;
  #escaped = false;
  #escapes = 0;
  /** Whether the body is a list. */
  #isList = false;
  readonly #ofList: Code | null;
  readonly #maxEscapes: number;

  /**
   * @param ofList code for a body that is a list of more items than a batch has, where that is all it takes to refuse it
   * @param maxEscapes escaped characters of all texts; a file may have any number
   */
  constructor(ofList: Code | null = null, maxEscapes = MAX_ESCAPES) {
    this.#ofList = ofList;
    this.#maxEscapes = maxEscapes;
  }

  /** Whether a text, a list or an object is still open: at the end of a body it is then no JSON. */
  get isOpen(): boolean {
    return this.#inText || this.#depth !== 0;
  }

  /**
   * Checks the next bytes.
   * @throws 400 `invalid_json` below 64 levels, 413 `payload_too_large` above 25,000 values, 2,000 members or 500,000
   * escapes, or the error of a long list
   */
  feed(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.#inText) this.#inside(byte);
      else if (byte === QUOTE) this.#inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
      else if (byte === COMMA) this.#next();
    }
  }

  /** A byte of a text. */
  #inside(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escape();
    else if (byte === QUOTE) this.#inText = false;
  }

  #escape(): void {
    this.#escaped = true;
    this.#escapes += 1;
    if (this.#escapes > this.#maxEscapes) throw this.#tooMany();
  }

  /** The error for too many items of a batch has precedence over their content (rules 8.1). */
  #tooMany(): ApiError {
    const ofList = this.#isList && (this.#members[1] ?? 0) > MAX_BATCH ? this.#ofList : null;
    return ofList ? fail(ofList) : tooMany();
  }

  #open(byte: number): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw fail('invalid_json', { message: `The body nests deeper than ${MAX_DEPTH}.` });
    this.#values += 1;
    this.#members[this.#depth] = 1;
    if (this.#depth === 1) this.#isList = byte === OPEN_LIST;
  }

  #next(): void {
    this.#values += 1;
    const members = (this.#members[this.#depth] ?? 0) + 1;
    this.#members[this.#depth] = members;
    if (this.#values > MAX_VALUES || members > MAX_MEMBERS) throw this.#tooMany();
  }
}
