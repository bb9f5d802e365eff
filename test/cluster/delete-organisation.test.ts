/** Rows of an organisation are deleted on its node, as the coordinator requested. */
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { commandOn } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { startTestService, type TestService } from '../support/service.ts';

let folder: string;
let service: TestService;
let coordinator: pg.Client;

beforeAll(async () => {
  folder = await makeFolder('delete-organisation');
  service = await startTestService({ env: { DATA_DIR: folder } });
  coordinator = new pg.Client(service.connection);
  await coordinator.connect();
});
afterAll(async () => {
  await coordinator?.end();
  await service?.stop();
  await rm(folder, { recursive: true });
});

test('an organisation is deleted without a time limit and without foreign-key checks', async () => {
  const { orgId, client } = await service
    .organisation()
    .then(async (made) => ({ ...made, client: await made.client() }));
  const { kid } = (await client.post('/v3/customers', { name: 'Muster' })).body;
  expect((await client.post('/v3/goals', { kid, subject: 'Haus' })).status).toBe(201);
  await changeOrganisation(service.db, orgId, { contract: 'inactive' });
  await coordinator.query(`create function requires_terms() returns trigger language plpgsql as $$ begin
    if concat(current_setting('session_replication_role'), ' ', current_setting('statement_timeout')) <> 'replica 0' then
      raise exception '% %', current_setting('session_replication_role'), current_setting('statement_timeout');
    end if;
    return old;
  end $$`);
  const onShards = (text: string) =>
    coordinator.query('select * from run_command_on_shards($1, $2) where not success', ['goal', text]);
  for (const text of [
    'create trigger terms before delete on %s for each row execute function requires_terms()',
    'alter table %s enable always trigger terms',
  ])
    expect((await onShards(text)).rows).toEqual([]);
  // A process of its own, which asks the coordinator until it knows the nodes.
  const run = commandOn({ DATABASE_URL: databaseUrl(service.connection), DATA_DIR: folder });
  const { rows } = await coordinator.query('select name from organisation where org_id = $1', [orgId]);
  const { code, json, stderr } = await run('org', 'delete', String(orgId), '--confirm', rows[0].name);
  expect(code, stderr).toBe(0);
  expect(json.tables).toMatchObject({ goal: 1, contact: 2 });
});
