/** Rows that describe several records: a customer and a contract of his in one line (docs/imports.md, "Several kinds"). */
import { describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';

const fixture = setUpService();
setUpImportWorker(fixture.service);

const BOTH = { sections: ['contracts', 'customers'] };
const table = (...lines: string[]): string => `${lines.join('\n')}\n`;
const HEAD = 'Kundennummer;Name;PLZ;Ort;Vertragsnummer;Sparte;Beginn';

const find = async (path: string, nummer: string) =>
  (await fixture.client.get(`/v3/${path}?nummer=${nummer}`)).body.items;

describe('a customer and a contract in one line', () => {
  const file = table(
    HEAD,
    's1;Zeile;04109;Leipzig;V-1;Hausrat;01.01.2020',
    's1;Zeile;04109;Leipzig;V-2;Hausrat;01.02.2020',
    's2;Spalte;;;;;',
    's3;Fehler;;;V-3;Hausrat;31.02.2020',
  );

  test('are one customer with his contracts, and are taken back together', async () => {
    const { client } = fixture;
    const job = await staged(client, file, BOTH);
    expect(job).toMatchObject({ state: 'ready', section: null, hints: [] });
    expect(job.options).toMatchObject({
      sections: ['customers', 'contracts'],
      match: ['customers.nummer', 'contracts.nummer'],
      mapping: { Kundennummer: 'customers.nummer', PLZ: 'customers.addresses.plz', Vertragsnummer: 'contracts.nummer' },
    });
    expect(job.counts).toMatchObject({ new: 5, skipped: 1, invalid: 1 });
    const rows = await rowsOf(client, job.id);
    expect(rows.map(({ section, line, outcome }: Record<string, unknown>) => [section, line, outcome])).toEqual([
      ['customers', 2, 'new'],
      ['contracts', 2, 'new'],
      ['customers', 3, 'skipped'],
      ['contracts', 3, 'new'],
      ['customers', 4, 'new'],
      ['customers', 5, 'new'],
      ['contracts', 5, 'invalid'],
    ]);
    expect(await step(client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 5 });
    const [{ kid }] = await find('customers', 's1');
    expect((await client.get(`/v3/customers/${kid}/addresses`)).body.items).toMatchObject([{ plz: '04109' }]);
    const contracts = (await client.get(`/v3/customers/${kid}/contracts`)).body.items;
    expect(contracts.map(({ nummer }: { nummer: string }) => nummer)).toEqual(['V-1', 'V-2']);

    const again = await staged(client, file.replace('s2;Spalte', 's2;Spalten'), BOTH);
    expect(again.counts).toMatchObject({ new: 0, changed: 1, unchanged: 4, skipped: 1 });
    expect(await step(client, job.id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } });
    expect([await find('customers', 's1'), await find('contracts', 'V-1')]).toEqual([[], []]);
  });

  test('a corrected row and one that waits for its customer are written by the next apply', async () => {
    const { client } = fixture;
    const lines = table(HEAD, 's5;Warten;;;V-5;Hausrat;', `s6;${'x'.repeat(300)};;;V-6;Hausrat;`);
    const job = await staged(client, lines, { ...BOTH, match: ['customers.nummer'] });
    expect(job.counts).toMatchObject({ new: 3, invalid: 1 });
    await client.patch(`/v3/imports/${job.id}/rows/2`, { action: 'take', values: { beginn: '01.03.2020' } });
    await step(client, job.id, 'apply');
    const rows = await rowsOf(client, job.id);
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['new', 'new', 'invalid', 'no_match']);
    expect(await find('contracts', 'V-5')).toMatchObject([{ beginn: '2020-03-01' }]);
    await client.patch(`/v3/imports/${job.id}/rows/3`, { action: 'take', values: { name: 'Kurz' } });
    await client.patch(`/v3/imports/${job.id}/rows/4`, { action: 'take' });
    expect(await step(client, job.id, 'apply')).toMatchObject({ applied: 4 });
    const [{ kid }] = await find('customers', 's6');
    expect(await find('contracts', 'V-6')).toMatchObject([{ kid }]);
  });

  test('belong together across portions', async () => {
    const { client } = fixture;
    const lines = Array.from({ length: 700 }, (_, at) => `s8;Viele;;;W-${at};Hausrat;`);
    const job = await staged(client, table(HEAD, ...lines), BOTH);
    expect(job.counts).toMatchObject({ new: 701, skipped: 699 });
    expect(await step(client, job.id, 'apply')).toMatchObject({ applied: 701 });
    const [{ kid }] = await find('customers', 's8');
    expect((await client.get(`/v3/customers/${kid}/contracts?limit=1`)).body.total).toBe(700);
    await step(client, job.id, 'undo');
    expect(await find('customers', 's8')).toEqual([]);
  });
});

describe('options', () => {
  test('of several kinds name fields with theirs', async () => {
    const file = table(HEAD, 's9;Option;;;V-9;Hausrat;');
    const issues = async (options: object) => (await upload(fixture.client, file, options)).body.data.issues;
    expect(await issues({ ...BOTH, section: 'customers' })).toMatchObject([{ path: ['options', 'sections'] }]);
    expect(await issues({ sections: ['customers', 'users'] })).toMatchObject([{ path: ['options', 'sections'] }]);
    expect(await issues({ ...BOTH, match: ['nummer'] })).toMatchObject([{ path: ['options', 'match'] }]);
    expect(await issues({ ...BOTH, match: ['contracts.gesellschaft'] })).toMatchObject([
      { path: ['options', 'match'], code: 'missing_column' },
    ]);
  });

  test('are remembered for the same headers, unless another kind is asked for', async () => {
    const head = 'KdNr;Kunde;VS-Nr;Art';
    const mapping = {
      KdNr: 'customers.nummer',
      Kunde: 'customers.name',
      'VS-Nr': 'contracts.nummer',
      Art: 'contracts.sparte',
    };
    await staged(fixture.client, table(head, 't1;Merken;M-1;Hausrat'), { ...BOTH, mapping });
    const next = await staged(fixture.client, table(head, 't2;Merken;M-2;Hausrat'));
    expect(next).toMatchObject({ options: { mapping }, counts: { new: 2 } });
    const one = await staged(fixture.client, table(head, 't3;Merken;M-3;Hausrat'), { section: 'customers' });
    expect(one).toMatchObject({ section: 'customers', options: { match: ['nummer'] }, total: 1 });
  });

  test('need the write scope of each kind', async () => {
    const client = await fixture.organisation.client({ scopes: ['v3:imports:write', 'v3:customers:write'] });
    expect((await upload(client, table(HEAD, 's1;A;;;V;Hausrat;'), BOTH)).status).toBe(403);
  });
});
