/** `search rebuild`: damaged entries are mended while callers write, and a sound projection is left alone. Texts of PDFs. */

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { sampleFile } from '../../src/derive/samples/sample-file.ts';
import { hashedTrigrams } from '../../src/derive/search/trigram-hash.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startDocumentTextWorker } from '../../src/operations/documents/document-text-worker.ts';
import { rebuildSearch } from '../../src/operations/rebuild/reindex.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { databaseUrl } from '../support/postgres.ts';
import { runProgram } from '../support/process.ts';

const { service, organisation, client } = setUpService();

const run = (text: string) => service.db.transaction((tx) => tx.run(raw(text)));
const idsOf = async (query: string, index = 'customers'): Promise<number[]> =>
  (await client.post('/v3/search', { query, indices: [index] })).body.data[index].items.map(
    ({ id }: { id: number }) => id,
  );
const rebuild = (batch = 3) => rebuildSearch(service.db, organisation.orgId, null, batch);
const made = async (path: string, body: object): Promise<number> => (await client.post(path, body)).body.id;

const DIGEST =
  'select md5(string_agg(e::text, chr(10) order by section, id, part, part_id)) as digest from search_entry e';

/** One record of every kind that is searched: its index, id and a word that only it is found by. */
const everyKind = async (): Promise<[index: string, id: number, word: string][]> => {
  const kid = await made('/v3/customers', { name: 'Urkunde', vorname: 'Änne 😀x' });
  const partner = await made('/v3/products', { name: 'Versicherer' });
  const user = await made('/v3/users', { name: 'Beraterin', email: 'b@example.com' });
  for (const contact of [`customers/${kid}`, `products/${partner}`, `users/${user}`]) {
    const word = `teil${contact.replace('/', '')}`;
    await made(`/v3/${contact}/addresses`, { ort: `ort${word}` });
    await made(`/v3/${contact}/contacts`, { art: 'E-Mail', wert: `${word}@example.com` });
    await made(`/v3/${contact}/banking`, { inhaber: `bank${word}` });
    await made(`/v3/${contact}/numbers`, { art: 'x', wert: `nummer${word}` });
  }
  return [
    ['customers', kid, 'urkunde'],
    ['customers', kid, `ortteilcustomers${kid}`],
    ['customers', kid, `bankteilcustomers${kid}`],
    ['products', partner, `teilproducts${partner}@example.com`],
    ['users', user, `ortteilusers${user}`],
    ['contracts', await made('/v3/contracts', { kid, nummer: 'KX-77', sparte: 'phv' }), 'privathaftpflicht'],
    ['damages', await made('/v3/damages', { kid, art: 'Glas', nummer: 'SN-1' }), 'sn-1'],
    [
      'contactPersons',
      await made('/v3/contact-persons', { kid: partner, name: 'Ansprechpartnerin' }),
      'ansprechpartnerin',
    ],
    ['finances', await made(`/v3/customers/${kid}/finances`, { bezeichnung: 'Festgeld' }), 'festgeld'],
    ['goals', await made(`/v3/customers/${kid}/goals`, { subject: 'Eigenheim' }), 'eigenheim'],
    ['activities', await made('/v3/activities', { kid, kategorie: 'aufgabe', titel: 'Rückruf' }), 'rueckruf'],
    [
      'documents',
      await made(`/v3/customers/${kid}/documents`, { base64: 'eA==', name: 'Police4711.pdf' }),
      'police4711',
    ],
  ];
};

