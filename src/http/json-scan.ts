/**
 * Looks through the bytes of a JSON body as they come, before anything is made of them: how deep it nests, how many
 * values it has, and where a file begins in it. What `JSON.parse` takes for 8 MiB of brackets is seconds and hundreds
 * of megabytes, all of it in one piece; the bytes alone say which bodies those are (rules 8.1).
 */
import { type ApiError, type Code, fail } from '../errors.ts';
import { MAX_BATCH } from '../limits.ts';

/** Deeper than any body of ours, and shallow enough for all that walks through values. */
const MAX_DEPTH = 64;
/** A batch of 100 contracts with 20 tariffs of 12 fields each; parsed in some 30 ms whatever they are. */
export const MAX_VALUES = 25_000;
/** Twice the longest list there is (entries of a select list); an object of many more members takes quadratic time. */
export const MAX_MEMBERS = 2000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Bytes of the longest name of a file member, however it is escaped. */
const LONGEST_NAME = 64;
/** Escaped characters of all texts together: each costs as much as many that are not. */
const MAX_ESCAPES = 500_000;
/** A file's text of at most this many bytes stays a text. */
const SHORT = 1 << 14;

const tooMany = () =>
  fail('payload_too_large', {
    message: `The request body has more than ${MAX_VALUES} values, ${MAX_MEMBERS} in one list or object, or ${MAX_ESCAPES} escapes.`,
  });

/** A name as it stands between its quotes. */
const nameOf = (written: string): string => {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return '';
  }
};

/** One body, looked through from its beginning on. What is no JSON is left to `JSON.parse` to find. */
export class JsonScan {
  #seen = 0;
  #depth = 0;
  #values = 1;
  /** Members so far of each list and object that is open, by depth. */
  readonly #members = new Uint16Array(MAX_DEPTH + 1);
  #inText = false;
  #escaped = false;
  #escapes = 0;
  /** Whether the next text of the body's own object is the name of a member. */
  #isName = false;
  #name = '';
  #file: { start: number; end: number | null } | null = null;
  /** Whether the body is a list. */
  #isList = false;
  readonly #files: readonly string[];
  readonly #ofList: Code | null;

  /**
   * @param files members of the body whose texts are files
   * @param ofList what is said of a body that is a list of more items than a batch has, where that is all it takes to refuse it
   */
  constructor(files: readonly string[] = [], ofList: Code | null = null) {
    this.#files = files;
    this.#ofList = ofList;
  }

  /** Where a long text begins that is a file; -1 where none has come yet. */
  get fileStart(): number {
    return this.#file && (this.#file.end ?? this.#seen) - this.#file.start > SHORT ? this.#file.start : -1;
  }

  /** Whether what was looked through ends within that text. */
  get inFile(): boolean {
    return this.#file?.end === null;
  }

  /** Whether a text, a list or an object is still open: then it is no JSON, whatever else it is. */
  get isOpen(): boolean {
    return this.#inText || this.#depth !== 0;
  }

  /** Goes on at the quote that ends the text it is in: somebody else has read the text. */
  skipToQuote(): void {
    this.#escaped = false;
  }

  /**
   * Looks through what comes next.
   * @throws 400 `invalid_json` below 64 levels, 413 `payload_too_large` above 25,000 values, 2,000 members or
   * 500,000 escapes, or what is said of a list
   */
  look(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.#inText) this.#inside(byte, at);
      else if (byte === QUOTE) this.#begin(at);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
      else if (byte === COMMA) this.#next();
      else if (byte === COLON && this.#depth === 1) this.#isName = false;
    }
    this.#seen += bytes.length;
  }

  /** A byte of a text. */
  #inside(byte: number, at: number): void {
    if (this.#isName && this.#name.length <= LONGEST_NAME && (byte !== QUOTE || this.#escaped))
      this.#name += String.fromCharCode(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escape();
    else if (byte === QUOTE) {
      this.#inText = false;
      if (this.#file?.end === null) this.#file.end = this.#seen + at;
    }
  }

  #escape(): void {
    this.#escaped = true;
    this.#escapes += 1;
    if (this.#escapes > MAX_ESCAPES && !this.inFile) throw this.#tooMany();
  }

  /** How many items a batch has goes before what is in them (rules 8.1). */
  #tooMany(): ApiError {
    const ofList = this.#isList && (this.#members[1] ?? 0) > MAX_BATCH ? this.#ofList : null;
    return ofList ? fail(ofList) : tooMany();
  }

  #begin(at: number): void {
    this.#inText = true;
    if (this.#depth !== 1 || !this.#files.length) return;
    if (this.#isName) this.#name = '';
    else if (this.fileStart < 0 && this.#files.includes(nameOf(this.#name))) {
      this.#file = { start: this.#seen + at + 1, end: null };
      this.#name = '';
    }
  }

  #open(byte: number): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw fail('invalid_json', { message: `The body nests deeper than ${MAX_DEPTH}.` });
    this.#values += 1;
    this.#members[this.#depth] = 1;
    if (this.#depth !== 1) return;
    this.#isName = byte === OPEN_OBJECT && this.#files.length > 0;
    this.#isList = byte === OPEN_LIST;
  }

  #next(): void {
    this.#values += 1;
    const members = (this.#members[this.#depth] ?? 0) + 1;
    this.#members[this.#depth] = members;
    if (this.#values > MAX_VALUES || members > MAX_MEMBERS) throw this.#tooMany();
    if (this.#depth === 1) this.#isName = this.#files.length > 0;
  }
}
