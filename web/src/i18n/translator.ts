/**
 * The texts of the language that is shown, by namespace and key, and what is put into them
 * ([decision 0034](../../../docs/decisions/0034-own-translator.md)).
 */
import { pluralRules } from './formats.ts';
import type { German, Texts } from './texts.ts';

export type Namespace = keyof Texts;
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** `entries` for `entries_one` and `entries_other`, `column.name` for nested keys. */
type KeysOf<T> = {
  [Key in keyof T & string]: T[Key] extends string
    ? Key extends `${infer Name}_${PluralForm}`
      ? Name
      : Key
    : `${Key}.${KeysOf<T[Key]>}`;
}[keyof T & string];

/** The keys of a namespace, and those of `common`. */
export type Key<Name extends Namespace> = KeysOf<German[Name]> | KeysOf<German['common']>;

/** Values for `{{name}}`; null is empty. `count` chooses the plural form. */
export type Values = Readonly<Record<string, unknown>>;

/** A language with all that it has to say. */
export interface Locale {
  readonly language: string;
  readonly texts: Partial<Texts>;
}

let spoken: Locale = { language: '', texts: {} };
const listeners = new Set<() => void>();

export const currentLocale = (): Locale => spoken;

/** @returns a function that removes the listener */
export const onLocaleChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** From now on the page says this. */
export const setLocale = (to: Locale): void => {
  spoken = to;
  for (const listener of listeners) listener();
};

/** Own properties only: keys may be names from the service. */
const own = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined;

const pluralOf = (count: unknown): string => pluralRules(spoken.language).select(Number(count));

/** Marks that turn the text behind them around, and letters that are read from the right. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A value within a sentence, without characters that change the direction of the text around it. */
const putIn = (value: unknown): string => {
  const text = String(value ?? '').replaceAll(TURNING, '');
  return FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
};

/** @returns the words for a key, which may lie in `common`; undefined where there are none */
export const translatorFor = (namespace: Namespace, key: string, values: Values = {}): string | undefined => {
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  const names = values.count === undefined ? [last] : [`${last}_${pluralOf(values.count)}`, last];
  for (const holder of [spoken.texts[namespace], spoken.texts.common]) {
    const place = steps.reduce<unknown>(own, holder);
    const text = names.map((name) => own(place, name)).find((found) => typeof found === 'string');
    if (text !== undefined) return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => putIn(values[name]));
  }
  return undefined;
};
