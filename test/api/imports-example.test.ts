/** The example of docs/imports.md, as it is written there. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';

const { client, service } = setUpService();
setUpImportWorker(service);

test('the file is staged, corrected, applied and undone as docs/imports.md describes', async () => {
  const page = await readFile('docs/imports.md', 'utf8');
  const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\\n([^\`]*)`).exec(page)?.[1] ?? '';
  const job = await staged(client, blockOf('csv'), { match: ['nummer'] });
  expect(job).toMatchObject(JSON.parse(blockOf('json')));
  const [, body = ''] = /`(\{"action": "take"[^`]*)`/.exec(page) ?? [];
  expect((await client.patch(`/v3/imports/${job.id}/rows/3`, JSON.parse(body))).body.outcome).toBe('new');
  expect(await step(client, job.id, 'apply')).toMatchObject({ state: 'done', applied: 3 });
  expect((await client.get('/v3/customers?nummer=9003')).body.items).toMatchObject([{ geb: '1980-02-28' }]);
  expect(await step(client, job.id, 'undo')).toMatchObject({ state: 'undone', applied: 0 });
  expect((await client.get('/v3/customers?nummer=9003')).body.total).toBe(0);
});
