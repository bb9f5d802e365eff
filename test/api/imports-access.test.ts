/** Who may import: scopes, other organisations, revoked tokens; files that cannot be read. */
import { describe, expect, test } from 'vitest';
import { revokeToken } from '../../src/access/tokens/manage-tokens.ts';
import { setUpService } from '../support/fixture.ts';
import { rowsOf, settled, setUpImportWorker, staged, step, upload } from '../support/import-client.ts';

const fixture = setUpService();
setUpImportWorker(fixture.service);
const { organisation, client, service } = fixture;

let files = 0;
/** A file that no other test has. */
const fileOf = (text = ''): string => {
  files += 1;
  return `Kundennummer;Nachname\nX${files};Name ${files}\n${text}`;
};

describe('access', () => {
  test('needs the scope of imports, and the write scope of the section', async () => {
    const without = await organisation.client({ scopes: ['v3:customers:write'] });
    expect((await upload(without, fileOf(), { section: 'customers' })).error).toBe('missing_required_scope');
    const reads = await organisation.client({ scopes: ['v3:imports:write', 'v3:imports:read', 'v3:customers:read'] });
    expect((await upload(reads, fileOf(), { section: 'customers' })).error).toBe('insufficient_scope');
    const guessed = await upload(reads, fileOf());
    expect(await settled(reads, guessed.body.id)).toMatchObject({
      state: 'failed',
      error: { code: 'insufficient_scope' },
    });
  });

  test('rows show stored values, and need the read scope of their section', async () => {
    const job = await staged(client, fileOf());
    const blind = await organisation.client({ scopes: ['v3:imports:read'] });
    expect((await blind.get(`/v3/imports/${job.id}/rows`)).error).toBe('insufficient_scope');
    expect((await blind.get(`/v3/imports/${job.id}`)).status).toBe(200);
  });

  test('a token that loses its rights before the step is run ends the import', async () => {
    const job = await staged(client, fileOf());
    const other = await organisation.client();
    await revokeToken(service.db, { tokenId: other.tokenId, orgId: organisation.orgId }).catch(() => undefined);
    expect((await other.post(`/v3/imports/${job.id}/apply`)).status).toBe(401);
    const weak = await organisation.client({ scopes: ['v3:imports:write'] });
    expect((await weak.post(`/v3/imports/${job.id}/apply`)).error).toBe('insufficient_scope');
  });

  test('another organisation gets 404, and cannot choose a record of this one', async () => {
    const stranger = await (await service.organisation()).client();
    const job = await staged(client, fileOf());
    for (const path of ['', '/rows']) expect((await stranger.get(`/v3/imports/${job.id}${path}`)).status).toBe(404);
    expect((await stranger.post(`/v3/imports/${job.id}/apply`)).status).toBe(404);
    expect((await stranger.patch(`/v3/imports/${job.id}/rows/1`, { action: 'skip' })).status).toBe(404);
    const { body } = await stranger.post('/v3/customers', { name: 'Fremd' });
    const chosen = await client.patch(`/v3/imports/${job.id}/rows/1`, { action: 'take', record_id: body.kid });
    expect(chosen.body).toMatchObject({ outcome: 'invalid', record: null });
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['is empty', '', 'empty'],
    ['is a PDF', '%PDF-1.7\n%âãÏÓ\n', 'PDF'],
    ['is an Excel file', 'PK\u0003\u0004', 'ZIP or Excel'],
    ['has headers only', 'Nachname;Vorname\n', 'no rows'],
    ['is cut off in a quoted cell', 'Nachname;Vorname\nA;"B\n', 'cut off'],
    ['has a line of more than 1 MiB', `Nachname;Vorname\nA;B\nC;${'x'.repeat(1_100_000)}\n`, '1 MiB'],
    ['has more than 1,000 columns', `${'Nachname;'.repeat(1001)}\nA\n`, '1,000'],
  ])('%s', async (_, content, message) => {
    const { body } = await upload(client, content, undefined, 'a.csv');
    const job = await settled(client, body.id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'unreadable_file' } });
    expect(job.error.message).toContain(message);
  });

  test('a NUL character makes its row invalid', async () => {
    const job = await staged(client, 'Nachname;Vorname\nA\u0000B;C\nGut;\n');
    expect(job.counts).toMatchObject({ invalid: 1, new: 1 });
    expect((await rowsOf(client, job.id))[0].issues).toMatchObject([{ path: ['name'] }]);
  });

  test.each([
    ['[1]', 'invalid'],
    ['{"section":"documents"}', 'cannot be imported'],
    ['{"match":["nix"],"section":"customers"}', 'no field'],
    ['{', 'JSON'],
  ])('options %s are refused', async (options, message) => {
    const form = new FormData();
    form.set('file', new Blob(['Nachname\nA\n']), 'a.csv');
    form.set('options', options);
    const answer = await client.send('POST', '/v3/imports', form);
    expect(answer).toMatchObject({ status: 400, error: 'validation_failed' });
    expect(answer.text).toContain(message);
  });
});

test('a cancelled import writes nothing more, and its written rows can be taken back', async () => {
  const job = await staged(client, fileOf());
  await step(client, job.id, 'apply');
  expect((await client.post(`/v3/imports/${job.id}/apply`)).status).toBe(202);
  await settled(client, job.id);
  expect(await step(client, job.id, 'undo')).toMatchObject({ state: 'undone', applied: 0 });
  expect((await client.post(`/v3/imports/${job.id}/undo`)).error).toBe('import_state');
  expect((await client.delete(`/v3/imports/${job.id}`)).body).toMatchObject({ deleted: true });
  expect((await client.get(`/v3/imports/${job.id}`)).status).toBe(404);
});

test('the list of imports is sorted by latest first', async () => {
  const job = await staged(client, fileOf());
  const { body } = await client.get('/v3/imports?limit=1');
  expect(body).toMatchObject({ page: 1, page_size: 1, items: [{ id: job.id, state: 'ready' }] });
});
