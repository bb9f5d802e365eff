/** Texts for names that come from the service. */

import type { Texts } from './texts.ts';
import { translatorFor, type Values } from './translator.ts';

type Members<Namespace extends keyof Texts> = {
  [Key in keyof Texts[Namespace] & string]: Texts[Namespace][Key] extends object ? `${Namespace}:${Key}` : never;
}[keyof Texts[Namespace] & string];

/** Texts by name: `audit:actions`. */
type Group = { [Namespace in keyof Texts]: Members<Namespace> }[keyof Texts];

/** The label of a name within a group, in the shown language; `otherwise` without one. */
export const nameOf = (group: Group, name: string, otherwise = name, values: Values = {}): string => {
  const [namespace, member] = group.split(':') as [keyof Texts, string];
  return translatorFor(namespace, `${member}.${name}`, values) ?? otherwise;
};

/** A German text that is built in (label, entry of a list, group, role) in the shown language; texts of the organisation stay. */
export const builtInText = (text: string): string => nameOf('schema:label', text);
