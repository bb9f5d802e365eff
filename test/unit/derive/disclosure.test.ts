/** The page for a person: its words in both languages. */
import { expect, test } from 'vitest';
import { personResources } from '../../../src/derive/privacy/person-records.ts';
import { registry } from '../../../src/model/registry.ts';
import { disclosureOf, disclosureTexts, languages, sectionNamesOf, wordsOf } from '../../../src/shared/disclosure.ts';
import { MAX_DISCLOSURE } from '../../../src/shared/limits.ts';

test.each(languages)('%s has a name for each record kind, all words, and texts within their bound', (language) => {
  const paths = [...personResources(registry)].map(({ path }) => path);
  expect(paths.filter((path) => !sectionNamesOf(language)[path])).toEqual([]);
  expect(Object.keys(wordsOf(language))).toEqual(Object.keys(wordsOf('de')));
  for (const name of disclosureTexts) expect(disclosureOf()[language][name].length).toBeLessThan(MAX_DISCLOSURE);
});
