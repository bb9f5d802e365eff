/** The size of an organisation's settings is bounded, because every process caches them. */
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { registry } from '../../src/model/registry.ts';
import { createModels } from '../../src/operations/call/tenant-model.ts';
import { setField, setLabel, setOptions } from '../../src/operations/org-settings/custom-fields.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation } = setUpService();

const optionsOf = (length: number, n = 1000) =>
  Array.from({ length: n }, (_, at) => ({ value: `${at}`.padEnd(length, 'a'), display: `${at}`.padEnd(length, 'A') }));

test('settings have a maximum size, and too large ones can be reduced', async () => {
  const { db } = service;
  const { orgId } = organisation;
  await setOptions(db, orgId, 'erste', optionsOf(200));
  await setOptions(db, orgId, 'zweite', optionsOf(200));
  await expect(setOptions(db, orgId, 'dritte', optionsOf(200))).rejects.toMatchObject({ error: 'too_many_settings' });
  await expect(setOptions(db, orgId, 'dritte', optionsOf(200))).rejects.toThrow(
    /1048576 bytes at most, and these 1\d{6}/,
  );
  // As those of before the bound may be.
  const names = ['erste', 'zweite', 'dritte', 'vierte'];
  const long = JSON.stringify({ options: Object.fromEntries(names.map((name) => [name, optionsOf(200)])) });
  await db.read(
    sql`update organisation set settings = ${long}, settings_version = settings_version + 1 where org_id = ${orgId}`,
  );
  await expect(setLabel(db, orgId, 'customers', 'name', 'Nachname')).rejects.toMatchObject({
    error: 'too_many_settings',
  });
  for (const name of names) await setOptions(db, orgId, name, optionsOf(3, 2));
  await setLabel(db, orgId, 'customers', 'name', 'Nachname');
});

test('values of a list of numbers must be in the range that a record accepts', async () => {
  const { db } = service;
  const client = await organisation.client();
  for (const value of ['', ' ', '1.5', '99999999999', '1e300', 'Infinity', 'x'])
    await expect(
      setOptions(db, organisation.orgId, 'aktivitaetKategorie', [{ value, display: 'A' }]),
    ).rejects.toMatchObject({ error: 'invalid_options' });
  await setOptions(db, organisation.orgId, 'aktivitaetKategorie', [{ value: '2147483647', display: 'A' }]);
  const made = await client.post('/v3/activities', { titel: 'x', kategorie: 2147483647 });
  expect([made.status, made.error]).toEqual([201, undefined]);
});

test('fields under removal count toward the limit of fields of a record kind', async () => {
  const { db } = service;
  const { orgId } = await service.organisation();
  const since = new Date().toISOString();
  const leaving = Array.from({ length: 151 }, (_, n) => ({ name: `ind_${n + 1}`, since }));
  const customers = Array.from({ length: 50 }, (_, n) => ({ name: `ind_${n + 201}`, kind: 'text', label: 'F' }));
  const settings = JSON.stringify({ fields: { customers }, leaving: { customers: leaving } });
  await db.read(sql`update organisation set settings = ${settings} where org_id = ${orgId}`);
  const field = { kind: 'text', label: 'F' } as const;
  await expect(setField(db, orgId, 'customers', { name: 'ind_300', ...field })).rejects.toMatchObject({
    error: 'too_many_fields',
  });
  await setField(db, orgId, 'customers', { name: 'ind_201', ...field, label: 'G' });
});

/** A database whose organisations have these settings. */
const having = (settings: Map<number, string>) => {
  const db = {
    forOrg: () => db,
    read: async ({ query }: { query: { values: readonly number[] } }) => [
      { settings: settings.get(query.values[0] ?? 0) ?? '{}' },
    ],
  };
  return db as unknown as Database;
};
const labelled = (label: string) => JSON.stringify({ labels: { customers: { name: label } } });

test('models of outdated settings are not cached', async () => {
  const settings = new Map([
    [1, labelled('A')],
    [2, labelled('A')],
  ]);
  const models = createModels(having(settings), registry);
  const zone = 'Europe/Berlin';
  const first = await models.load(1, 1, zone);
  expect(await models.load(2, 1, zone)).toBe(first);
  settings.set(1, labelled('B'));
  await models.load(1, 2, zone);
  // The other organisation has it still.
  settings.set(1, labelled('A'));
  expect(await models.load(1, 3, zone)).toBe(first);
  for (const orgId of [1, 2]) {
    settings.set(orgId, labelled('B'));
    await models.load(orgId, 4, zone);
  }
  settings.set(1, labelled('A'));
  expect(await models.load(1, 5, zone)).not.toBe(first);
});

test('models of large settings are cached for few organisations', async () => {
  const long = (n: number) =>
    JSON.stringify({ labels: { customers: { name: `L${n}` } }, options: { a: optionsOf(450) } });
  const settings = new Map(Array.from({ length: 40 }, (_, n) => [n, long(n)]));
  const models = createModels(having(settings), registry);
  for (const orgId of settings.keys()) await models.load(orgId, 1, 'Europe/Berlin');
  const kept = [...settings.keys()].filter((orgId) => models.known(orgId, 1, 'Europe/Berlin'));
  expect(kept.at(-1)).toBe(39);
  expect(kept.length).toBe(Math.floor((16 * 1024 * 1024) / (long(10).length + 'Europe/Berlin '.length)));
});
