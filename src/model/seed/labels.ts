/** Labels of fields and entries of select lists in other languages than German: of exports, the page for a person and the workspace. */
import type { Language } from '../../shared/disclosure.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import english from './labels-en.json' with { type: 'json' };

const ENGLISH = lookupTable<Readonly<Record<string, string>>>(english);

/** A built-in German text in a language; texts of the organisation stay. */
export const labelIn = (language: Language | undefined, text: string): string =>
  language === 'en' ? (ENGLISH[text] ?? text) : text;

/** A truth in a language. */
export const truthIn = (language: Language | undefined, value: boolean): string => {
  const [yes, no] = language === 'en' ? ['yes', 'no'] : ['ja', 'nein'];
  return value ? yes : no;
};
