/** Names from outside find only declared members (rules 8.1), with any settings of an organisation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { applySettings } from '../../src/derive/org-settings/apply-settings.ts';
import { shapeSettings } from '../../src/derive/org-settings/settings-schema.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { registry } from '../../src/model/registry.ts';
import { optionLists } from '../../src/model/seed/option-lists.ts';
import { operations } from '../../src/operations/operations.ts';
import { changeSettings } from '../../src/operations/org-settings/settings-document.ts';
import { lookupTable } from '../../src/shared/lookup-table.ts';
import { sql } from '../../src/sql/sql.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

const OF_EVERY_OBJECT = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

test('a lookup table has no inherited members', () => {
  const fields = registry.resources.map((resource) => resource.fields);
  for (const one of [kinds, optionLists, operations, ...fields, lookupTable({ a: 1 })])
    for (const name of OF_EVERY_OBJECT) expect((one as Record<string, unknown>)[name]).toBeUndefined();
});

/** A constant that is looked up by any name, and is a plain object. */
const PLAIN = /^(?:export )?const \w+: Readonly<Record<[^\n]*= \{/m;

test('every lookup table of the sources is made by `lookupTable`', () => {
  const folder = fileURLToPath(new URL('../../src/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  expect(files.filter((path) => PLAIN.test(readFileSync(join(folder, path), 'utf8')))).toEqual([]);
  expect(PLAIN.test('const a: Readonly<Record<string, number>> = { b: 1 };')).toBe(true);
});

/** Invalid settings that the row of an organisation may contain by mistake. */
const GARBAGE: readonly unknown[] = [
  null,
  5,
  'text',
  [],
  [[]],
  ...['fields', 'labels', 'options', 'sparten_off', 'relation_types', 'billing_companies'].flatMap((name) =>
    [null, 7, 'x', [], [null], [[]], {}, { customers: null }, { customers: [null, 1, {}] }, { constructor: 1 }].map(
      (value) => ({ [name]: value }),
    ),
  ),
  { fields: { customers: [{ name: 'constructor', kind: 'text', label: 'x' }] } },
  { fields: { customers: [{ name: 'ind_1', kind: 'toString', label: 'x' }] } },
  { fields: { customers: [{ name: 'ind_1', kind: 'text', label: 'x', list: 'constructor' }] } },
  { fields: { customers: Array(2).fill({ name: 'ind_1', kind: 'text', label: 'x' }) } },
  {
    labels: { customers: { constructor: 'x', name: 5 } },
    options: { anrede: [], toString: [{ value: {}, display: 'x' }] },
  },
  JSON.parse('{"__proto__":{"fields":1},"options":{"__proto__":[{"value":1,"display":"x"}]}}'),
];

describe('whatever the settings hold', () => {
  let service: TestService;
  let organisation: Organisation;
  beforeAll(async () => {
    service = await startTestService();
    organisation = await service.organisation();
  });
  afterAll(() => service.stop());
  const store = (document: unknown, { orgId } = organisation) =>
    service.db.transaction((tx) =>
      tx.run(
        sql`update organisation set settings = ${JSON.stringify(document)}, settings_version = settings_version + 1 where org_id = ${orgId}`,
      ),
    );

  test('declarations can be built from them', () => {
    for (const document of GARBAGE)
      expect(
        () => applySettings(registry, shapeSettings(document).settings, 'UTC'),
        JSON.stringify(document),
      ).not.toThrow();
  });

  test('reads succeed', async () => {
    // Several organisations at once, because settings that were stored without the service take effect after the
    // cache TTL.
    const several = await Promise.all(Array.from({ length: 12 }, () => service.organisation()));
    const clients = await Promise.all(several.map((one) => one.client()));
    /** The response for each document as settings. */
    const answered = async (documents: readonly unknown[]) => {
      await Promise.all(documents.map((document, i) => store(document, several[i])));
      await waitForCacheExpiry();
      return Promise.all(documents.map((_, i) => clients[i]?.get('/v3/customers?limit=1&with_schema=true')));
    };
    for (let at = 0; at < GARBAGE.length; at += several.length) {
      const documents = GARBAGE.slice(at, at + several.length);
      const answers = await answered(documents);
      const told = (statuses: readonly unknown[]) =>
        statuses.map((status, i) => [status, JSON.stringify(documents[i])]);
      expect(told(answers.map((answer) => answer?.status))).toEqual(told(documents.map(() => 200)));
    }
    const known = await answered(several.map(() => ({ labels: { customers: { vorname: 'Rufname' } } })));
    expect(known.map((answer) => answer?.text.includes('"label":"Rufname"'))).toEqual(several.map(() => true));
    await Promise.all(several.map((one) => store({}, one)));
  });

  test('valid values stay, unknown ones too', () => {
    const later = { of: ['a later version'] };
    const field = { name: 'ind_1', kind: 'text', label: 'Farbe', list: 'farben', later };
    const document = {
      leaving: { customers: [{ name: 'ind_2', since: '2026-11-23', later }] },
      relation_types: { made: 1, items: [{ id: 1000, kreis: 1, name: 'Pate', reverse: 1000, later }], later },
      renamed: { since: '2026-11-23', fields: [], later },
      fields: { customers: [field, 5] },
      options: { farben: [{ value: 'rot', display: 'Rot', later }, null] },
      later: { a: [1] },
    };
    expect(shapeSettings(document)).toEqual({
      settings: {
        ...document,
        fields: { customers: [field] },
        options: { farben: [{ value: 'rot', display: 'Rot', later }] },
      },
      ignored: ['options.farben.1', 'fields.customers.1'],
    });
  });

  test('no settings are stored from which declarations cannot be built', async () => {
    const field = { name: 'ind_1', kind: 'text' as const, label: 'x', list: 'constructor' };
    const change = changeSettings(service.db, organisation.orgId, (settings) => ({
      ...settings,
      fields: { customers: [field] },
    }));
    await expect(change).rejects.toMatchObject({ status: 400, error: 'invalid_settings' });
  });
});
