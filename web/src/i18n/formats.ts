/** Formats of a language; to make one takes as long as to write fifty dates with it. */
const kept = new Map<string, unknown>();

const keptAs = <Format>(key: string, make: () => Format): Format => {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as Format;
};

export type DateKind = 'date' | 'time' | 'seconds' | 'clock' | 'day' | 'long';
const DATES: Readonly<Record<DateKind, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { dateStyle: 'full' },
};

/** The language with the region of the browser, where the browser has one of it: `en` as `en-GB`. */
const regional = (language: string): string =>
  globalThis.navigator?.languages?.find((one) => one.startsWith(`${language}-`)) ?? language;

/** How dates and times are written, in the time zone of the browser. */
export const dateFormat = (language: string, kind: DateKind): Intl.DateTimeFormat =>
  keptAs(`${kind} ${language}`, () => new Intl.DateTimeFormat(regional(language), DATES[kind]));

/** Which plural form a number takes. */
export const pluralRules = (language: string): Intl.PluralRules =>
  keptAs(`plural ${language}`, () => new Intl.PluralRules(language));

/** Creates the formats that most pages need. */
export const makeFormats = (language: string): void => {
  for (const kind of ['date', 'time', 'seconds'] as const) dateFormat(language, kind);
  pluralRules(language);
};
