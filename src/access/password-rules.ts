/**
 * Which passwords are too easy to guess: common ones, patterns, and what everybody knows of their user (rules 8.2).
 * There is no rule of composition: length and these refusals are what NIST SP 800-63B asks for.
 */
import type { Issue } from '../errors.ts';
import { table } from '../table.ts';

/** What everybody knows of a user. */
export interface Known {
  readonly name: string;
  readonly email: string;
  readonly organisation: string;
}

/** So many further characters make a common or a known word no other password (`Passwort2026!`). */
const FURTHER = 5;
/** Shorter parts of names occur in too many words to mean the name. */
const SHORTEST_NAME = 4;
/** Units whose repetition is a pattern (`abcabcabcabc`). */
const LONGEST_UNIT = 4;
/** Rows of keyboards and alphabets that people type along. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertzuiopü',
  'qwertyuiop',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
];

let list: Promise<ReadonlySet<string>> | null = null;

/** The common passwords, read when the first password is set. */
const common = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set((dictionary['passwords-common'] as readonly string[]).map((word) => word.toLowerCase())),
  );
  return list;
};

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** A word without the digits and signs around it, where these are few. */
const core = (word: string): string => {
  const characters = [...word];
  const first = characters.findIndex(isLetter);
  const last = characters.findLastIndex(isLetter);
  if (first < 0 || first + (characters.length - 1 - last) > FURTHER) return word;
  return characters.slice(first, last + 1).join('');
};

const LEET: Readonly<Record<string, string>> = table({
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
});

/** A word as it is meant: `p@ssw0rd`. */
const meant = (word: string): string => [...word].map((character) => LEET[character] ?? character).join('');

const repeats = (word: string): boolean => {
  for (let unit = 1; unit <= LONGEST_UNIT; unit += 1) {
    if (
      word ===
      word
        .slice(0, unit)
        .repeat(Math.ceil(word.length / unit))
        .slice(0, word.length)
    )
      return true;
  }
  return false;
};

const followsRow = (word: string): boolean => {
  const backwards = [...word].reverse().join('');
  return ROWS.some((row) => row.includes(word) || row.includes(backwards));
};

/** Words of names and addresses; top-level domains do not count. */
const wordsOf = ({ name, email, organisation }: Known): string[] => {
  const [local = '', host = ''] = email.split('@');
  const texts = [name, local, host.split('.').slice(0, -1).join(' '), organisation];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const whole = texts.map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return [...new Set([...words, ...whole])].filter((word) => word.length >= SHORTEST_NAME);
};

/** Whether a password has hardly more than words that everybody knows of its user. */
const isOwn = (word: string, known: Known): boolean => {
  const plain = word.replaceAll(/[^\p{L}\p{N}]/gu, '');
  let rest = plain;
  for (const own of wordsOf(known).sort((a, b) => b.length - a.length)) rest = rest.replaceAll(own, '');
  return rest.length < plain.length && rest.length <= FURTHER;
};

const variants = (word: string): string[] => [word, core(word), meant(word), meant(core(word)), core(meant(word))];

/**
 * Why a password is too easy to guess.
 * @param path field of the body that holds it
 * @returns findings `common_password` or `own_name`; none where it will do
 */
export const passwordIssues = async (
  password: string,
  known: Known,
  path: readonly string[] = ['password'],
): Promise<Issue[]> => {
  const word = password.toLowerCase();
  if (isOwn(word, known) || isOwn(meant(word), known)) {
    const message = 'This password is little more than your name, your address or the name of the organisation.';
    return [{ path, code: 'own_name', message }];
  }
  const words = await common();
  if (variants(word).some((variant) => words.has(variant) || repeats(variant) || followsRow(variant))) {
    const message = 'This is one of the first passwords that attackers try: choose one that nobody else uses.';
    return [{ path, code: 'common_password', message }];
  }
  return [];
};
