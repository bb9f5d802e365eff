/** Names from outside find nothing that nobody put there (rules 8.1), whatever the settings of an organisation hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applySettings } from '../src/derive/apply-settings.ts';
import { shapeSettings } from '../src/derive/settings-shape.ts';
import { kinds } from '../src/model/kinds.ts';
import { optionLists } from '../src/model/option-lists.ts';
import { registry } from '../src/model/registry.ts';
import { operations } from '../src/operations/index.ts';
import { changeSettings } from '../src/operations/organisation/settings-document.ts';
import { untilSeenEverywhere } from '../src/seen-everywhere.ts';
import { sql } from '../src/sql.ts';
import { table } from '../src/table.ts';
import { type Organisation, startTestService, type TestService } from './support/service.ts';

const OF_EVERY_OBJECT = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

test('a table has no members but its own', () => {
  const fields = registry.resources.map((resource) => resource.fields);
  for (const one of [kinds, optionLists, operations, ...fields, table({ a: 1 })])
    for (const name of OF_EVERY_OBJECT) expect((one as Record<string, unknown>)[name]).toBeUndefined();
});

/** A constant that is looked up by any name, and is a plain object. */
const PLAIN = /^(?:export )?const \w+: Readonly<Record<[^\n]*= \{/m;

test('every table of the sources is made as one', () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  expect(files.filter((path) => PLAIN.test(readFileSync(join(folder, path), 'utf8')))).toEqual([]);
  expect(PLAIN.test('const a: Readonly<Record<string, number>> = { b: 1 };')).toBe(true);
});

/** What may stand in the row of an organisation by mistake. */
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

  test('declarations can be made of it', () => {
    for (const document of GARBAGE)
      expect(
        () => applySettings(registry, shapeSettings(document).settings, 'UTC'),
        JSON.stringify(document),
      ).not.toThrow();
  });

  test('reads answer', async () => {
    // Several organisations, because it takes a while until what was stored past the service is known.
    const several = await Promise.all(Array.from({ length: 12 }, () => service.organisation()));
    const clients = await Promise.all(several.map((one) => one.client()));
    /** What each of them answers with a document. */
    const answered = async (documents: readonly unknown[]) => {
      await Promise.all(documents.map((document, i) => store(document, several[i])));
      await untilSeenEverywhere();
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

  test('what fits is kept, what is not known too', () => {
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

  test('nothing is stored that no declarations can be made of', async () => {
    const field = { name: 'ind_1', kind: 'text' as const, label: 'x', list: 'constructor' };
    const change = changeSettings(service.db, organisation.orgId, (settings) => ({
      ...settings,
      fields: { customers: [field] },
    }));
    await expect(change).rejects.toMatchObject({ status: 400, error: 'invalid_settings' });
  });
});
