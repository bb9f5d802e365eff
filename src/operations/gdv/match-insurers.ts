import { normalizeNumber } from '../../shared/spelling.ts';
import type { Likely, Match, Sources } from '../matching/import-format.ts';
import { insurersOf, type StoredInsurer, storedInsurers } from '../matching/stored-insurers.ts';
import { matchOf } from './match-of.ts';
import { vuOf } from './vu-of.ts';

/** Words that do not distinguish insurers. */
const LEGAL = new Set([
  'AG',
  'VVAG',
  'SE',
  'VERSICHERUNG',
  'VERSICHERUNGEN',
  'VERSICHERUNGSAG',
  'VERSICHERUNGS',
  'AKTIENGESELLSCHAFT',
  'KG',
  'AOER',
]);

const words = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}]/u)
    .map(normalizeNumber)
    .filter(Boolean);
const significant = (name: string): string =>
  words(name)
    .filter((word) => !LEGAL.has(word))
    .join(' ');

/** Whether two names mean one insurer: the same significant words, or those of one begin the other. */
export const sameInsurer = (one: string, other: string): boolean => {
  const [a, b] = [significant(one), significant(other)];
  return Boolean(a && b) && (a === b || `${a} `.startsWith(`${b} `) || `${b} `.startsWith(`${a} `));
};

const candidate = ({ id, name }: StoredInsurer, score: number, reason: string): Likely => ({
  id,
  name,
  score,
  reasons: [reason],
});

const distinct = (all: readonly StoredInsurer[]): StoredInsurer[] => [
  ...new Map(all.map((insurer) => [insurer.id, insurer])).values(),
];

/**
 * Insurers by VU-Nummer, else a partner without one that has exactly the sender's name; partners with a similar name
 * are candidates.
 */
export const matchInsurers = async ({ read, orgId, sources }: Sources): Promise<Match[]> => {
  const insurers = await storedInsurers(read, orgId);
  return sources.map((source) => {
    const byNumber = distinct(insurersOf(insurers, vuOf(source)));
    if (byNumber.length) return matchOf(byNumber.map((one) => candidate(one, 1, 'VU-Nummer')));
    const name = String(source.values.name ?? '');
    const isNamed = (one: StoredInsurer, same: (a: string, b: string) => boolean): boolean =>
      one.vu === null && [one.name, one.kurzname ?? ''].some((text) => text !== '' && same(text, name));
    const exact = insurers.filter((one) => isNamed(one, (a, b) => normalizeNumber(a) === normalizeNumber(b)));
    const similar = insurers.filter((one) => !exact.includes(one) && isNamed(one, sameInsurer));
    const found = matchOf(
      exact.map((one) => candidate(one, 0.9, 'name')),
      similar.map((one) => candidate(one, 0.5, 'similar name')),
    );
    // An insurer is a partner of its own.
    return { ...found, isNew: true };
  });
};
