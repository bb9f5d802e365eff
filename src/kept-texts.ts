/** Texts of statements that come often, made once: found by the fragments they consist of (sql.ts), and named. */

/** What a fragment says around its values. */
export interface Template {
  readonly parts: readonly string[];
  /** Which of the values are the organisation. */
  readonly tenant: readonly boolean[];
  /** Equal for equal parts once it is known. */
  number: number | undefined;
}

/** The fragments of a statement and how they are put together, as numbers. Two texts have two keys. */
export type Key = number[];

/** A text with the name that connections keep it under. */
export interface Kept {
  readonly name: string;
  readonly text: string;
}

/**
 * Every connection keeps what it has prepared, and callers choose filters and arrays, so there can be very many
 * statements: the first ones that come are kept.
 */
const MOST_KEPT = 1000;
/** Declarations have far fewer pieces of text. */
const MOST_NUMBERS = 20_000;

const numbers = new Map<string, number>();

/** The number of a template; null where there are too many, so that nothing is kept of it. */
export const numberOfTemplate = (template: Template): number | null => {
  if (template.number !== undefined) return template.number;
  // Texts have no NUL.
  const text = template.parts.length === 1 ? (template.parts[0] ?? '') : template.parts.join('\0');
  const known = numbers.get(text);
  if (known === undefined && numbers.size >= MOST_NUMBERS) return null;
  const number = known ?? numbers.size;
  if (known === undefined) numbers.set(text, number);
  template.number = number;
  return number;
};

interface Entry extends Kept {
  readonly key: Key;
}

/** By a digest of their keys. */
const entries = new Map<number, Entry[]>();
let count = 0;

const digestOf = (key: Key): number => {
  let digest = 0;
  for (let i = 0; i < key.length; i += 1) digest = (Math.imul(digest, 31) + (key[i] ?? 0)) | 0;
  return digest;
};

const isSame = (one: Key, other: Key): boolean => {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
};

/** The text with a key, where it is kept. */
export const keptText = (key: Key): Kept | undefined => {
  const found = entries.get(digestOf(key));
  if (!found) return undefined;
  for (const entry of found) if (isSame(entry.key, key)) return entry;
  return undefined;
};

/** Keeps a text under a name of its own. @returns null where there is no more room */
export const keepText = (key: Key, text: string): Kept | null => {
  if (count >= MOST_KEPT) return null;
  count += 1;
  const entry = { key, text, name: `s${count}` };
  const digest = digestOf(key);
  entries.set(digest, [...(entries.get(digest) ?? []), entry]);
  return entry;
};
