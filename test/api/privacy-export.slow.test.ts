/** The export of everything that is held on a person (rules 16.22, docs/privacy.md). */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { personKinds } from '../../src/derive/privacy/person-records.ts';
import { type Collection, collectionsOf } from '../../src/derive/routing/collections.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { registry } from '../../src/model/registry.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { setRetention } from '../../src/operations/org-settings/retention.ts';
import { disclosureOf } from '../../src/shared/disclosure.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { bodyFields, type Named, sampleCreate } from '../support/sample-body.ts';
import { addressOf } from '../support/sample-records.ts';
import type { Client } from '../support/service.ts';
import { unzipBytes } from '../support/unzip.ts';

const { service, organisation, client } = setUpService();

/** Values that occur once. */
const canaries = new Map<string, string>();
let made = 0;
const canary = (where: string): string => {
  made += 1;
  const value = `kanari${made}x`;
  canaries.set(value, where);
  return value;
};

const download = async (kid: number, by: Client = client, query = ''): Promise<Map<string, Buffer>> => {
  const response = await fetch(`${service.address}/v3/customers/${kid}/privacy/export${query}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return unzipBytes(Buffer.from(await response.arrayBuffer()));
};

const rows = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] =>
  JSON.parse(String(files.get(name)));

/** Makes a record with a canary in each text that a create accepts. */
const fill = async (collection: Collection, named: Named, parent?: number): Promise<number> => {
  const values = (collection.resource.storage.stored ? bodyFields(collection, 'create') : [])
    .filter(([, { kind, list, reference }]) => kind === kinds.text && !list && !reference)
    .map(([name]): [string, string] => {
      const value = canary(`${collection.address} ${name}`);
      return [name, name === 'email' ? `${value}@example.com` : value];
    });
  const isBelow = parent === undefined && bodyFields(collection, 'create').some(([name]) => name === 'kid');
  const owner = isBelow && named.ids.has('customers') ? { kid: named.ids.get('customers') } : {};
  let body: Record<string, unknown> = {
    ...sampleCreate(collection, named),
    ...Object.fromEntries(values),
    ...owner,
  };
  for (;;) {
    const { status, body: answer, text } = await client.post(addressOf(collection, parent), body);
    if (status === 201) return Number(answer.ids?.[0] ?? answer.id ?? answer.kid);
    const refused: string[] = (answer.data?.issues ?? []).map(({ path }: { path: string[] }) => path.at(-1));
    expect(refused.length, `${collection.address} ${text}`).toBeGreaterThan(0);
    for (const name of refused) canaries.delete(String(body[name]));
    body = Object.fromEntries(Object.entries(body).filter(([name]) => !refused.includes(name)));
  }
};

const all = collectionsOf(registry).filter(({ verbs }) => verbs.includes('create'));
const kindPaths = personKinds(registry).map(({ resource }) => resource.path);
const PHOTO = Buffer.concat([Buffer.from('kanaridatei'), randomBytes(100_000)]);

describe('with canaries in all fields', () => {
  let kid: number;
  let files: Map<string, Buffer>;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    const { orgId } = organisation;
    await setField(service.db, orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Eigenes' });
    const mate = (await client.post('/v3/customers', { name: 'Partnerin' })).body.kid as number;
    const named: Named = { ids, mate, mark: 'Muster' };
    const customers = all.find(({ parent, resource }) => !parent && resource.path === 'customers');
    if (!customers) throw new Error('There are no customers');
    kid = await fill(customers, named);
    ids.set('customers', kid);
    await client.patch(`/v3/customers/${kid}`, { ind_1: canary('own field'), vorname: canary('before a change') });
    await client.patch(`/v3/customers/${kid}`, { vorname: 'jetzt anders' });
    ids.set('products', (await client.post('/v3/products', { name: 'Versicherer' })).body.kid);
    ids.set('system/tags', (await client.post('/v3/system/tags', { tag: canary('private tag'), freigabe: 0 })).body.id);
    for (const path of kindPaths.filter((one) => one !== 'customers')) {
      const collection = all.find(({ parent, resource }) => !parent && resource.path === path);
      if (collection) ids.set(path, await fill(collection, named));
    }
    for (const one of all.filter(({ parent }) => parent && kindPaths.includes(parent.path)))
      await fill(one, named, ids.get(one.parent?.path ?? ''));
    const document = { kid, name: 'Foto.jpg', base64: PHOTO.toString('base64') };
    expect((await client.post('/v3/documents', document)).status).toBe(201);
    const gone = (await client.post(`/v3/customers/${kid}/comments`, { text: canary('deleted comment') })).body.id;
    await client.delete(`/v3/customers/${kid}/comments/${gone}`);
    const contract = ids.get('contracts') ?? 0;
    const insured = await client.post('/v3/contracts', { kid: mate, nummer: 'Fremd-1' });
    await client.post(`/v3/contracts/${insured.body.id}/persons`, { pid: kid, art: 1 });
    await service.db.transaction((tx) =>
      tx.finish([
        sql`insert into external_identity values (${orgId}, 'customers', 'gdv:1', ${canary('external name')}, ${kid})`,
        sql`insert into gdv_delivery values (${orgId}, 'contracts', ${contract}, '5555', 1, '2026-01-01', ${canary('gdv')})`,
        sql`insert into import_row (org_id, job_id, "row", line, outcome, section, record_id, source, result)
          values (${orgId}, 1, 1, 1, 'changed', 'contracts', ${contract}, ${JSON.stringify({ a: canary('staged') })}, '{}')`,
        ...[
          ['customers.update', { id: kid, kid, record: { name: canary('delivery of the customer') } }],
          ['addresses.insert', { id: 1, kid, record: { ort: canary('delivery of a part') } }],
          ['comments.insert', { id: 1, owner_section: 'contracts', owner_id: contract, t: canary('of a comment') }],
          ['damages.insert', { id: ids.get('damages'), record: { t: canary('of a damage') } }],
        ].map(
          ([event, payload]) => sql`insert into webhook_delivery
            (org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at)
            values (${orgId}, 1, gen_random_uuid(), ${event}, now(), ${JSON.stringify(payload)}, now() + interval '1 day')`,
        ),
        sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at)
          values (${orgId}, 1, gen_random_uuid(), 'customers.update', now(), ${`{"id":${mate},"kid":${mate},"x":"fremde Meldung"}`}, now() + interval '1 day')`,
      ]),
    );
    files = await download(kid);
  });

  test('the archive has every canary', () => {
    const text = Buffer.concat([...files.values()]).toString();
    const lost = [...canaries].filter(([value]) => !text.includes(value));
    expect(canaries.size).toBeGreaterThan(80);
    expect(lost).toEqual([]);
  });

  test('the archive marks deleted records', () => {
    const comments = rows(files, 'records/comments.json');
    const deleted = comments.filter(({ deleted_at }) => deleted_at !== null);
    expect(deleted).toEqual([expect.objectContaining({ text: expect.stringContaining('kanari') })]);
    expect(rows(files, 'records/customers.json')).toEqual([expect.objectContaining({ kid, deleted_at: null })]);
  });

  test('the archive has history, relations, and persons in contracts of other customers', () => {
    const history = rows(files, 'history.json');
    expect(history).toContainEqual(
      expect.objectContaining({
        section: 'customers',
        record_id: kid,
        changes: { vorname: [expect.stringContaining('kanari'), 'jetzt anders'] },
      }),
    );
    expect(new Set(history.map(({ id }) => id)).size).toBe(history.length);
    expect(rows(files, 'records/relations.json')).toContainEqual(expect.objectContaining({ kid, name: 'Partnerin' }));
    expect(rows(files, 'records/persons.json').some((one) => one.kid !== kid && one.pid === kid)).toBe(true);
  });

  test('the archive has no data of other persons', () => {
    expect(Buffer.concat([...files.values()]).toString()).not.toContain('fremde Meldung');
    expect(String(files.get('records/contracts.json'))).not.toContain('Fremd-1');
  });

  test('the archive has the files, and its index names each', () => {
    expect([...files.values()].some((bytes) => bytes.equals(PHOTO))).toBe(true);
    const index = String(files.get('index.html'));
    for (const name of files.keys())
      if (name !== 'index.html') expect(index).toContain(`href="${name.split('/').map(encodeURIComponent).join('/')}"`);
  });

  test('the page has every value of the records that people read, with its links', () => {
    const page = String(files.get('index.html'));
    const shown = [...canaries].filter(([, where]) =>
      /(?<!external) (name|ort|strasse|inhaber|text|betreff|arbeitgeber)$/.test(where),
    );
    expect(shown.length).toBeGreaterThan(8);
    expect(shown.filter(([value]) => !page.includes(value))).toEqual([]);
    expect(page).toContain(`>Foto.jpg</a></td>`);
    expect(page).not.toContain('Speicherpfad');
  });

  test('the audit log names the author of an export', async () => {
    const entries = await service.db.read<{ user_kid: number }>(sql`select user_kid from audit_entry
      where org_id = ${organisation.orgId} and section = 'customers' and record_id = ${kid} and action = 'export'`);
    expect(entries).toEqual([{ user_kid: organisation.adminKid }]);
  });
});

