/** `jobs`, `inbox`, `files move` and `sweep` as separate processes while the service runs (rules 18.8). */

import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { databaseUrl } from '../support/postgres.ts';
import { type Ended, runProgram } from '../support/process.ts';
import { type S3Proxy, startS3Proxy } from '../support/s3-proxy.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

const FILES = 12;
const TWO_DAYS_AGO = Date.now() / 1000 - 2 * 86_400;

let folder: string;
let store: Bucket;
let proxy: S3Proxy;
let service: TestService;
let client: Client;
let env: Record<string, string>;
let org: string;
let kid: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-files-'));
  store = await startBucket(folder);
  proxy = await startS3Proxy(store.port);
  service = await startTestService({ env: { DATA_DIR: folder } });
  const organisation = await service.organisation();
  client = await organisation.client();
  org = String(organisation.orgId);
  env = { DATABASE_URL: databaseUrl(service.connection), DATA_DIR: folder };
  kid = (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  proxy.meddle = (_passed, body) => body;
});

const bucket = () => ({ ...env, ...store.environment, S3_ENDPOINT: proxy.endpoint });
const run = (line: string, more = env): Promise<Ended> => runProgram(line.split(' '), more);
/** The `--json` output of a command. */
const told = async (line: string, more = env) => {
  const { code, stdout } = await run(`${line} --json`, more);
  return [code, JSON.parse(stdout)];
};

describe('jobs', () => {
  const openOf = async (line: string) => {
    const [code, all] = await told(line);
    expect(code).toBe(0);
    return Object.fromEntries(
      all.map(({ name, open }: { readonly name: string; readonly open: readonly object[] }) => [name, open]),
    );
  };

  test('show background work with the open jobs of an organisation, or of all', async () => {
    const other = await service.organisation();
    const person = (await client.post('/v3/customers', { name: 'Wartend' })).body.kid;
    const { id } = (await client.post('/v3/exports', { sections: ['customers'], format: 'csv' })).body;
    const erasure = await client.post(`/v3/customers/${person}/privacy/erasure`, { confirm: person, reason: 'Antrag' });
    expect(erasure.status).toBe(202);
    const jobs = await openOf(`jobs --org ${org}`);
    const waits = { org_id: Number(org), leased_until: null };
    const since = expect.stringMatching(/^\d{4}-.*\+00:00$/);
    expect(jobs).toMatchObject({
      exports: [{ ...waits, id, state: 'running', since, tries: 0 }],
      deliveries: [],
      erasures: [{ ...waits, state: 'running', since, tries: null }],
      imports: [],
      'settings-jobs': [],
    });
    expect((await openOf('jobs')).exports).toEqual(jobs.exports);
    expect((await openOf(`jobs --org ${other.orgId}`)).exports).toEqual([]);
    const { stdout } = await run(`jobs --org ${org}`);
    expect(stdout).toContain('exports\t1 s (5 s on a cluster)\t1 open\n');
    expect(stdout).toContain(`  organisation ${org}\t${id}\trunning\tsince `);
  });
});

describe('inbox', () => {
  const submit = async (name: string): Promise<number> =>
    (await client.post('/v3/inbox/documents', { base64: 'cG9zdA==', name, betreff: 'Post', absender: 'Scan' })).body.id;

  test('control characters are escaped for a terminal and unchanged in JSON', async () => {
    const absender = '\u001b]0;Titel\u0007\u009b2J\u202egpj.exe';
    const body = { base64: 'cG9zdA==', name: 'c.pdf', betreff: 'eins\n99\t2026-01-01\tzwei', absender };
    const { id } = (await client.post('/v3/inbox/documents', body)).body;
    const { stdout } = await run(`inbox list --org ${org}`);
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(1);
    expect(stdout).toContain(
      '\teins\\u000a99\\u00092026-01-01\\u0009zwei\t\\u001b]0;Titel\\u0007\\u009b2J\\u202egpj.exe\t',
    );
    const statement = `select '${absender}' as von`;
    const report = await runProgram(['sql', '--org', org, '-c', statement], env);
    expect(report.stdout).toContain('\\u001b]0;Titel\\u0007\\u009b2J\\u202egpj.exe');
    const wrong = await runProgram(['sql', '--org', org, '-c', `select '${absender}'::int`], env);
    expect(wrong.stderr).toContain('\\u001b]0;Titel');
    for (const shown of [stdout, report.stdout, wrong.stderr]) expect(shown).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    expect(await told(`inbox list --org ${org}`)).toMatchObject([0, { items: [{ absender }] }]);
    expect((await run(`inbox discard ${id} --org ${org}`)).code).toBe(0);
  });

  test('list, assign and discard have output for people and for programs', async () => {
    const a = await submit('a.pdf');
    const b = await submit('b.pdf');
    const list = await run(`inbox list --org ${org}`);
    const lines = list.stdout.trim().split('\n');
    expect(lines.map((line) => line.split('\t')[0])).toEqual([`${a}`, `${b}`]);
    expect(lines[0]).toMatch(/\ta\.pdf\t4\tPost\tScan\t$/);
    const [code, answer] = await told(`inbox assign ${a} --org ${org} --to customers/${kid}`);
    expect([code, answer]).toEqual([0, { id: a, document_id: expect.any(Number) }]);
    expect((await client.get(`/v3/customers/${kid}/documents/${answer.document_id}/download`)).text).toBe('post');
    expect((await run(`inbox discard ${b} --org ${org}`)).stdout).toBe(`Document ${b} is out of the inbox.\n`);
    expect(await told(`inbox list --org ${org}`)).toEqual([0, { items: [] }]);
  }, 120_000);

  test('errors name the fix', async () => {
    const id = await submit('e.pdf');
    const gone = await run(`inbox discard 2147483647 --org ${org}`);
    expect([gone.code, gone.stderr]).toEqual([
      1,
      `broker-crm: No document 2147483647 waits in the inbox; see: broker-crm inbox list --org ${org}\n`,
    ]);
    expect(await told(`inbox assign ${id} --org ${org} --to contracts/2147483647`)).toEqual([
      1,
      { error: { code: 'record_not_found', message: `There is no contracts/2147483647 in organisation ${org}.` } },
    ]);
    const nobody = await run('inbox list --org 2147483647');
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('see: broker-crm org list')]);
    const wrong = await run(`inbox assign ${id} --org ${org} --to goals/1`);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('customers, products, users, contracts')]);
  }, 120_000);
});

