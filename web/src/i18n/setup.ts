/** Language: what was chosen before, else what the browser asks for, else English. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { pageMessages } from '../pages/messages.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';

export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];

const STORED = 'broker-crm-language';

const isLanguage = (value: string | null | undefined): value is Language => value === 'de' || value === 'en';

/** Storage can be forbidden in a browser: then the choice lasts until the page is left. */
const storedLanguage = (): string | null => {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
};

const firstLanguage = (): Language => {
  const stored = storedLanguage();
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
};

const textsOf = (language: Language) => ({
  common: common[language],
  errors: errors[language],
  ...Object.fromEntries(Object.entries(pageMessages).map(([name, messages]) => [name, messages[language]])),
});

export const startTranslation = (): void => {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18next.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { de: textsOf('de'), en: textsOf('en') },
    interpolation: { escapeValue: false },
  });
};

export const chooseLanguage = (language: Language): void => {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Only this page remembers it then.
  }
  i18next.changeLanguage(language);
};
