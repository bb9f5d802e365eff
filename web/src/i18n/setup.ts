/**
 * What the page says, in the language of ./first-language.ts or another that is chosen: what it calls itself, its
 * direction, plural forms, dates and numbers follow from its tag.
 */
import { ApiError } from '../api/client.ts';
import { firstLanguage, firstTexts, loadTexts, storeLanguage } from './first-language.ts';
import { speak } from './spoken.ts';
import type { Texts } from './texts.ts';

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
  speak({ language, texts });
};

/** Shows the first language. @throws where its texts cannot be loaded */
export const startTranslation = (): Promise<void> => show(firstLanguage, firstTexts);

/** Shows a language and remembers it. @throws where its texts cannot be loaded */
export const chooseLanguage = async (language: string): Promise<void> => {
  await show(language, loadTexts(language));
  storeLanguage(language);
};
