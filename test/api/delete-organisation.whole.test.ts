/**
 * `broker-crm org delete` deletes all rows and files of an organisation and none of others, also after interruptions
 * (docs/decisions/0043).
 */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { changeOrganisation, listOrganisations } from '../../src/access/organisations/manage-organisations.ts';
import { rotateSigningKey } from '../../src/access/tokens/signing-keys.ts';
import { progressOf } from '../../src/cli/context/create-demo.ts';
import { COMMAND } from '../../src/db/audit-entry.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { referencingFirst } from '../../src/db/tenant/tenant-tables.ts';
import { createDiskStore } from '../../src/files/disk-store.ts';
import { fileStores } from '../../src/files/object-store.ts';
import { type DeletionProgress, deleteOrganisation } from '../../src/operations/organisation/delete-organisation.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { signIn } from '../support/browser-session.ts';
import { fillLists, MANY } from '../support/bulk-rows.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { fillEachTable, tablesWithOrganisation } from '../support/row-of-each-table.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

/** Session limits that an operator may set; the last one exists since PostgreSQL 17. */
const boundsOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    "select name from pg_settings where name in ('statement_timeout', 'transaction_timeout')",
  );
  return rows.map(({ name }) => name);
};

const SILENT: DeletionProgress = { removed: () => undefined, waits: () => undefined };
const SOON_MS = 100;

let folder: string;
let service: TestService;
let run: (...args: string[]) => Promise<Ran>;
let tables: readonly string[];
/** The one that stays. */
let other: Organisation;

beforeAll(async () => {
  folder = await makeFolder('delete-organisation');
  // Rows that a test makes of nothing print as nothing.
  service = await startTestService({ env: { DATA_DIR: folder }, printedOtherwise: true });
  run = commandOn({ DATABASE_URL: databaseUrl(service.connection), DATA_DIR: folder });
  tables = await tablesWithOrganisation(service.db);
  other = (await filled()).organisation;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const nameOf = async (orgId: number): Promise<string> =>
  (await listOrganisations(service.db)).find(({ org_id }) => org_id === orgId)?.name ?? '';

/** An organisation with records, files and a row in each table; users name each other as who looks after them. */
async function filled(): Promise<{ organisation: Organisation; client: Client; kid: number }> {
  const organisation = await service.organisation();
  const { orgId, adminKid } = organisation;
  const client = await organisation.client();
  const { kid } = (await client.post('/v3/customers', { name: 'Muster', betreuer: adminKid })).body;
  await client.post(`/v3/customers/${kid}/addresses`, { strasse: 'Am Markt 1' });
  for (const text of ['eins', 'zwei'])
    await client.post(`/v3/customers/${kid}/documents`, { name: `${text}.txt`, base64: btoa(`${text} ${orgId}`) });
  await service.db.transaction((tx) =>
    tx.run(sql`update contact set betreuer = ${kid} where org_id = ${orgId} and id = ${adminKid}`),
  );
  await fillEachTable(service.db, orgId);
  return { organisation, client, kid };
}

const end = (orgId: number) => changeOrganisation(service.db, orgId, { contract: 'inactive' });

const stores = () => fileStores([createDiskStore(pathOf(folder, 'files'))]);

const remove = async (orgId: number, told = SILENT, db: Database = service.db) =>
  deleteOrganisation(db, stores(), orgId, await nameOf(orgId), COMMAND, told, SOON_MS);

/** How many rows of an organisation each table has. */
const rowsOf = async (orgId: number): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await service.db.read<{ n: number }>(
      sql`select count(*)::int as n from ${raw(table)} where org_id = ${orgId}`,
    );
    counts[table] = row?.n ?? 0;
  }
  return counts;
};
const nothing = () => Object.fromEntries(tables.map((table) => [table, 0]));

/** All rows of an organisation, by table. */
const digest = async (orgId: number): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await service.db.read<{ digest: string }>(
      sql`select count(*) || md5(string_agg(t::text, '|' order by t::text)) as digest from ${raw(table)} t where t.org_id = ${orgId}`,
    );
    found[table] = row?.digest ?? '';
  }
  return found;
};

/** Of how many organisations `doctor` finds wrong counters: rows that a test makes of nothing are counted nowhere. */
const miscounted = async (): Promise<number> => {
  const { findings } = (await run('doctor')).json as { findings: { check: string; detail: string }[] };
  const { detail = '' } = findings.find(({ check }) => check === 'counters') ?? {};
  return [...detail.matchAll(/ in (\d+) organisations/g)].reduce((sum, [, n]) => sum + Number(n), 0);
};

const filesOf = async (orgId: number): Promise<number> =>
  (await readdir(pathOf(folder, 'files', String(orgId))).catch(() => [])).length;

