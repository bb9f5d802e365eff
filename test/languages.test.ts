/**
 * Every language of the settings page says what German says: a folder that the compiler is not asked about would show
 * keys, and a misspelt placeholder itself.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const ROOM = new URL('../web/src/i18n/', import.meta.url);
const PLURAL = /^(.*)_(?:zero|one|two|few|many|other)$/;

interface Tree {
  readonly [key: string]: string | Tree;
}

const languages = readdirSync(ROOM, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

const flat = (texts: Tree, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[above + key, value]] : flat(value, `${above}${key}.`),
  );

const textsOf = async (language: string): Promise<Map<string, string>> =>
  new Map(flat(((await import(new URL(`${language}/index.ts`, ROOM).href)) as { texts: Tree }).texts));

/** The keys of German, with the plural forms that another language has. */
const keysIn = (language: string, german: Iterable<string>): string[] => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = [...german].flatMap((key) => {
    const name = PLURAL.exec(key)?.[1];
    return name === undefined ? [key] : forms.map((form) => `${name}_${form}`);
  });
  return [...new Set(keys)];
};

const placeholdersOf = (text = ''): string[] => [...new Set(text.match(/\{\{.*?\}\}/g))].sort();

test('a name that is written from the right, or turns text around, leaves the order of the words', async () => {
  const { speak, wordsFor } = (await import(new URL('spoken.ts', ROOM).href)) as {
    speak: (to: { language: string; texts: Tree }) => void;
    wordsFor: (namespace: string, key: string, values: object) => string;
  };
  speak({ language: 'de', texts: { inbox: { discardTitle: '„{{name}}“ verwerfen?' } } });
  const asked = (name: string) => wordsFor('inbox', 'discardTitle', { name });
  expect(asked('brief.txt')).toBe('„brief.txt“ verwerfen?');
  expect(asked('العميل')).toBe('„\u2068العميل\u2069“ verwerfen?');
  expect(asked('brief\u202e\u2069txt.exe')).toBe('„brieftxt.exe“ verwerfen?');
});

describe.each(languages)('%s', (language) => {
  test('is a language', () => {
    expect(Intl.DisplayNames.supportedLocalesOf(language)).toEqual([language]);
  });

  test('has every text, and each plural form', async () => {
    const [german, texts] = await Promise.all([textsOf('de'), textsOf(language)]);
    expect(german.size).toBeGreaterThan(700);
    expect(keysIn(language, german.keys()).filter((key) => !texts.has(key))).toEqual([]);
    expect([...texts].filter(([, text]) => !text.trim())).toEqual([]);
  });

  test('puts in what German puts in', async () => {
    const [german, texts] = await Promise.all([textsOf('de'), textsOf(language)]);
    // A finding may quote the sentence of the API instead.
    const own = [...texts].filter(([, text]) => text !== '{{message}}');
    const named = (key: string) => german.get(key) ?? german.get(key.replace(PLURAL, '$1_other'));
    const wrong = own.filter(([key, text]) => String(placeholdersOf(text)) !== String(placeholdersOf(named(key))));
    expect(wrong).toEqual([]);
  });
});
