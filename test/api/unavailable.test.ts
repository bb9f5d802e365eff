/** Temporary failures of the database are 503 with Retry-After and write nothing (rules 13.6). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { registry } from '../../src/model/registry.ts';
import { createModels } from '../../src/operations/call/tenant-model.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
});
// Every fault is in the log, also those of single items of a batch.
afterAll(() => expect(service.stop()).rejects.toThrow(/(service_unavailable .*\n?){28}(internal_error .*\n?)/));

/** Rows of a table make the database fail as it does when that happens. */
const failWhere = (name: string, state: string, table: string, rows: string) =>
  service.db.transaction(async (tx) => {
    await tx.run(
      sql`${raw(`create or replace function fail_${name}() returns trigger language plpgsql as $$ begin raise exception 'no more' using errcode = '${state}'; end $$`)}`,
    );
    await tx.run(
      sql`${raw(`create trigger fail_${name} before insert on ${table} for each row when (${rows}) execute function fail_${name}()`)}`,
    );
  });
const failFor = (name: string, state: string) => failWhere(name, state, 'contact', `new.name = '${name}'`);

test.each([
  ['luck', '40001'],
  ['order', '40P01'],
  ['disk', '53100'],
  ['memory', '53200'],
  ['time', '57014'],
  ['device', '58030'],
  ['patience', '55P03'],
  ['pauses', '25P03'],
  ['transaction', '25P04'],
])('out of %s', async (name, state) => {
  await failFor(name, state);
  const { total } = (await client.get('/v3/customers')).body;
  for (const body of [{ name }, [{ name }, { name }]]) {
    const answer = await client.post('/v3/customers', body);
    expect([answer.status, answer.error]).toEqual([503, 'service_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.text).not.toContain('no more');
  }
  expect((await client.get('/v3/customers')).body.total).toBe(total);
  expect((await client.post('/v3/customers', { name: 'Later' })).status).toBe(201);
});

test('a call that cannot be counted logs the error of the database', async () => {
  const org = await service.organisation();
  const counted = await org.client();
  await failWhere('budget', '53100', 'request_budget', `new.org_id = ${org.orgId}`);
  const answer = await counted.get('/v3/customers');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(service.failures.at(-1)).toMatch(/^service_unavailable .*"cause":"no more"/);
});

test('an internal error of one item does not hide the others', async () => {
  await failFor('bug', 'XX000');
  const answer = await client.post('/v3/customers', [{ name: 'A' }, { name: 'bug' }, { name: 'B' }]);
  expect([answer.status, answer.body.inserted.map(({ index }: { index: number }) => index)]).toEqual([207, [0, 2]]);
  expect(answer.body.failed).toMatchObject([{ index: 1, status: 500, error: 'internal_error' }]);
  expect(answer.text).not.toContain('no more');
});

test('a call of an organisation whose fields are not loaded gets 503 without a database', async () => {
  const db = connect({ connection: { host: '127.0.0.1', port: 1 } });
  await expect(createModels(db, registry).load(1, 1, 'Europe/Berlin')).rejects.toMatchObject({
    code: 'service_unavailable',
    extra: { headers: { 'Retry-After': '1' } },
  });
  await db.close();
});
