/** Mentions in a waiting document that can identify a record: numbers, names, dates, the sender's address (rules 5.16a). */
import { decompose, fold } from '../../derive/search/fold-text.ts';

/** The part of a waiting document that contains a mention. */
type Where = 'name' | 'betreff' | 'absender' | 'text';

/** A text of a waiting document. */
export interface Source {
  readonly where: Where;
  readonly text: string;
}

/** A mention with its text in the document. */
export interface Mention {
  readonly where: Where;
  readonly text: string;
}

/** Mentions of one document by their normalized form. */
export interface Mentions {
  /** Letters and digits of numbers such as `HR-700116`. */
  readonly numbers: ReadonlyMap<string, Mention>;
  /** The mentions by the same numbers as written. */
  readonly written: ReadonlyMap<string, Mention>;
  /** Runs of up to three words, in lower case, and with umlauts in both spellings: possible last names and companies. */
  readonly names: ReadonlySet<string>;
  /** `YYYY-MM-DD`. */
  readonly dates: ReadonlyMap<string, Mention>;
  /** The e-mail address of the sender. */
  readonly sender: string | null;
  /** Finds a run of words, compared as the search does; null if the document lacks it. */
  find(words: string): Mention | null;
}

/** Maximum candidates per document; sources come in the order name, betreff, absender, text. */
const MOST = { numbers: 150, names: 150, dates: 10 };
/** Length of a number in letters and digits, and its minimum of digits. */
const NUMBER = { min: 5, max: 30, digits: 3 };
const WORDS_OF_NAME = 3;
/** Maximum groups of a number such as `12 345 678`. */
const PARTS_OF_NUMBER = 3;

const alphanumeric = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Text folded for the search, with a blank for each character that is neither a letter nor a digit. */
const comparable = (text: string): string =>
  ` ${fold(decompose(text))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const isNumber = (key: string): boolean =>
  key.length >= NUMBER.min && key.length <= NUMBER.max && (key.match(/\d/g)?.length ?? 0) >= NUMBER.digits;

const addNumbers = ({ where, text }: Source, numbers: Map<string, Mention>): void => {
  const tokens = text.split(/[\s_;,:()/|]+/).filter(Boolean);
  for (let at = 0; at < tokens.length && numbers.size < MOST.numbers; at += 1) {
    for (let length = 1; length <= PARTS_OF_NUMBER && at + length <= tokens.length; length += 1) {
      const parts = tokens.slice(at, at + length);
      const key = alphanumeric(parts.join(''));
      if (isNumber(key) && !numbers.has(key)) numbers.set(key, { where, text: parts.join(' ') });
    }
  }
};

const UMLAUTS = [/ae/g, /oe/g, /ue/g] as const;

/** Spellings with umlauts and without: `mueller` and `müller`. */
const spellings = (name: string): string[] => {
  const umlaut = name.replace(UMLAUTS[0], 'ä').replace(UMLAUTS[1], 'ö').replace(UMLAUTS[2], 'ü');
  return umlaut === name ? [name] : [name, umlaut];
};

/** A word without trailing points and hyphens. */
const withoutEnd = (word: string): string => {
  let end = word.length;
  while (word[end - 1] === '.' || word[end - 1] === '-') end -= 1;
  return word.slice(0, end);
};

const addNames = ({ text }: Source, names: Set<string>): void => {
  const words = text.match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'’&.-]*/gu) ?? [];
  for (let at = 0; at < words.length; at += 1) {
    for (let length = 1; length <= WORDS_OF_NAME && at + length <= words.length; length += 1) {
      const run = words.slice(at, at + length).join(' ');
      // Names end with a word that begins with a capital.
      if (run.length < 3 || !/^\p{Lu}/u.test(words[at + length - 1] ?? '')) continue;
      for (const name of spellings(withoutEnd(run.toLowerCase()))) {
        if (names.size >= MOST.names) return;
        names.add(name);
      }
    }
  }
};

const DATE = /\b(?:(\d{1,2})\.(\d{1,2})\.(\d{4})|(\d{4})-(\d\d)-(\d\d))\b/g;

const addDates = ({ where, text }: Source, dates: Map<string, Mention>): void => {
  for (const [written, day = '', month = '', year, isoYear, isoMonth, isoDay] of text.matchAll(DATE)) {
    if (dates.size >= MOST.dates) return;
    const date = year
      ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      : `${isoYear}-${isoMonth}-${isoDay}`;
    // PostgreSQL refuses days that do not exist.
    const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ?? false;
    if (isDay && !dates.has(date)) dates.set(date, { where, text: written });
  }
};

const ADDRESS = /[^\s<>"',;:()]{1,64}@[^\s<>"',;:()]{1,190}/;

/** The mentions of a document. @param sources its texts, shortest first */
export const mentionsOf = (sources: readonly Source[]): Mentions => {
  const numbers = new Map<string, Mention>();
  const names = new Set<string>();
  const dates = new Map<string, Mention>();
  for (const source of sources) {
    addNumbers(source, numbers);
    // File names join words by other characters than blanks.
    const spaced = source.where === 'name' ? { ...source, text: source.text.replace(/[_.-]+/g, ' ') } : source;
    for (const text of new Set([source.text, spaced.text])) addNames({ ...source, text }, names);
    addDates(source, dates);
  }
  const compared = sources.map(({ where, text }) => ({ where, text: comparable(text) }));
  const sender = sources.find(({ where }) => where === 'absender')?.text.match(ADDRESS)?.[0];
  return {
    numbers,
    written: new Map([...numbers.values()].map((mention) => [mention.text, mention])),
    names,
    dates,
    sender: sender?.toLowerCase() ?? null,
    find: (words) => {
      const wanted = comparable(words);
      const found = wanted.trim() ? compared.find(({ text }) => text.includes(wanted)) : undefined;
      return found ? { where: found.where, text: words } : null;
    },
  };
};
