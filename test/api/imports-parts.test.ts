/** Rows of parts and annotations complete the records that they name (docs/imports.md, "Parts and annotations"). */
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';

const fixture = setUpService();
setUpImportWorker(fixture.service);

const table = (...lines: string[]): string => `${lines.join('\n')}\n`;
const ids: Record<string, number> = {};

beforeAll(async () => {
  const { client } = fixture;
  const file = table('Kundennummer;Name;Vorname;external_id', 'k1;Eins;Anna;x1', 'k2;Zwei;Bea;x2');
  const job = await staged(client, file, { match: ['nummer'] });
  await step(client, job.id, 'apply');
  for (const nummer of ['k1', 'k2'])
    ids[nummer] = (await client.get(`/v3/customers?nummer=${nummer}`)).body.items[0].kid;
  const contract = { kid: ids.k1, sparte: 1, nummer: 'V1' };
  ids.V1 = (await client.post('/v3/contracts', contract)).body.id;
  ids.tag = (await client.post('/v3/system/tags', { tag: 'Stammkunde', freigabe: 1 })).body.id;
});

const below = async (path: string) => (await fixture.client.get(`/v3/${path}`)).body.items;

const imported = async (section: string, file: string, options: object = {}, name?: string) => {
  const job = await staged(fixture.client, file, { section, ...options }, name);
  const rows = await rowsOf(fixture.client, job.id);
  return { job, rows, done: await step(fixture.client, job.id, 'apply') };
};

const outcomes = (rows: readonly { outcome: string }[]) => rows.map(({ outcome }) => outcome);

describe('addresses', () => {
  const file = table(
    'KdNr;Straße;PLZ;Ort',
    'k1;Am Markt 1;04109;Leipzig',
    'k1;Am Markt 2;04109;Leipzig',
    'k9;Am Markt 3;04109;Leipzig',
    `k2;${'x'.repeat(400)};04109;Leipzig`,
    'k2;Am Markt 5;04109;Leipzig',
  );

  test('are rows of their own: added, refused or without a record each', async () => {
    const { job, rows, done } = await imported('customers/addresses', file);
    expect(job).toMatchObject({ section: 'customers/addresses', hints: [] });
    expect(job.options.mapping).toEqual({ KdNr: 'kid', Straße: 'strasse', PLZ: 'plz', Ort: 'ort' });
    expect(outcomes(rows)).toEqual(['changed', 'changed', 'no_match', 'invalid', 'changed']);
    expect(rows[0]).toMatchObject({
      record: { section: 'customers', id: ids.k1, name: 'Anna Eins' },
      changes: { 'addresses.strasse': { from: null, to: 'Am Markt 1' } },
    });
    expect(rows[2].issues).toMatchObject([{ code: 'invalid_reference', params: { value: 'k9' } }]);
    expect(done).toMatchObject({ state: 'done', applied: 3 });
    expect(await below(`customers/${ids.k1}/addresses`)).toMatchObject([
      { strasse: 'Am Markt 1' },
      { strasse: 'Am Markt 2' },
    ]);
    const again = await staged(fixture.client, `${file}\n`, { section: 'customers/addresses' });
    expect(again.counts).toMatchObject({ changed: 0, unchanged: 3, no_match: 1, invalid: 1 });
    await fixture.client.patch(`/v3/imports/${job.id}/rows/3`, { action: 'take', record_id: ids.k2 });
    expect(await step(fixture.client, job.id, 'apply')).toMatchObject({ applied: 4 });
    expect((await below(`customers/${ids.k2}/addresses`)).length).toBe(2);
    await step(fixture.client, job.id, 'undo');
    expect([await below(`customers/${ids.k1}/addresses`), await below(`customers/${ids.k2}/addresses`)]).toEqual([
      [],
      [],
    ]);
  });

  test('find their customer by another system, by match fields, and by the ids of an export', async () => {
    const head = 'external_id;strasse;ort';
    expect(outcomes((await imported('customers/addresses', table(head, 'x2;Weg 1;Ulm', 'x9;Weg 1;Ulm'))).rows)).toEqual(
      ['changed', 'no_match'],
    );
    const mapping = { N: 'customers.name', V: 'customers.vorname', S: 'strasse' };
    const match = ['customers.name', 'customers.vorname'];
    const byName = table('N;V;S', 'zwei;Bea;Weg 2', 'Zwei;Carla;Weg 2');
    const { rows } = await imported('customers/addresses', byName, { mapping, match });
    expect(outcomes(rows)).toEqual(['changed', 'no_match']);
    expect(Object.keys(rows[0].changes)).toEqual(['addresses.strasse']);
    const stored = await below(`customers/${ids.k2}/addresses`);
    const exported = stored.map((row: object) => JSON.stringify({ ...row, ort: 'Neu-Ulm' })).join('\n');
    const edited = await imported('customers/addresses', exported, {}, 'a.ndjson');
    expect(edited.job.options.match).toEqual(['id']);
    expect(outcomes(edited.rows)).toEqual(['changed', 'changed']);
    const after = await below(`customers/${ids.k2}/addresses`);
    expect(after.map(({ id, ort }: { id: number; ort: string }) => [id, ort])).toEqual(
      stored.map(({ id }: { id: number }) => [id, 'Neu-Ulm']),
    );
  });
});