describe('refused deletions change nothing', () => {
  let orgId: number;
  beforeAll(async () => {
    ({ orgId } = await service.organisation());
  });

  const refusal = async (...options: string[]) => {
    const { code, json } = await run('org', 'delete', ...options);
    return [code, json.error.code, json.error.message];
  };

  test('of an unknown organisation', async () => {
    expect(await refusal('999999', '--confirm', 'x')).toEqual([
      1,
      'unknown_organisation',
      'There is no organisation 999999; see: broker-crm org list',
    ]);
  });

  test('of an organisation with an active contract; the error names the way to end it', async () => {
    const [code, error, message] = await refusal(String(orgId), '--confirm', await nameOf(orgId));
    expect([code, error]).toEqual([1, 'contract_active']);
    expect(message).toContain(`broker-crm org set ${orgId} --contract inactive`);
  });

  test('without its exact name, with the option as a shell takes it', async () => {
    await changeOrganisation(service.db, orgId, { name: "Müller's Büro", contract: 'inactive' });
    for (const options of [[], ['--confirm', "müller's büro"], ['--confirm', '']]) {
      const [code, error, message] = await refusal(String(orgId), ...options);
      expect([code, error]).toEqual([1, 'not_confirmed']);
      expect(message).toContain(`--confirm 'Müller'\\''s Büro'`);
    }
  });

  test('as the role of the service, which may not remove entries of the log', async () => {
    if (!inject('service').user) return;
    await expect(remove(orgId, SILENT, service.asService)).rejects.toMatchObject({
      error: 'unfit_role',
      message: expect.stringContaining('audit_entry'),
    });
  });

  test('while a store of its files is not configured', async () => {
    const { orgId, kid } = await withFileElsewhere();
    await end(orgId);
    await expect(remove(orgId)).rejects.toMatchObject({
      error: 'files_unreachable',
      message: expect.stringContaining('S3_BUCKET'),
    });
    expect((await rowsOf(orgId)).document).toBe(2);
    expect(kid).toBeGreaterThan(0);
  });

  afterAll(async () => {
    const [row] = await service.db.read(
      sql`select 1 from organisation where org_id = ${orgId} and deletion_began_at is null`,
    );
    expect(row).toBeDefined();
  });
});

const withFileElsewhere = async () => {
  const { organisation, kid } = await filled();
  const { orgId } = organisation;
  await service.db.transaction((tx) => tx.run(sql`update document set aws = 1 where org_id = ${orgId}`));
  return { orgId, kid };
};