test('damaged entries are rebuilt, correct ones are not touched', async () => {
  const records = await everyKind();
  const gone = await made('/v3/customers', { name: 'Vergangen' });
  await made(`/v3/customers/${gone}/addresses`, { ort: 'Nirgendwo' });
  const [before] = await service.db.read<{ n: number }>(sql`select count(*)::int as n from search_entry`);
  expect(await rebuild()).toEqual([]);

  await run("update search_entry set text = 'x', grams = '{}' where id % 2 = 0");
  await run("delete from search_entry where id % 2 = 1 and section <> 'documents'");
  await client.delete(`/v3/customers/${gone}`);
  const stray = `insert into search_entry select ${organisation.orgId}, section, id, part, part_id, 'urkunde vergangen nirgendwo', '{}'`;
  await run(
    `${stray} from (values ('customers', ${gone}, '', 0), ('customers', ${gone}, 'addresses', 1), ('contracts', 2147483647, '', 0), ('customers', ${gone}, 'unknown', 1), ('elsewhere', 1, '', 0)) v(section, id, part, part_id)`,
  );
  expect(await idsOf('urkunde')).toEqual([]);

  const found = await rebuild();
  expect(found.find(({ section }) => section === 'customers')).toMatchObject({ removed: 3 });
  for (const [index, id, word] of records) expect([word, await idsOf(word, index)]).toEqual([word, [id]]);
  expect(await idsOf('vergangen')).toEqual([]);
  const [after] = await service.db.read<{ n: number }>(sql`select count(*)::int as n from search_entry`);
  expect(after?.n).toBe((before?.n ?? 0) - 2);
  expect(await rebuild()).toEqual([]);
});

test('grams of older versions stay searchable, and are removed by a rebuild', async () => {
  const [before] = await service.db.read<{ digest: string }>(raw(DIGEST));
  const entries = await service.db.read<{ section: string; id: number; text: string }>(
    sql`select section, id, text from search_entry where org_id = ${organisation.orgId}`,
  );
  for (const { section, id } of entries) {
    const own = entries.filter((entry) => entry.section === section && entry.id === id);
    const grams = hashedTrigrams(organisation.orgId, section).of(own.map(({ text }) => text).join('\n'));
    // The other lengths that there were stand in no query; any number takes their place.
    await service.db.transaction((tx) =>
      tx.run(
        sql`update search_entry set grams = ${[...grams, 1, 2]} where org_id = ${organisation.orgId} and section = ${section} and id = ${id}`,
      ),
    );
  }
  const kid = await made('/v3/customers', { name: 'Li Xu' });
  expect(await idsOf('xu li')).toEqual([kid]);
  expect(await idsOf('änne urk')).toHaveLength(1);
  expect((await rebuild()).length).toBeGreaterThan(5);
  expect(await idsOf('xu li')).toEqual([kid]);
  expect(await rebuild()).toEqual([]);
  expect((await client.delete(`/v3/customers/${kid}`)).status).toBe(200);
  const [after] = await service.db.read<{ digest: string }>(raw(DIGEST));
  expect(after).toEqual(before);
});

test('concurrent writes are not lost', async () => {
  const kids = await Promise.all(Array.from({ length: 40 }, (_, i) => made('/v3/customers', { name: `Anfang${i}x` })));
  await Promise.all(kids.map((kid) => made(`/v3/customers/${kid}/addresses`, { ort: `Ort${kid}x` })));
  let going = true;
  let rebuilds = 0;
  const rebuilding = (async () => {
    for (; going || rebuilds < 2; rebuilds += 1) {
      await run("update search_entry set text = 'x', grams = '{}' where part_id % 3 = 0 and id % 3 = 0");
      await rebuild();
    }
  })();
  const names = new Map<number, string | null>();
  await Promise.all(
    kids.map(async (kid, i) => {
      for (let round = 0; round < 3; round += 1) {
        names.set(kid, `Stand${round}k${kid}x`);
        expect((await client.patch(`/v3/customers/${kid}`, { name: names.get(kid) })).status).toBe(200);
      }
      if (i % 4 === 1) expect((await client.delete(`/v3/customers/${kid}`)).status).toBe(200);
      if (i % 4 === 2)
        expect((await client.post(`/v3/customers/${kids[i + 1]}/merge`, { slave_kid: kid })).status).toBe(200);
      if (i % 4 === 1 || i % 4 === 2) names.set(kid, null);
      const fresh = await made('/v3/customers', { name: `Neu${i}x` });
      names.set(fresh, `Neu${i}x`);
    }),
  );
  going = false;
  await rebuilding;
  await rebuild();
  for (const [kid, name] of names) {
    if (name) expect([name, await idsOf(name)]).toEqual([name, [kid]]);
    else expect([kid, await idsOf(`Stand2k${kid}x`)]).toEqual([kid, []]);
  }
  expect(await idsOf(`Ort${kids[2]}x`)).toEqual([kids[3]]);
  expect(await idsOf(`Ort${kids[1]}x`)).toEqual([]);
  expect(await rebuild()).toEqual([]);
}, 180_000);