test('telephone numbers, persons and tariffs are matched by their normal form', async () => {
  const phones = table('KdNr;Telefon', 'k1;0341 1234', 'k1;+49 341 1234');
  expect((await imported('customers/contacts', phones)).done.counts).toMatchObject({ changed: 2 });
  expect((await below(`customers/${ids.k1}/contacts`)).length).toBe(1);
  const persons = table('Vertragsnummer;pid;name', 'V1;k2;Zwei');
  await imported('contracts/persons', persons);
  expect(await below(`contracts/${ids.V1}/persons`)).toMatchObject([{ pid: ids.k2, kid: ids.k1 }]);
});

describe('annotations', () => {
  test('are added once, with tags by their name, and taken back', async () => {
    const comments = await imported('customers/comments', table('KdNr;text', 'k1;Ruft gern abends an'));
    const tags = await imported('customers/tags', table('KdNr;Tag', 'k1;Stammkunde', 'k1;Unbekannt'));
    expect(outcomes(tags.rows)).toEqual(['changed', 'invalid']);
    expect(tags.rows[1].issues).toMatchObject([{ path: ['tags', 0, 'tag_id'], code: 'invalid_reference' }]);
    expect(await below(`customers/${ids.k1}/comments`)).toMatchObject([{ text: 'Ruft gern abends an' }]);
    expect(await below(`customers/${ids.k1}/tags`)).toMatchObject([{ tag_id: ids.tag, owner_section: 'customers' }]);
    const again = await imported('customers/tags', table('KdNr;Tag', 'k1;Stammkunde'));
    expect(again.done.counts).toMatchObject({ unchanged: 1, changed: 0 });
    for (const { job } of [comments, tags]) await step(fixture.client, job.id, 'undo');
    expect(await below(`customers/${ids.k1}/comments`)).toEqual([]);
    expect(await below(`customers/${ids.k1}/tags`)).toEqual([]);
  });

  test('of several record kinds name theirs', async () => {
    const lines = ['owner_section;owner_id;text', 'customers;k2;Kunde', 'contracts;V1;Vertrag', 'users;1;Nutzer'];
    expect(outcomes((await imported('comments', table(...lines))).rows)).toEqual(['changed', 'changed', 'invalid']);
    expect(await below(`contracts/${ids.V1}/comments`)).toMatchObject([{ text: 'Vertrag' }]);
  });
});

test('parts of users, and pairs of records, are no sections of an import', async () => {
  for (const section of ['users/addresses', 'customers/relations', 'customers/links', 'contracts/addresses', 'links']) {
    const { status, body } = await upload(fixture.client, 'a;b\n1;2\n', { section });
    expect([status, body.data.issues]).toMatchObject([400, [{ path: ['options', 'section'] }]]);
  }
});
