/**
 * Language of the page: the stored choice, else the browser's preference, else English. Each folder next to this file
 * is a language, named by its tag (`de`, `pt-BR`). Only the texts of the shown language are loaded, as soon as this
 * file runs, and those of the settings once a page of the settings is visited. It imports no other file of the page.
 */
import type { Texts } from './texts.ts';

const STORED = 'broker-crm-language';
const USUAL = 'en';

const folders = import.meta.glob<Partial<Texts>>('./*/index.ts');
const settingsFolders = import.meta.glob<Partial<Texts>>('./*/settings/index.ts');

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

/** Whether texts of the settings are loaded as well. */
let withSettings = window.location.pathname.startsWith('/settings');

/** Loads texts of the settings from now on. */
export const addSettings = (): void => {
  withSettings = true;
};

/** Loads the texts of a language. @throws where they do not arrive */
export const loadTexts = async (language: string): Promise<Partial<Texts>> => {
  const loaders = [
    folders[`./${language}/index.ts`],
    withSettings ? settingsFolders[`./${language}/settings/index.ts`] : undefined,
  ];
  return Object.assign({}, ...(await Promise.all(loaders.map((load) => load?.()))));
};

/** The initial language and its texts. */
export const firstLanguage = findLanguage();
export const firstTexts = loadTexts(firstLanguage);
// Code that renders them handles the error.
firstTexts.catch(() => undefined);
