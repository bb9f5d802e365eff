/** The page for a person (Art. 15 GDPR): its languages, its words and the texts of an organisation, which have a seed. */
import seed from './disclosure.json' with { type: 'json' };

export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];

export const disclosureTexts = ['purposes', 'recipients', 'source', 'rights'] as const;
type Texts = Readonly<Record<(typeof disclosureTexts)[number], string>>;

/** The language of pages for which none is asked, and the texts by language. */
export type Disclosure = { readonly language: Language } & Readonly<Record<Language, Texts>>;

/** The members that an organisation stores. */
export type StoredDisclosure = Partial<Disclosure>;

/** Words of the page. */
export const wordsOf = (language: Language): Readonly<Record<keyof typeof seed.de.words, string>> =>
  seed[language].words;

/** Names of record kinds, parts and annotations on the page, by path. */
export const sectionNamesOf = (language: Language): Readonly<Record<string, string>> => seed[language].sections;

/** The texts of an organisation. @param stored `disclosure` of its settings */
export const disclosureOf = (stored: StoredDisclosure = {}): Disclosure => ({
  language: stored.language ?? 'de',
  de: stored.de ?? seed.de.texts,
  en: stored.en ?? seed.en.texts,
});