describe('a deletion', () => {
  let organisation: Organisation;
  let orgId: number;
  let client: Client;
  let untouched: Record<string, string>;
  beforeEach(async () => {
    ({ organisation, client } = await filled());
    ({ orgId } = organisation);
    untouched = await digest(other.orgId);
  });

  const expectGone = async (): Promise<void> => {
    expect(await rowsOf(orgId)).toEqual(nothing());
    expect(await filesOf(orgId)).toBe(0);
    expect(await digest(other.orgId)).toEqual(untouched);
    expect(await filesOf(other.orgId)).toBeGreaterThan(0);
  };

  test('leaves no row and no file of the organisation, and does not change another organisation', async () => {
    const before = await rowsOf(orgId);
    expect(Object.entries(before).filter(([, n]) => n === 0)).toEqual([]);
    expect(await filesOf(orgId)).toBe(2);
    await end(orgId);
    const { tables: removed, files, bytes, name } = await remove(orgId);
    await expectGone();
    expect(name).toMatch(/^Test \d+$/);
    expect([files, bytes]).toEqual([2, 2 * `eins ${orgId}`.length]);
    // The entries of the contract's end and of the mark came on top, the row of the organisation itself is not counted.
    const { organisation: _row, ...counted } = before;
    expect(removed).toEqual({ ...counted, audit_entry: (before.audit_entry ?? 0) + 2 });
    expect((await client.get('/v3/customers')).error).toBe('token_not_found');
  });

  test('is deleted in portions, and reports its progress', async () => {
    const hook = 1;
    await fillLists(service, organisation, hook);
    await end(orgId);
    const said: [string, number, boolean, number?][] = [];
    await remove(orgId, { ...SILENT, removed: (...one) => said.push(one) });
    const deliveries = said.filter(([what]) => what === 'webhook_delivery');
    expect(deliveries.length).toBeGreaterThan(4);
    expect(deliveries.at(-1)).toEqual(['webhook_delivery', MANY.deliveries + 1, true]);
    const all = new Set(deliveries.slice(0, -1).map(([, , , rows]) => rows));
    expect([...all]).toEqual([MANY.deliveries + 1]);
    await expectGone();
  });

  test('needs only rights to the rows, and has no time limit', async () => {
    if (inject('nodes').length > 1) return;
    const role = `remover_${randomBytes(4).toString('hex')}`;
    const password = randomBytes(8).toString('hex');
    const client = new pg.Client(service.connection);
    await client.connect();
    await client.query(`create role ${role} login password '${password}'`);
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
    await client.query(`grant usage on all sequences in schema public to ${role}`);
    for (const bound of await boundsOf(client)) await client.query(`alter role ${role} set ${bound} = '3s'`);
    await client.query(`create function take_time() returns trigger language plpgsql as
      $$ begin perform pg_sleep(3.5); return null; end $$`);
    await client.query('create trigger slow after delete on goal execute function take_time()');
    const db = connect({ connection: { ...service.connection, user: role, password }, lanes: 1, writers: 2 });
    try {
      await fillLists(service, organisation, 1);
      // The first and the last of several chunks reference each other.
      await service.db.transaction((tx) =>
        tx.run(sql`update contact
          set betreuer = case id when e.first then e.last else e.first end
          from (select min(id) as first, max(id) as last from contact where org_id = ${orgId} and id < 900000000) e
          where org_id = ${orgId} and id in (e.first, e.last)`),
      );
      await end(orgId);
      await remove(orgId, SILENT, db);
      await expectGone();
    } finally {
      await db.close();
      await client.query('drop function take_time cascade');
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
      await client.end();
    }
  });

  test('that is interrupted stays inaccessible, and continues', async () => {
    const before = await miscounted();
    const session = await signIn(service.address, organisation.login);
    expect((await session.get('/organisation')).status).toBe(200);
    await end(orgId);
    const confirmed = await nameOf(orgId);
    const atContact = (what: string): void => {
      if (what === 'change') throw new Error('broken off');
    };
    await expect(remove(orgId, { ...SILENT, removed: atContact })).rejects.toThrow('broken off');
    const [left, kept] = [await rowsOf(orgId), await digest(orgId)];
    expect([left.organisation, left.api_token, left.session, left.credential, left.webhook]).toEqual([1, 0, 0, 0, 0]);
    expect(left.contact).toBeGreaterThan(0);

    // Sign-ins and tokens are refused, and attempts leave no rows.
    expect((await client.get('/v3/customers')).error).toBe('token_not_found');
    expect((await session.get('/organisation')).status).toBe(401);
    expect(
      (
        await service.ask(
          'POST',
          '/settings/api/session',
          { 'content-type': 'application/json' },
          JSON.stringify(organisation.login),
        )
      ).status,
    ).toBe(401);

    // The operator sees it, and other commands pass it over.
    const listed = (await run('org', 'list')).json.find((one: { org_id: number }) => one.org_id === orgId);
    expect(listed.deletion_began_at).toMatch(/^\d{4}-/);
    for (const line of [
      `org set ${orgId} --contract active`,
      `org set ${orgId} --billing-company Nord`,
      `token create --org ${orgId} --name A --scopes all`,
      `webhook create --org ${orgId} --url https://example.com/ --events none`,
      `field list --org ${orgId}`,
      `inbox list --org ${orgId}`,
      `audit list --org ${orgId}`,
      `reprint --org ${orgId}`,
    ])
      expect([line, (await run(...line.split(' '))).json.error?.code]).toEqual([line, 'unknown_organisation']);
    for (const line of ['reprint --check', 'search rebuild']) {
      const { json } = await run(...line.split(' '));
      expect(JSON.stringify(json)).not.toContain(`"org_id":${orgId},`);
    }
    await service.db.transaction((tx) => rotateSigningKey(tx));
    expect(await miscounted()).toBeLessThan(before);
    expect(await digest(orgId)).toEqual(kept);

    untouched = await digest(other.orgId);
    const { tables: removed } = await deleteOrganisation(
      service.db,
      stores(),
      orgId,
      confirmed,
      COMMAND,
      SILENT,
      SOON_MS,
    );
    expect(Object.keys(removed)).not.toContain('api_token');
    await expectGone();
    await expect(remove(orgId)).rejects.toMatchObject({ error: 'unknown_organisation' });
  });

  test('deletes rows of a transaction that began before', async () => {
    await end(orgId);
    const late = new pg.Client(service.connection);
    await late.connect();
    try {
      await late.query('begin');
      await late.query(`insert into tag (org_id, id, tag, printed) values (${orgId}, 900001, 'spät', '{}')`);
      let over = false;
      const deletion = remove(orgId).finally(() => {
        over = true;
      });
      await expect.poll(async () => (await rowsOf(orgId)).contact).toBe(0);
      await new Promise((done) => setTimeout(done, 10 * SOON_MS));
      expect(over).toBe(false);
      await late.query('commit');
      await deletion;
    } finally {
      await late.end();
    }
    await expectGone();
  });
});

test('a start after the deletion of all organisations creates no demo data', async () => {
  const all = (await listOrganisations(service.db)).map(({ org_id }) => org_id);
  const counted = { read: async () => [{ organisations: 0, demos: 0, tokens: true }] } as unknown as Database;
  expect(all.length).toBeGreaterThan(0);
  expect(await progressOf(counted)).toBe('used');
});

test('tables that reference each other are refused', () => {
  const table = (name: string, names: readonly string[]) => ({ name, names, key: [], own: [], mayDelete: true });
  expect(referencingFirst([table('a', []), table('b', ['a']), table('c', ['b', 'a'])]).map(({ name }) => name)).toEqual(
    ['c', 'b', 'a'],
  );
  expect(() => referencingFirst([table('a', ['b']), table('b', ['a'])])).toThrow('Tables name each other: a, b');
});
