/** The proof of the mechanism of import formats: docs/changing-it.md, done. One file, its name and its line in the list. */
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { emptyRecord } from '../../src/formats/format.ts';
import { formatNames } from '../../src/model/records/import-values.ts';
import { buildRegistry, declarations } from '../../src/model/registry.ts';
import { formats } from '../../src/operations/imports/import-formats.ts';
import type { ImportFormat } from '../../src/operations/matching/import-format.ts';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, setUpImportWorker, staged, step } from '../support/import-client.ts';

/** A name in the first line, a date of birth in the second one. */
const card: ImportFormat = {
  name: 'card',
  endings: ['card'],
  maxBytes: 1000,
  inspect: async () => ({ options: {} }),
  read: async function* (open) {
    const [name, geb] = (await text(await open())).split('\n');
    yield { ...emptyRecord('customers', 1), externalIds: [{ source: 'card', id: '1' }], values: { name, geb } };
  },
};

formatNames.push(card.name);
formats.push(card);
// Files of one worker share the lists.
afterAll(() => {
  formatNames.pop();
  formats.pop();
});
// The description is derived with the format, of a registry of its own.
const { service } = setUpService({ registry: buildRegistry(declarations) });
setUpImportWorker(service);

test('a format that one file declares is imported, compared again and undone', async () => {
  const client = await (await service.organisation()).client();
  const job = await staged(client, 'Sommer\n1984-08-12', undefined, 'eva.card');
  expect(job).toMatchObject({ state: 'ready', format: 'card', total: 1, hints: [], counts: { new: 1 } });
  expect(await step(client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 1 });
  const { items } = (await client.get('/v3/customers')).body;
  expect(items).toMatchObject([{ name: 'Sommer', geb: '1984-08-12' }]);
  const again = await staged(client, 'Winter\n1984-08-12', undefined, 'eva.card');
  const record = { section: 'customers', id: items[0].kid };
  expect(await rowsOf(client, again.id)).toMatchObject([{ outcome: 'changed', record, line: 1 }]);
  expect(await step(client, job.id, 'undo')).toMatchObject({ state: 'undone' });
  expect((await client.get('/v3/customers')).body.total).toBe(0);
});
