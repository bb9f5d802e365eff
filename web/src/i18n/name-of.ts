/** Texts for names that come from the service. */
import i18next from 'i18next';
import type { Texts } from './texts.ts';

type Members<Namespace extends keyof Texts> = {
  [Key in keyof Texts[Namespace] & string]: Texts[Namespace][Key] extends object ? `${Namespace}:${Key}` : never;
}[keyof Texts[Namespace] & string];

/** Texts by name: `audit:actions`. */
type Group = { [Namespace in keyof Texts]: Members<Namespace> }[keyof Texts];

/** What a group calls something in the language that is shown; `otherwise` where it has no text for that name. */
export const nameOf = (group: Group, name: string, otherwise = name, values: Record<string, string> = {}): string =>
  i18next.t(`${group}.${name}`, { ...values, defaultValue: '' }) || otherwise;