describe('files', () => {
  const documents = async (): Promise<{ id: number; url: string; aws: number }[]> =>
    (await client.get('/v3/documents?limit=5000')).body.items;
  const atS3 = async () => (await documents()).filter(({ aws }) => aws === 1).length;
  const upload = (i: number) =>
    client.post('/v3/documents', { base64: Buffer.from(`content ${i}`).toString('base64'), kid });
  const age = async () => {
    for (const { url } of await documents()) await utimes(join(folder, 'files', url), TWO_DAYS_AGO, TWO_DAYS_AGO);
  };

  test('move continues after a kill', async () => {
    for (let i = 0; i < FILES; i += 1) await upload(i);
    const kill = new AbortController();
    proxy.meddle = ({ method }, body) => {
      if (method === 'PUT' && proxy.passed.filter((one) => one.method === 'PUT').length === 5) kill.abort();
      return body;
    };
    const killed = await runProgram(['files', 'move', '--to', 's3'], bucket(), kill.signal);
    expect([killed.code, killed.stdout]).toEqual([null, '']);
    const before = await atS3();
    expect([before > 0, before < FILES]).toEqual([true, true]);

    const all = await service.db.read<{ n: number }>(
      sql`select (select count(*) from document where aws = 0)::int + (select count(*) from inbox_document where aws = 0)::int as n`,
    );
    const moved = await run('files move --to s3 --json', bucket());
    expect([moved.code, JSON.parse(moved.stdout)]).toEqual([0, { moved: all[0]?.n, missing: [] }]);
    expect(moved.stderr).toMatch(/^document: ([1-9]\d*) of \1$/m);
    expect((await documents()).every(({ aws }) => aws === 1)).toBe(true);
    expect((await run('files move --to s3', bucket())).stdout).toBe('moved 0 files\n');
  }, 120_000);

  test('sweep removes content of the former store after a day', async () => {
    expect(await told('sweep', bucket())).toEqual([0, { removed: 0, freed: 0, missing: [] }]);
    await age();
    const swept = await run('sweep', bucket());
    expect([swept.code, swept.stdout]).toEqual([0, expect.stringMatching(/^removed 1[2-9] files, \d+ bytes\n$/)]);
    const named = (await documents()).length;
    expect(swept.stderr).toMatch(new RegExp(`^disk: \\d+ contents\n(?:.*\n)*document: ${named} of ${named}\n`, 'm'));
    expect((await told('files move --to disk', bucket()))[0]).toBe(0);
    expect((await client.get(`/v3/documents/${(await documents())[0]?.id}/download`)).text).toBe('post');
  }, 120_000);

  test('move reports missing and damaged content and moves the rest', async () => {
    const [lost, damaged, sound] = (await documents()).slice(-3);
    await rm(join(folder, 'files', lost?.url ?? ''));
    await writeFile(join(folder, 'files', damaged?.url ?? ''), 'CONTENT 10');
    const [code, { missing }] = await told('files move --to s3', bucket());
    expect([code, missing.map(({ id }: { id: number }) => id)]).toEqual([1, [lost?.id, damaged?.id]]);
    expect(missing[0]).toEqual({ table: 'document', org_id: Number(org), id: lost?.id, key: lost?.url });
    const swept = await run('sweep', bucket());
    expect([swept.code, swept.stdout]).toEqual([
      1,
      expect.stringContaining(`missing: ${lost?.url} of document ${lost?.id}`),
    ]);
    expect(swept.stdout).toContain('Restore this content from a backup');
    expect((await documents()).find(({ id }) => id === sound?.id)?.aws).toBe(1);
  }, 120_000);

  test('errors name the fix', async () => {
    const [, { error }] = await told('files move --to s3');
    expect(error).toEqual({ code: 'no_bucket', message: expect.stringContaining('set S3_BUCKET') });
    const wrong = await run('files move --to tape');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('It must be s3 or disk.')]);
    const unset = await run('sweep');
    expect([unset.code, unset.stderr]).toEqual([1, expect.stringContaining('set S3_BUCKET')]);
    await upload(99);
    const dead = await run('files move --to s3', { ...bucket(), S3_ENDPOINT: 'http://127.0.0.1:1' });
    expect([dead.code, dead.stderr]).toEqual([1, expect.stringMatching(/Check S3_ENDPOINT.*run the command again/)]);
  }, 120_000);
});
