/** Texts for names that come from the service. */
import { type Values, wordsFor } from './spoken.ts';
import type { Texts } from './texts.ts';

type Members<Namespace extends keyof Texts> = {
  [Key in keyof Texts[Namespace] & string]: Texts[Namespace][Key] extends object ? `${Namespace}:${Key}` : never;
}[keyof Texts[Namespace] & string];

/** Texts by name: `audit:actions`. */
type Group = { [Namespace in keyof Texts]: Members<Namespace> }[keyof Texts];

/** What a group calls something in the language that is shown; `otherwise` where it has no text for that name. */
export const nameOf = (group: Group, name: string, otherwise = name, values: Values = {}): string => {
  const [namespace, member] = group.split(':') as [keyof Texts, string];
  return wordsFor(namespace, `${member}.${name}`, values) ?? otherwise;
};
