/** Reports: views of one organisation's records, read by a role that sees nothing else, and by `broker-crm sql`. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { REPORTING, viewOf } from '../../src/derive/ddl/reporting-views.ts';
import { registry } from '../../src/model/registry.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { databaseUrl } from '../support/postgres.ts';
import type { Client, Organisation } from '../support/service.ts';

const ROLE = `reports_${process.pid}`;
const PASSWORD = 'portal-geheim';

const { service } = setUpService();
let owner: pg.Client;
let reader: pg.Client;
let run: (...args: string[]) => Promise<Ran>;
const orgs: { org: Organisation; client: Client; customer: number }[] = [];

beforeAll(async () => {
  for (const name of ['Berg', 'Tal']) {
    const org = await service.organisation();
    const client = await org.client();
    const { body } = await client.post('/v3/customers', { name });
    await client.post(`/v3/customers/${body.kid}/addresses`, { ort: 'Bonn' });
    orgs.push({ org, client, customer: body.kid });
  }
  owner = new pg.Client(service.connection);
  await owner.connect();
  await owner.query(`create role ${ROLE} login password 'geheim'`);
  await migrate(service.connection, { reportsTo: ROLE });
  reader = new pg.Client({ ...service.connection, user: ROLE, password: 'geheim' });
  await reader.connect();
  run = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
});
afterAll(async () => {
  await reader?.end();
  await owner?.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner?.end();
});

const [first, second] = [0, 1].map((n) => () => orgs[n] as (typeof orgs)[0]) as [
  () => (typeof orgs)[0],
  () => (typeof orgs)[0],
];
const asked = async (org: Organisation | null, text: string) => {
  await reader.query(`set broker_crm.org = '${org?.orgId ?? ''}'`);
  return (await reader.query(text)).rows;
};

// A cluster queries its nodes as the reporting role, and they have no views (docs/reporting.md).
describe.skipIf(inject('nodes').length > 1)('a role that reads reports', () => {
  test('sees the organisation that it selects, and none before', async () => {
    const text = 'select id, kid, name from reporting.customers';
    expect(await asked(null, text)).toEqual([]);
    const shown = ({ customer }: (typeof orgs)[0], name: string) => ({ id: customer, kid: customer, name });
    expect(await asked(first().org, text)).toEqual([shown(first(), 'Berg')]);
    expect(await asked(second().org, text)).toEqual([shown(second(), 'Tal')]);
  });

  test('sees the values that the API returns: nothing deleted, nothing private', async () => {
    const { org, client } = first();
    const gone = await client.post('/v3/customers', { name: 'Gone' });
    expect((await client.post(`/v3/customers/${gone.body.kid}/addresses`, { ort: 'Ulm' })).status).toBe(201);
    expect((await client.delete(`/v3/customers/${gone.body.kid}`)).status).toBe(200);
    expect(await asked(org, "select 1 from reporting.customers where name = 'Gone'")).toEqual([]);
    expect(await asked(org, 'select ort from reporting.addresses')).toEqual([{ ort: 'Bonn' }]);
    const tags = [
      { tag: 'open', freigabe: 1 },
      { tag: 'own', freigabe: 0 },
    ];
    for (const tag of tags) expect((await client.post('/v3/system/tags', tag)).status).toBe(201);
    expect(await asked(org, 'select tag from reporting.system_tags')).toEqual([{ tag: 'open' }]);
  });

  test('sees no secret and no base table, and changes nothing', async () => {
    const { org, client } = first();
    const product = await client.post('/v3/products', { name: 'Versicherer' });
    const portal = { name: 'Portal', url: 'https://portal.example.com', user: 'u', pass: PASSWORD };
    const made = await client.post(`/v3/products/${product.body.id ?? product.body.kid}/portals`, portal);
    expect(made.status).toBe(201);
    const rows = await asked(org, 'select * from reporting.portals');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
    expect(Object.keys(rows[0])).not.toContain('pass');
    for (const text of [
      'select 1 from contact',
      'select 1 from api_token',
      'select 1 from credential',
      'update reporting.customers set name = name',
      'delete from reporting.customers',
      'create table reporting.mine (id int)',
    ])
      await expect(reader.query(text), text).rejects.toThrow(/permission denied/);
  });

  test('sees no row of another organisation under any condition of its own', async () => {
    const { org } = first();
    const spying = 'create temp table seen (name text)';
    await reader.query(spying);
    await reader.query(`create function pg_temp.spy(text) returns boolean language plpgsql cost 0.0001
      as $$ begin raise notice '%', $1; return true; end $$`);
    const notices: string[] = [];
    reader.on('notice', ({ message }) => notices.push(String(message)));
    await asked(org, 'select 1 from reporting.customers where pg_temp.spy(name)');
    expect(notices).toContain('Berg');
    expect(notices).not.toContain('Tal');
  });
});

test('every record kind has a view, and the view and its columns have comments', async () => {
  const { rows } = await owner.query<{ view: string; about: string; silent: string[] }>(
    `select c.relname as view, obj_description(c.oid) as about,
      array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and coalesce(col_description(c.oid, attnum), '') = '') as silent
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'v'`,
    [REPORTING],
  );
  expect(rows.map(({ view }) => view).sort()).toEqual(registry.resources.map(viewOf).sort());
  for (const { view, about, silent } of rows) expect({ view, about, silent }).toMatchObject({ silent: [] });
  expect(rows.find(({ view }) => view === 'customers')?.about).toContain('Customer');
});

describe('broker-crm sql', () => {
  const of = () => ['sql', '--org', String(first().org.orgId)];

  test('prints the result of a statement as JSON, CSV or a table', async () => {
    const text = 'select name, vorname, del from (select name, vorname, 1 as del from customers) c';
    expect((await run(...of(), '-c', text)).stdout).toBe('{"name":"Berg","vorname":null,"del":1}\n');
    expect((await run(...of(), '--csv', '-c', `${text};`)).stdout).toBe('name,vorname,del\r\nBerg,,1\r\n');
    const dangerous = `select '=1+1' as a, '-12.50'::numeric as b, '-2+3' as c, E'x\\x1b[2Jy' as d, '@f' as e`;
    expect((await run(...of(), '--csv', '-c', dangerous)).stdout).toBe(
      "a,b,c,d,e\r\n'=1+1,-12.50,'-2+3,x\\u001b[2Jy,'@f\r\n",
    );
    const quotes = `select 'a "b", c' as x`;
    expect((await run(...of(), '--csv', '-c', quotes)).stdout).toBe('x\r\n"a ""b"", c"\r\n');
  });

  test('prints all rows, and times in the format of PostgreSQL', async () => {
    const { stdout } = await run(...of(), '--csv', '-c', 'select generate_series(1, 2500) as n');
    expect(stdout.split('\r\n')).toHaveLength(2502);
    const dated = await run(...of(), '-c', "select date '2026-02-01' as day, insert_datum from customers");
    expect(dated.stdout).toMatch(/^\{"day":"2026-02-01","insert_datum":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"\}\n$/);
  });

  test('changes nothing, and refuses two statements in one', async () => {
    for (const [text, message] of [
      ['delete from customers', /read-only transaction|cannot modify views/],
      ['create table t (id int)', /read-only transaction/],
      ['select 1; delete from customers', /multiple commands/],
      ['commit', /./],
    ] as const) {
      const { code, stdout } = await run(...of(), '-c', text, '-c', 'select count(*) as n from customers');
      if (text === 'commit') expect(stdout).toBe('{"n":1}\n');
      else expect([code, stdout]).toEqual([1, expect.stringMatching(message)]);
    }
    expect((await run(...of(), '-c', 'select count(*) as n from customers')).stdout).toBe('{"n":1}\n');
  });

  test('reports an error of the statement', async () => {
    const { code, json } = await run(...of(), '-c', 'select nothing from customers');
    expect([code, json.error.code]).toEqual([1, 'sql']);
    expect(json.error.message).toContain('column "nothing" does not exist');
    expect((await run('sql', '-c', 'select 1 as n from customers')).stderr).toContain('--org');
    const unknown = await run('sql', '--org', '2147483647', '-c', 'select 1 as n from customers');
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'unknown_organisation']);
  });
});
