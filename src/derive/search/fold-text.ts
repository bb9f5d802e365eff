/** Folding of search text: stored texts and queries are folded alike, so that spelling variants of a word match (rules 16.16). */
import { lookupTable } from '../../shared/lookup-table.ts';

/** Letters that Unicode does not decompose into a base letter and marks. */
const LETTERS: Readonly<Record<string, string>> = lookupTable({
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
});

/** Typographic and other forms of the apostrophe. Folded first, as NFKD turns the acute accent into a blank and a mark. */
const APOSTROPHES = /[’‘‚‛ʼʹ′´`]/g;
const IS_ASCII = /^[\0-\x7f]*$/;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** Lower case and compatibility forms, with the marks of letters behind them. */
export const decompose = (text: string): string =>
  IS_ASCII.test(text)
    ? text.replaceAll('`', "'").toLowerCase()
    : text.replace(APOSTROPHES, "'").normalize('NFKD').replace(DASHES, '-').toLowerCase();

/** Removes marks and invisible characters, replaces letters of the table. */
const toBaseLetters = (text: string): string =>
  text.replace(/[\p{M}\p{Cf}]/gu, '').replace(/[ßæœøłđðħŧþıς]/g, (letter) => LETTERS[letter] ?? letter);

/** Umlauts as vowel and e, which is how they are written without them. */
const spellUmlauts = (decomposed: string): string => decomposed.replace(/(?<=[aou])\u0308/g, 'e');

/** Lower case without marks; ä, ö, ü become ae, oe, ue. @param decomposed result of `decompose` */
export const fold = (decomposed: string): string => toBaseLetters(spellUmlauts(decomposed));

const HAS_OTHERS = /[aou](?:e|\u0308)|[øæœ]/;

/** Further spellings of the words of a text: the bare vowel for ä, ö, ü, ae, oe, ue, and oe for ø. @param decomposed result of `decompose` */
export const otherSpellings = (decomposed: string): string[] => {
  const spellings = new Set<string>();
  if (!HAS_OTHERS.test(decomposed)) return [];
  for (const word of decomposed.split(/\s+/)) {
    if (!HAS_OTHERS.test(word)) continue;
    const [long, bare] = [fold(word), toBaseLetters(word)];
    const others = [bare, bare.replace(/(?<=[aou])e/g, ''), fold(word.replaceAll('ø', 'oe'))];
    for (const other of others) if (other !== long) spellings.add(other);
  }
  return [...spellings];
};
