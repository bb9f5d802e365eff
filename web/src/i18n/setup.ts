/**
 * Sets the language of the page (./initial-locale.ts, or a later choice) with its direction, plural forms, dates and
 * numbers.
 */
import { ApiError } from '../api/client.ts';
import { addSettings, firstLanguage, firstTexts, loadTexts, storeLanguage } from './initial-locale.ts';
import type { Texts } from './texts.ts';
import { currentLocale, setLocale } from './translator.ts';

/** Scripts that are written from the right. */
const FROM_THE_RIGHT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';

const show = async (language: string, coming: Promise<Partial<Texts>>): Promise<void> => {
  const texts = await coming.catch((cause: unknown) => {
    throw new ApiError(0, { error: 'network', message: String(cause) });
  });
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  setLocale({ language, texts });
};

/** Shows the first language. @throws where its texts cannot be loaded */
export const startTranslation = (): Promise<void> => show(firstLanguage, firstTexts);

/** Shows a language and remembers it. @throws where its texts cannot be loaded */
export const chooseLanguage = async (language: string): Promise<void> => {
  await show(language, loadTexts(language));
  storeLanguage(language);
};

/** Loads the texts of the settings, unless they are there. @throws where they cannot be loaded */
export const loadSettingsTexts = async (): Promise<void> => {
  const { language, texts } = currentLocale();
  // Those of the first page are on their way.
  if (!language || 'overview' in texts) return;
  addSettings();
  await show(language, loadTexts(language));
};