test('the command prints its result, and its progress on stderr', async () => {
  const env = { DATABASE_URL: databaseUrl(service.connection) };
  const org = String(organisation.orgId);
  await run("update search_entry set text = 'x' where section = 'contracts'");
  const first = await runProgram(['search', 'rebuild', '--org', org, '--json'], env);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([
    0,
    {
      written: 1,
      removed: 0,
      sections: [{ org_id: organisation.orgId, section: 'contracts', written: 1, removed: 0 }],
    },
  ]);
  expect(first.stderr).toMatch(new RegExp(`^organisation ${org}: customers (\\d+) of \\1$`, 'm'));
  const second = await runProgram(['search', 'rebuild'], env);
  expect([second.code, second.stdout]).toEqual([0, '0 search entries were written, 0 removed\n']);
  const wrong = await runProgram(['search', 'rebuild', '--org', '2147483647', '--json'], env);
  expect([wrong.code, JSON.parse(wrong.stdout).error.code]).toEqual([1, 'unknown_organisation']);
}, 180_000);

let files: FileStores;
beforeAll(() => {
  files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
});
afterAll(() => files.close());

/** Reads all PDFs that wait. @returns errors */
const readTexts = async (): Promise<readonly Error[]> => {
  const failures: Error[] = [];
  const failed = (error: Error) => failures.push(error);
  const worker = startDocumentTextWorker({ db: service.asService, files, failed, pollMs: 5 });
  const waiting = () => service.db.read<{ n: number }>(sql`select count(*)::int as n from document_text_job`);
  await expect.poll(async () => failures.length > 0 || (await waiting())[0]?.n === 0, { timeout: 60_000 }).toBe(true);
  await worker.stop();
  return failures;
};

test('a document is found by the text of its PDF, until it is deleted, and after a rebuild', async () => {
  const kid = await made('/v3/customers', { name: 'Halter' });
  const base64 = sampleFile('a.pdf', [
    'Amtliches Kennzeichen: B-QX 4711',
    'Versicherungsnummer: ZZ.815/2',
    'Jürgen Öhlund',
  ]);
  const id = await made(`/v3/customers/${kid}/documents`, { base64, name: 'Doppelkarte.pdf' });
  await made(`/v3/customers/${kid}/documents`, { base64: 'JVBERi0=', name: 'kaputt.pdf' });
  await made(`/v3/customers/${kid}/documents`, { base64: Buffer.from('B-QX 4711').toString('base64'), name: 'a.bin' });
  const words = ['b-qx', 'BQX4711', 'zz8152', 'öhlund', 'Oehlund', 'doppelkarte kennzeichen', 'B-QX 4711'];
  expect(await idsOf('b-qx', 'documents')).toEqual([]);
  const findsAll = async () => {
    for (const word of words) expect([word, await idsOf(word, 'documents')]).toEqual([word, [id]]);
  };
  expect(await readTexts()).toEqual([]);
  await findsAll();
  expect(await idsOf('doppelkarte unsinn', 'documents')).toEqual([]);
  const { text } = await client.post('/v3/search', { query: 'b-qx', indices: ['documents'] });
  expect(text).not.toContain('4711');
  expect(await rebuild()).toEqual([]);
  await client.patch(`/v3/documents/${id}`, { datum: '2026-01-01', protect: 0 });
  await findsAll();

  await client.delete(`/v3/documents/${id}`);
  expect(await service.db.read(sql`select 1 from search_entry where section = 'documents' and id = ${id}`)).toEqual([]);
  expect((await client.post(`/v3/documents/${id}/restore`)).status).toBe(200);
  expect(await readTexts()).toEqual([]);
  await findsAll();
  await run("delete from search_entry where part = 'file'");
  await rebuild();
  expect(await idsOf('öhlund', 'documents')).toEqual([]);
  expect(await readTexts()).toEqual([]);
  await findsAll();
});
