/** Imports of one organisation at the same time: one that writes, and one that is staged. */
import { expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, settled, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';

const fixture = setUpService();
const { client, service } = fixture;
setUpImportWorker(service);

test('a file is staged while another import is applied; a GDV file waits', async () => {
  const { orgId } = fixture.organisation;
  const big = await staged(client, 'Kundennummer;Name\nT1;Groß\n');
  const small = await staged(client, 'Kundennummer;Name\nT1;Klein\n');
  await service.db.read(sql`update import_job
    set state = 'applying', lease = 'another worker', leased_until = now() + interval '1 hour'
    where org_id = ${orgId} and id = ${big.id}`);
  const job = await staged(client, 'Kundennummer;Name\nT2;Neu\n');
  expect([job.state, job.counts.new]).toEqual(['ready', 1]);
  const waiting = [
    (await upload(client, 'x', { format: 'gdv' }, 'a.gdv')).body.id,
    (await client.post(`/v3/imports/${job.id}/apply`)).body.id,
  ];
  // A second one that is staged at once, after those that wait.
  await staged(client, 'Kundennummer;Name\nT3;Neu\n');
  const statesOf = () => Promise.all(waiting.map(async (id) => (await client.get(`/v3/imports/${id}`)).body.state));
  expect(await statesOf()).toEqual(['staging', 'applying']);
  await service.db.read(sql`update import_job set leased_until = null where org_id = ${orgId} and id = ${big.id}`);
  for (const id of [big.id, ...waiting]) await settled(client, id);
  expect(await statesOf()).toEqual(['failed', 'done']);
  // The record was new when the row was staged, and is none that the import may change unseen.
  await step(client, small.id, 'apply');
  expect((await rowsOf(client, small.id))[0].outcome).toBe('conflict');
});
