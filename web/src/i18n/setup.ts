/**
 * What the page says, in the language of ./first-language.ts or another that is chosen: what it calls itself, its
 * direction, plural forms, dates and numbers follow from its tag.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '../api/client.ts';
import { firstLanguage, firstTexts, loadTexts, storeLanguage } from './first-language.ts';
import type { Texts } from './texts.ts';

const show = async (language: string, coming: Promise<Partial<Texts>>): Promise<void> => {
  const loaded = await coming.catch((cause: unknown) => {
    throw new ApiError(0, { error: 'network', message: String(cause) });
  });
  for (const [namespace, texts] of Object.entries(loaded)) i18next.addResourceBundle(language, namespace, texts);
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
  await show(firstLanguage, firstTexts);
};

/** Shows a language and remembers it. @throws where its texts cannot be loaded */
export const chooseLanguage = async (language: string): Promise<void> => {
  await show(language, loadTexts(language));
  storeLanguage(language);
};
