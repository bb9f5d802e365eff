/**
 * Language of the page: the stored choice, else the browser's preference, else English. Each folder next to this file
 * is a language, named by its tag (`de`, `pt-BR`). Only the texts of the shown language are loaded, as soon as this
 * file runs. It imports no other file of the page.
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

/** Stores the chosen language. */
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

/** Loads the texts of a language. @throws where they do not arrive */
export const loadTexts = async (language: string): Promise<Partial<Texts>> =>
  (await folders[`./${language}/index.ts`]?.()) ?? {};

/** The initial language and its texts. */
export const firstLanguage = findLanguage();
export const firstTexts = loadTexts(firstLanguage);
// Code that renders them handles the error.
firstTexts.catch(() => undefined);
