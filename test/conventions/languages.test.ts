/**
 * Every language of the settings page says what German says: a folder that the compiler is not asked about would show
 * keys, and a misspelt placeholder itself.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REMARKS } from '../../src/formats/remarks.ts';
import { registry } from '../../src/model/registry.ts';
import { optionLists } from '../../src/model/seed/option-lists.ts';

const ROOM = new URL('../../web/src/i18n/', import.meta.url);
const PLURAL = /^(.*)_(?:zero|one|two|few|many|other)$/;

interface Tree {
  readonly [key: string]: string | Tree;
}

const languages = readdirSync(ROOM, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

const flat = (texts: Tree, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[above + key, value]] : flat(value, `${above}${key}.`),
  );

const treeOf = async (language: string): Promise<Tree> => {
  const indexes = ['index.ts', 'settings/index.ts'].map((file) => new URL(`${language}/${file}`, ROOM).href);
  return Object.assign({}, ...(await Promise.all(indexes.map((index) => import(index)))));
};

const textsOf = async (language: string): Promise<Map<string, string>> => new Map(flat(await treeOf(language)));

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

test('a name in right-to-left script or with control characters does not change the order of words', async () => {
  const { setLocale, translatorFor } = (await import(new URL('translator.ts', ROOM).href)) as {
    setLocale: (to: { language: string; texts: Tree }) => void;
    translatorFor: (namespace: string, key: string, values: object) => string;
  };
  setLocale({ language: 'de', texts: { inbox: { discardTitle: '„{{name}}“ verwerfen?' } } });
  const asked = (name: string) => translatorFor('inbox', 'discardTitle', { name });
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

  test('has the same placeholders as German', async () => {
    const [german, texts] = await Promise.all([textsOf('de'), textsOf(language)]);
    // A finding may quote the sentence of the API instead.
    const own = [...texts].filter(([, text]) => text !== '{{message}}');
    const named = (key: string) => german.get(key) ?? german.get(key.replace(PLURAL, '$1_other'));
    const wrong = own.filter(([key, text]) => String(placeholdersOf(text)) !== String(placeholdersOf(named(key))));
    expect(wrong).toEqual([]);
  });
});

test('each import remark and each reason for an unreadable file has a text', async () => {
  const { imports } = (await treeOf('de')) as { readonly imports: Tree };
  expect(Object.keys(imports.hint!)).toEqual(Object.keys(REMARKS.hints));
  expect(Object.keys(imports.fault!)).toEqual(Object.keys(REMARKS.faults));
});

/** German texts of the API that are the same in English. */
const SAME = new Set(
  'BIC Bank IBAN ID Kontakt Lead Name Partner Person Position Reserve Status Student Tag Text Website'.split(' '),
);

test('English translates the built-in labels of fields and entries of lists', async () => {
  const { nation: _countries, ...lists } = optionLists;
  const labels = [
    ...registry.resources.flatMap(({ fields }) => Object.values(fields).map(({ label }) => label)),
    ...Object.values(lists).flatMap((options) => options.map(({ display }) => display)),
  ];
  const english = await textsOf('en');
  expect(labels.filter((label) => !SAME.has(label) && !english.has(`schema.label.${label}`))).toEqual([]);
});
