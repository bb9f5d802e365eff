/** Hits of a search. */
import type { Row } from '../../api/v3.ts';
import type { Section } from '../schema/section.ts';

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A name as it is compared: `Müller` is `mueller`. */
export const folded = (...names: unknown[]): string =>
  names
    .map((name) => String(name ?? ''))
    .join(' ')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether each word of a text begins a word of a name: such a record is listed before one that only mentions it. */
export const isCalled = (name: string, text: string): boolean => {
  const words = folded(name).split(' ');
  return folded(text)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)));
};

/** A telephone number without its blanks, which the search takes as one word; any other text as it is. */
export const queryOf = (text: string): string => (/^(\+|0)[\d\s()/-]+$/.test(text) ? text.replaceAll(/\s/g, '') : text);

interface Found {
  readonly data?: Readonly<Record<string, { readonly total: number; readonly items: readonly Row[] }>>;
}

/** The records of a kind in the answer of a search. */
export const foundIn = (answer: Row, { search_index: index }: Section): readonly Row[] =>
  (index ? (answer as Found).data?.[index]?.items : null) ?? [];

/** How many records of a kind there are in all. */
export const totalIn = (answer: Row, { search_index: index }: Section): number =>
  (index ? (answer as Found).data?.[index]?.total : null) ?? 0;
