/** Texts that records are found by, as far as they follow from the declarations. */
import { expect, test } from 'vitest';
import { changesBetween } from '../../src/derive/change.ts';
import { isSearched, searchText, searchValues } from '../../src/derive/search-text.ts';
import { registry } from '../../src/model/registry.ts';
import type { Resource } from '../../src/model/resource.ts';

const VALUES: readonly unknown[] = ['zqx', 17, 1, '2026-01-31', true];

/** Whether another value of one field gives another text. */
const isInText = (resource: Resource, name: string): boolean => {
  const texts = VALUES.map((value) => searchText(searchValues(resource, { [name]: value })));
  return texts.some((text) => text !== '');
};

test('a field that is in the text is one that is said to be, and its change is named', () => {
  const searched = registry.resources.flatMap((resource) =>
    Object.keys(resource.fields).map((name) => ({ resource, name, inText: isInText(resource, name) })),
  );
  expect(searched.filter(({ inText }) => inText).length).toBeGreaterThan(50);
  for (const { resource, name, inText } of searched) {
    expect([resource.path, name, isSearched(resource, name)]).toEqual([resource.path, name, inText]);
    if (inText) expect(Object.keys(changesBetween(resource, { [name]: 'a' }, { [name]: 'b' }))).toEqual([name]);
  }
});
