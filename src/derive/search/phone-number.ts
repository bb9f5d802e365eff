/** Telephone numbers in search texts and queries: `+49 170 …`, `+49 (0)170 …`, `0049170…` and `0170/…` find each other (rules 16.16). */

/** Country code of numbers that begin with a single 0. */
const HOME = '49';
/** Country codes of one and two digits; all others have three. */
const COUNTRY_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** Digits of a number without country code. */
const DIGITS = { min: 6, max: 13 };

/** `+` or `0` and digits with the usual punctuation, within a text. */
const IN_TEXT = /(?<![\p{L}\d]|\d[.,/-])(?:\+|\(?0)[\d ()/.-]{5,28}\d/gu;
/** A whole value without prefix: with punctuation, or as long as telephone numbers are. */
const WITHOUT_PREFIX = /^(?:\(?[1-9]\d*[ ()/-][\d ()/-]*\d|[1-9]\d{8,11})$/;
const DATE = /^(?:\d{1,2}\.\d{1,2}\.\d|\d{4}-\d\d-\d\d)/;

interface PhoneNumber {
  readonly country: string;
  /** Digits without country code and without leading 0. */
  readonly national: string;
}

/** Reads a number of any spelling. @returns null for another text */
const parse = (text: string): PhoneNumber | null => {
  if (DATE.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const international = text.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const country = international === null ? HOME : (COUNTRY_CODE.exec(international)?.[0] ?? '');
  const national = (international?.slice(country.length) ?? digits).replace(/^0+/, '');
  return national.length > DIGITS.max ? null : { country, national };
};

/** Digits of the telephone numbers in a value, each with and without country code. @param value folded */
export const phoneSpellings = (value: string): string[] => {
  const found = WITHOUT_PREFIX.test(value) ? [value] : (value.match(IN_TEXT) ?? []);
  return found.flatMap((text) => {
    const number = parse(text);
    if (!number || number.national.length < DIGITS.min) return [];
    return [`00${number.country}${number.national}`, `0${number.national}`];
  });
};

/** National digits of a query word that is a telephone number with a prefix; null for another word. */
export const nationalDigits = (token: string): string | null => {
  if (!/^(?:\+|\(?0)[\d()/.-]+$/.test(token)) return null;
  const number = parse(token);
  // With a country prefix few digits suffice; a single 0 may begin any number.
  const min = /^(?:\+|00)/.test(token) ? 3 : DIGITS.min;
  return number && number.national.length >= min ? number.national : null;
};

/** The digits of a number with its country code, however it is written; null for a text that is no number. */
export const phoneKey = (text: string): string | null => {
  const number = parse(text.trim());
  return number?.national ? number.country + number.national : null;
};