const customer = async (values: object = { name: 'Beispiel' }): Promise<number> =>
  (await client.post('/v3/customers', values)).body.kid;

test('file names can neither leave the folder of the archive nor run as script in its page', async () => {
  const kid = await customer({ name: '<script>alert(1)</script>', vorname: '"&\'' });
  const names = ['../../../etc/passwd', '..\\..\\böse.bat', 'CON', '<img src=x onerror=alert(1)>.txt', 'a'.repeat(250)];
  for (const name of names) {
    const made = await client.post(`/v3/customers/${kid}/documents`, { name, base64: 'eA==' });
    expect(made.status, made.text).toBe(201);
  }
  const files = await download(kid);
  const paths = [...files.keys()].filter((path) => path.startsWith('files/'));
  expect(paths).toHaveLength(names.length);
  for (const path of paths) expect(path).toMatch(new RegExp(`^files/${kid}/\\d+-[^/\\\\<>:"|?*]+$`));
  const index = String(files.get('index.html'));
  expect(index).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
  expect(index).toContain('&lt;script&gt;');
});

test('the page shows labels, dates, consents and names in the language that is asked', async () => {
  const kid = await customer({ name: 'Muster', vorname: 'Erika', geb: '1984-08-12', betreuer: organisation.adminKid });
  await client.post(`/v3/customers/${kid}/contacts`, { art: 'E-Mail', wert: 'erika@example.com', werbung: 1 });
  const contract = {
    kid,
    nummer: 'V-1',
    gesellschaft: 'Beispiel-Versicherung',
    ablauf: '2099-12-31',
    beitrag: '1234.50',
  };
  const { status, body } = await client.post('/v3/contracts', contract);
  expect(status).toBe(201);
  await client.post(`/v3/contracts/${body.id}/persons`, { name: 'Muster' });
  await client.post(`/v3/contracts/${body.id}/comments`, { text: 'Rückruf' });
  const page = String((await download(kid)).get('index.html'));
  expect(page).toMatch(/<html lang="de">/);
  for (const text of ['Erika Muster', '12.08.1984', 'Werbeeinwilligung', '<td>ja</td>', 'Beispiel-Versicherung'])
    expect(page, text).toContain(text);
  for (const text of ['31.12.2099', '1.234,50', '§ 22 VersVermV', '01.01.2105', 'Art. 77 DSGVO'])
    expect(page, text).toContain(text);
  expect(page).toMatch(/Betreuer<\/b><\/td><td>[^<\d#]/);
  for (const section of ['Versicherte Personen', 'Kommentare'])
    expect(page).toMatch(new RegExp(`<h3>${section}</h3>(?:(?!<h3>)[^])*<td>V-1 Beispiel-Versicherung</td>`));
  expect(page).not.toMatch(/undefined|\[object|{{/);
  const english = String((await download(kid, client, '?language=en')).get('index.html'));
  for (const text of ['<html lang="en">', '12 Aug 1984', '1,234.50', 'Your rights', 'Contracts', 'Marketing consent'])
    expect(english, text).toContain(text);
  const wrong = await client.get(`/v3/customers/${kid}/privacy/export?language=fr`);
  expect([wrong.status, wrong.body.data.issues[0].code]).toEqual([400, 'invalid_select_value']);
});

test('the page names webhooks, exports and programs that had the data, and texts of the organisation', async () => {
  const { orgId } = organisation;
  const kid = await customer();
  await service.db.transaction((tx) =>
    tx.finish([
      sql`insert into webhook (org_id, id, name, url, events, active, secret)
        values (${orgId}, 77, 'Buchhaltung', 'https://buchhaltung.example.com/geheim', ${['customers.update']}, false, 'x')`,
      sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
        values (${orgId}, 77, gen_random_uuid(), 'customers.update', '2026-03-02T08:30Z', ${JSON.stringify({ id: kid, kid })}, 'delivered', now())`,
    ]),
  );
  expect((await client.post('/v3/exports', { sections: ['customers'], format: 'csv' })).status).toBe(202);
  const { language, de, en } = disclosureOf();
  await setRetention(service.db, orgId, { disclosure: { language, de: { ...de, source: 'Aus <b>Leipzig</b>' }, en } });
  const page = String((await download(kid)).get('index.html'));
  expect(page).toContain('<td>Buchhaltung</td><td>buchhaltung.example.com</td><td>1</td><td>02.03.2026');
  expect(page).not.toContain('geheim');
  expect(page).toMatch(/Exporte der letzten 12 Monate[\s\S]*<td>Stammdaten<\/td>/);
  expect(page).toContain('Aus &lt;b&gt;Leipzig&lt;/b&gt;');
});

test('a large file is whole, and two exports at once are equal', async () => {
  const kid = await customer();
  const bytes = randomBytes(20 * 1024 * 1024);
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'groß.bin');
  expect((await client.send('POST', `/v3/customers/${kid}/documents`, form)).status).toBe(201);
  const both = await Promise.all([download(kid), download(kid)]);
  for (const files of both) expect([...files.values()].some((one) => one.equals(bytes))).toBe(true);
});

test('a file that the store does not have is named, and the archive is whole', async () => {
  const kid = await customer();
  const document = { name: 'weg.txt', base64: Buffer.from('In keiner anderen Datei').toString('base64') };
  const { url } = (await client.post(`/v3/customers/${kid}/documents`, document)).body;
  const stores = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  await stores.current.remove(url);
  await stores.close();
  const files = await download(kid);
  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
  expect(String(files.get('index.html'))).toContain('weg.txt (Datei fehlt');
});

test('an export needs the scope of privacy, and no other', async () => {
  const kid = await customer();
  const narrow = await organisation.client({ scopes: ['v3:privacy:read'] });
  expect((await download(kid, narrow)).has('records/customers.json')).toBe(true);
  const other = await organisation.client({ scopes: ['v3:customers:read', 'v3:privacy:write'] });
  expect((await other.get(`/v3/customers/${kid}/privacy/export`)).status).toBe(403);
});

test('an export of an unknown customer or one of another organisation gets 404', async () => {
  const kid = await customer();
  const foreign = await (await service.organisation()).client();
  for (const reply of [
    await foreign.get(`/v3/customers/${kid}/privacy/export`),
    await client.get('/v3/customers/2147483647/privacy/export'),
  ])
    expect([reply.status, reply.error]).toEqual([404, 'customer_not_found']);
});

test('a restricted customer is exported for administrators alone', async () => {
  const kid = await customer({ name: 'Aufbewahrt' });
  await service.db.transaction((tx) =>
    tx.run(sql`update contact set del = 3 where org_id = ${organisation.orgId} and id = ${kid}`),
  );
  const user = await client.post('/v3/users', { name: 'B', email: 'adviser@example.com', rolle: 'berater' });
  const plain = await organisation.client({ userKid: user.body.id ?? user.body.kid });
  const refused = await plain.get(`/v3/customers/${kid}/privacy/export`);
  expect([refused.status, refused.error]).toEqual([403, 'administrator_required']);
  const admin = await organisation.client({ userKid: organisation.adminKid });
  expect(String((await download(kid, admin)).get('records/customers.json'))).toContain('Aufbewahrt');
});
