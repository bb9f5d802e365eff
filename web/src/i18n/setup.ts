/**
 * Language of the page: what was chosen before, else what the browser asks for, else English. Each folder beside this
 * file is a language, and its name the language's tag (`de`, `pt-BR`): what it calls itself, its direction, plural forms,
 * dates and numbers follow from that. Only the texts of the language that is shown are loaded.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '../api/client.ts';
import type { Texts } from './texts.ts';

const STORED = 'broker-crm-language';
const USUAL = 'en';

const folders = import.meta.glob<Texts>('./*/index.ts', { import: 'texts' });
const folderOf = (language: string): string => `./${language}/index.ts`;

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

const firstLanguage = (): string => {
  const asked = [...storedLanguage(), ...navigator.languages];
  const found = asked.map((tag) => languages.find((language) => tag === language || tag.startsWith(`${language}-`)));
  return found.find((language) => language !== undefined) ?? USUAL;
};

const textsOf = async (language: string): Promise<Partial<Texts>> => {
  try {
    return (await folders[folderOf(language)]?.()) ?? {};
  } catch (cause) {
    throw new ApiError(0, { error: 'network', message: String(cause) });
  }
};

const show = async (language: string): Promise<void> => {
  for (const [namespace, texts] of Object.entries(await textsOf(language))) {
    i18next.addResourceBundle(language, namespace, texts);
  }
  await i18next.changeLanguage(language);
};

/** Shows the first language. @throws where its texts cannot be loaded */
export const startTranslation = async (): Promise<void> => {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = i18next.dir(language);
  });
  await i18next.use(initReactI18next).init({
    resources: {},
    fallbackLng: false,
    defaultNS: 'common',
    // What a page has no text of its own for.
    fallbackNS: 'common',
    interpolation: { escapeValue: false },
  });
  await show(firstLanguage());
};

/** Shows a language and remembers it. @throws where its texts cannot be loaded */
export const chooseLanguage = async (language: string): Promise<void> => {
  await show(language);
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Only this page remembers it then.
  }
};
