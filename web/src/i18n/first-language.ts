/**
 * Language of the page: what was chosen before, else what the browser asks for, else English. Each folder beside this
 * file is a language, and its name the language's tag (`de`, `pt-BR`). Only the texts of the language that is shown are
 * loaded, and those are on their way as soon as this file is there. It needs no other file of the page.
 */
import type { Texts } from './texts.ts';

const STORED = 'broker-crm-language';
const USUAL = 'en';

const folders = import.meta.glob<Texts>('./*/index.ts', { import: 'texts' });

/** Tags of all languages. */
export const languages: readonly string[] = Object.keys(folders).map((path) => path.split('/')[1] ?? '');

/** Storage can be forbidden in a browser: then the choice lasts until the page is left. */
const storedLanguage = (): readonly string[] => {
  try {
    return [localStorage.getItem(STORED) ?? ''];
  } catch {
    return [];
  }
};

/** Remembers what was chosen. */
export const storeLanguage = (language: string): void => {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Only this page remembers it then.
  }
};

const findLanguage = (): string => {
  const asked = [...storedLanguage(), ...navigator.languages];
  const found = asked.map((tag) => languages.find((language) => tag === language || tag.startsWith(`${language}-`)));
  return found.find((language) => language !== undefined) ?? USUAL;
};

/** Loads what is said in a language. @throws where it does not arrive */
export const loadTexts = async (language: string): Promise<Partial<Texts>> =>
  (await folders[`./${language}/index.ts`]?.()) ?? {};

/** What the page begins with. */
export const firstLanguage = findLanguage();
export const firstTexts = loadTexts(firstLanguage);
// Whoever shows them hears that they did not arrive.
firstTexts.catch(() => undefined);
