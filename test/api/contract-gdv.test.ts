/** GET `/v3/contracts/{id}/gdv`: the lines of the last delivery (docs/gdv.md). */
import { expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { gdvContract } from '../support/gdv-file.ts';
import { setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('gdvword');

test('the GDV lines of a contract are returned with the names of their fields', async () => {
  const kid = await fixture.customer({ name: 'Sommer' });
  const { id } = (await fixture.client.post('/v3/contracts', { kid, nummer: '4711' })).body;
  const read = () => fixture.client.get(`/v3/contracts/${id}/gdv`);
  expect((await read()).body).toEqual({ vu: null, delivered: null, lines: [] });
  const lines = [...gdvContract('4711'), '08207415  130             4711  Bemerkung'];
  for (const [jobId, delivered, text] of [
    [1, '2021-11-01', lines],
    [2, '2021-10-01', []],
  ] as const) {
    await fixture.service.db.transaction((tx) =>
      tx.run(sql`insert into gdv_delivery (org_id, section, record_id, vu, job_id, delivered, lines)
        values (${fixture.organisation.orgId}, 'contracts', ${id}, '7415', ${jobId}, ${delivered}::date, ${text.join('\n')})`),
    );
  }
  const { body } = await read();
  expect(body).toMatchObject({ vu: '7415', delivered: '2021-11-01' });
  expect(body.lines.map(({ satzart, part }: { satzart: string; part: number | null }) => [satzart, part])).toEqual([
    ['0100', 1],
    ['0200', 1],
    ['0820', null],
  ]);
  expect(body.lines[1].fields).toContainEqual({
    name: 'Zahlungsweise',
    bytes: [68, 68],
    value: '1',
    label: 'jährlich',
  });
  expect(body.lines[2]).toMatchObject({ text: lines[2], fields: [] });
  expect((await fixture.client.get('/v3/contracts/999999/gdv')).status).toBe(404);
});
