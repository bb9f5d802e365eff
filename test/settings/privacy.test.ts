/** Retention rules of an organisation (rules 16.22). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { carryOutErasures } from '../../src/operations/privacy/privacy-worker.ts';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});

const seeded = [
  { section: 'contracts', years: 5, from: 'end_of_year', basis: '§ 22 VersVermV' },
  { section: 'damages', years: 5, from: 'end_of_year', basis: '§ 22 VersVermV' },
  { section: 'finances', years: 8, from: 'end_of_year', basis: '§ 257 HGB' },
];
const keptOf = async (kid: number): Promise<unknown> => {
  const { body } = await client.get(`/v3/customers/${kid}/privacy`);
  const sections: { section: string; kept_records: unknown }[] = body.sections;
  return sections
    .filter(({ section }) => section !== 'customers')
    .map(({ section, kept_records }) => [section, kept_records]);
};

test('the seeded rules apply until they are replaced', async () => {
  expect((await admin.get('/privacy')).body).toMatchObject({ rules: seeded, purge_days: 90 });
  const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
  const goal = (await client.post('/v3/goals', { kid, subject: 'A', end: '2099-03-04' })).body.id;
  const contract = (await client.post('/v3/contracts', { kid, sparte: 1 })).body.id;
  expect(await keptOf(kid)).toMatchObject([
    ['contracts', [{ id: contract, reason: 'not_ended' }]],
    ['goals', []],
  ]);
  const rules = [{ section: 'goals', years: 2, from: 'date', basis: 'Leitlinie 4' }];
  expect((await admin.send('PATCH', '/privacy', { rules })).status).toBe(200);
  expect((await admin.get('/privacy')).body.rules).toEqual(rules);
  expect(await keptOf(kid)).toMatchObject([
    ['contracts', []],
    ['goals', [{ id: goal, erasable_from: '2101-03-05' }]],
  ]);
  expect((await admin.send('PATCH', '/privacy', { rules: seeded })).status).toBe(200);
  expect((await admin.get('/privacy')).body.rules).toEqual(seeded);
});

test('a record kind has one rule, and customers have none', async () => {
  const rule = { years: 1, from: 'date', basis: 'x' };
  const refused = await admin.send('PATCH', '/privacy', {
    rules: [
      { section: 'customers', ...rule },
      { section: 'goals', ...rule },
      { section: 'goals', ...rule },
    ],
  });
  expect([refused.status, refused.body.data.issues]).toMatchObject([
    400,
    [
      { path: ['rules', 0, 'section'], code: 'invalid_value' },
      { path: ['rules', 2, 'section'], code: 'duplicate_name' },
    ],
  ]);
  expect((await admin.send('PATCH', '/privacy', { purge_days: 10 })).status).toBe(400);
});

const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
afterAll(() => files.close());

test('a preview counts the rows that changed rules would remove, and changed rules apply at once', async () => {
  const token = await organisation.client({ userKid: organisation.adminKid });
  const { kid } = (await client.post('/v3/customers', { name: 'Weg' })).body;
  await client.post('/v3/contracts', { kid, sparte: 1, status: 'beendet', ablauf: '2025-03-01' });
  const other = (await client.post('/v3/customers', { name: 'Bleibt' })).body.kid;
  const goal = (await client.post('/v3/goals', { kid: other, subject: 'A' })).body.id;
  await client.delete(`/v3/goals/${goal}`);
  await service.db.read(sql`update goal set deleted_at = now() - interval '60 days'
    where org_id = ${organisation.orgId} and id = ${goal}`);
  const erasure = `/v3/customers/${kid}/privacy/erasure`;
  await client.post('/v3/goals', { kid, subject: 'Weg' });
  expect((await token.post(erasure, { confirm: kid, reason: 'Art. 17' })).status).toBe(202);
  const failed = (error: Error) => {
    throw error;
  };
  await carryOutErasures({ db: service.asService, files, failed });
  expect((await client.get(erasure)).body).toMatchObject({ state: 'restricted', erased: { goals: 1 } });

  const preview = async (body: object) => (await admin.send('POST', '/privacy/preview', body)).body;
  expect(await preview({})).toEqual({
    sections: [{ section: 'goals', erased: 0, purged: 0, within_year: 1 }],
    is_minimum: false,
  });
  expect(await preview({ rules: [], purge_days: 30 })).toEqual({
    sections: [
      { section: 'contracts', erased: 1, purged: 0, within_year: 1 },
      { section: 'customers', erased: 1, purged: 0, within_year: 1 },
      { section: 'goals', erased: 0, purged: 1, within_year: 1 },
    ],
    is_minimum: false,
  });
  expect((await admin.get('/privacy')).body).toMatchObject({ rules: seeded, purge_days: 90 });
  expect((await admin.send('POST', '/privacy/preview', { purge_days: 10 })).status).toBe(400);
  expect((await admin.send('PATCH', '/privacy', { rules: [] })).status).toBe(200);
  await carryOutErasures({ db: service.asService, files, failed });
  expect((await client.get(erasure)).body).toMatchObject({
    state: 'done',
    erased: { contracts: 1, customers: 1, goals: 1 },
  });
});

test('texts of the page for a person begin with those of the service, and a change names the version it was made from', async () => {
  const { disclosure } = (await admin.get('/privacy')).body;
  expect(disclosure.de.rights).toContain('Art. 77 DSGVO');
  const changed = { ...disclosure, language: 'en', de: { ...disclosure.de, source: 'Von Ihnen.' } };
  const change = { disclosure: changed, before: { disclosure } };
  expect((await admin.send('PATCH', '/privacy', change)).status).toBe(200);
  expect((await admin.get('/privacy')).body.disclosure).toEqual(changed);
  expect((await admin.send('PATCH', '/privacy', change)).status).toBe(412);
  const long = { ...disclosure, de: { ...disclosure.de, source: 'x'.repeat(2001) } };
  expect((await admin.send('PATCH', '/privacy', { disclosure: long })).status).toBe(400);
});
