/** Permissions of the service's role: all work on rows except changes of the audit log. */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RoleError } from '../../src/db/migrations/grants.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { databaseUrl } from '../support/postgres.ts';

const ROLE = `auditor_${process.pid}`;
const DENIED = '42501';

const { service, client } = setUpService();
let owner: pg.Client;
let role: pg.Client;
const url = () => databaseUrl({ ...service.connection, user: ROLE, password: 'geheim' });
beforeAll(async () => {
  owner = new pg.Client(service.connection);
  await owner.connect();
  await owner.query(`create role ${ROLE} login password 'geheim'`);
  await migrate(service.connection, { grantTo: ROLE });
  role = new pg.Client({ ...service.connection, user: ROLE, password: 'geheim' });
  await role.connect();
});
afterAll(async () => {
  await role?.end();
  await owner?.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner?.end();
});

const outcome = (text: string): Promise<string> =>
  role.query(text).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('the audit log', () => {
  test.each([
    ['select', 'select 1 from audit_entry limit 1', 'done'],
    [
      'insert',
      "insert into audit_entry (org_id, at, section, record_id, action, changes) values (1, now(), 's', 1, 'a', '{}')",
      'done',
    ],
    ['update', "update audit_entry set action = 'nothing'", DENIED],
    ['update of one column', 'update audit_entry set user_kid = null where id = 1', DENIED],
    ['delete', 'delete from audit_entry', DENIED],
    ['truncate', 'truncate audit_entry', DENIED],
    ['drop', 'drop table audit_entry', DENIED],
    [
      'a trigger',
      'create trigger t before insert on audit_entry execute function suppress_redundant_updates_trigger()',
      DENIED,
    ],
    ['a rule', 'create rule r as on insert to audit_entry do instead nothing', DENIED],
    ['alter', 'alter table audit_entry add column x int', DENIED],
    [
      'an upsert',
      "insert into audit_entry (org_id, id, at, section, record_id, action, changes) values (1, 1, now(), 's', 1, 'a', '{}') on conflict (org_id, id) do update set action = 'b'",
      DENIED,
    ],
    ['a reset of its sequence', "select setval('audit_entry_id_seq', 1)", DENIED],
    ['the list of applied migrations', 'delete from schema_migration', DENIED],
    ['a table of its own', 'create table mine (x int)', DENIED],
  ])('%s: %s', async (_, text, expected) => expect(await outcome(text)).toBe(expected));

  test('a grant to itself: nothing is granted', async () => {
    await outcome(`grant update on audit_entry to ${ROLE}`);
    expect(await outcome("update audit_entry set action = 'nothing'")).toBe(DENIED);
  });

  test('the service of the tests connects with this role and writes entries', async (context) => {
    const asService = new pg.Client(service.serviceConnection);
    await asService.connect();
    const { rows } = await asService.query(
      "select current_user::text as name, has_table_privilege('audit_entry', 'update') as able, rolsuper from pg_roles where rolname = current_user",
    );
    await asService.end();
    if (rows[0].name === service.connection.user) return context.skip('the given server has one role');
    expect(rows).toEqual([{ name: 'broker_service', able: false, rolsuper: false }]);
    const { kid } = (await client.post('/v3/customers', { name: 'Neu' })).body;
    const entries = await service.db.read(sql`select action from audit_entry where record_id = ${kid}`);
    expect(entries).toEqual([{ action: 'insert' }]);
  });
});

describe('commands with this role', () => {
  test('work; doctor lists the missing rights, and migrate finds nothing to do', async () => {
    const run = commandOn({ DATABASE_URL: url() });
    const doctor = await run('doctor');
    expect([doctor.code, doctor.json.ok]).toEqual([0, true]);
    expect(doctor.json.findings).toContainEqual({
      check: 'database role',
      ok: true,
      detail: `${ROLE} cannot change the audit log`,
    });
    expect((await run('migrate')).code).toBe(0);
    expect((await run('search', 'rebuild')).code).toBe(0);
    expect((await run('reprint', '--check')).code).toBe(0);
    expect((await commandOn({ DATABASE_URL: databaseUrl(service.connection) })('doctor')).json.findings).toContainEqual(
      expect.objectContaining({
        check: 'database role',
        ok: true,
        detail: expect.stringContaining('may change the audit log'),
      }),
    );
  });

  test('leave migrations to the owner, whose new tables are granted as before', async () => {
    const { rows } = await owner.query('delete from schema_migration where number = 12 returning name');
    const refused = await commandOn({ DATABASE_URL: url() })('org', 'list');
    expect([refused.code, refused.json.error.code]).toEqual([1, 'database']);
    expect(refused.json.error.message).toContain(
      `run "broker-crm migrate --grant-to ${ROLE}" with the DATABASE_URL of the role that owns the tables`,
    );
    await owner.query(
      'drop table webhook, webhook_delivery, webhook_budget; drop sequence webhook_id_seq, webhook_delivery_id_seq; create table made_later (x int)',
    );
    expect(await migrate(service.connection)).toEqual([rows[0].name]);
    expect(await outcome('select * from webhook')).toBe('done');
    expect(await outcome('insert into made_later values (1)')).toBe('done');
    expect(await outcome('select * from search_shares()')).toBe('done');
    await owner.query('drop table made_later');
  });

  test('name the option that grants, if nothing was granted', async () => {
    const later = `${ROLE}_later`;
    await owner.query(`create role ${later} login password 'geheim'`);
    try {
      const as = commandOn({ DATABASE_URL: databaseUrl({ ...service.connection, user: later, password: 'geheim' }) });
      expect((await as('org', 'list')).json.error.message).toMatch(
        new RegExp(`The role ${later} may not .*schema_migration.*"broker-crm migrate --grant-to ${later}"`),
      );
    } finally {
      await owner.query(`drop role ${later}`);
    }
  });

  test.each([
    ['that does not exist', 'nobody_at_all', 'There is no role'],
    ['that owns the tables', () => String(service.connection.user), 'owns the tables'],
  ])('refuse to grant to a role %s', async (_, name, message) => {
    const grantTo = typeof name === 'string' ? name : name();
    await expect(migrate(service.connection, { grantTo })).rejects.toThrow(message);
    await expect(migrate(service.connection, { grantTo })).rejects.toBeInstanceOf(RoleError);
    const run = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
    expect((await run('migrate', '--grant-to', grantTo)).json.error.code).toBe('unfit_role');
  });
});
