/** Every change of tokens, webhooks, settings and keys is in the audit log, in its own transaction (rules 8.2). */
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import * as field from '../../src/cli/commands/organisation/field.ts';
import * as organisations from '../../src/cli/commands/organisation/org.ts';
import * as token from '../../src/cli/commands/organisation/token.ts';
import * as webhook from '../../src/cli/commands/organisation/webhook.ts';
import type { CommandContext } from '../../src/cli/context/command-context.ts';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { createMailbox } from '../../src/operations/mailboxes/manage-mailboxes.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { addRelationTypes } from '../../src/operations/org-settings/custom-relation-types.ts';
import { accountRoutes } from '../../src/settings/routes/account.ts';
import { archiveRoutes } from '../../src/settings/routes/archive.ts';
import { settingsRoutes } from '../../src/settings/routes/index.ts';
import { sessionRoutes } from '../../src/settings/routes/session.ts';
import { userRoutes } from '../../src/settings/routes/users.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { createWebhook } from '../../src/webhooks/manage/manage-webhooks.ts';
import { type Needed, SECURITY_SETTINGS, type Way, ways } from '../support/audited-routes.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl } from '../support/postgres.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

const CHANGED = ['api_token', 'webhook', 'webhook_delivery', 'organisation', 'mailbox', 'mail_server', 'sso'];
/**
 * The log begins with the first of them, and is deleted with the second (test/api/delete-organisation.whole.test.ts); the
 * third has no entry.
 */
const ELSEWHERE: readonly string[] = ['org create', 'org delete', 'org export', 'org import', 'webhook test'];
/** Calls that change records, which other tests cover, and calls without a lasting change. */
const OF_RECORDS = { ...accountRoutes, ...archiveRoutes, ...sessionRoutes, ...userRoutes };
const OTHERS = /\/tags|\/test$|\/preview$|^\/sso\/(start|callback|code|proof)$/;
const LACKING = 'Say of each in test/support/audited-routes.ts what the audit log says of it';

let service: TestService;
let organisation: Organisation;
let admin: SettingsClient;
let run: ReturnType<typeof commandOn>;

const statement = (text: string) => service.db.transaction((tx) => tx.run(raw(text)));

beforeAll(async () => {
  const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  service = await startTestService({ env });
  organisation = await service.organisation();
  admin = await signIn(service.address, organisation.login);
  run = commandOn({ ...env, DATABASE_URL: databaseUrl(service.connection) });
  // The disk is full for one statement, or at the very end of a transaction.
  await statement(`create function no_more() returns trigger language plpgsql as $$
    begin raise exception 'no more' using errcode = '53100'; end $$`);
  await statement('create trigger no_entry before insert on audit_entry for each row execute function no_more()');
  await statement('alter table audit_entry disable trigger no_entry');
  for (const table of [...CHANGED, 'signing_key']) {
    await statement(`create constraint trigger no_commit after insert or update or delete on ${table}
      deferrable initially deferred for each row execute function no_more()`);
    await statement(`alter table ${table} disable trigger no_commit`);
  }
});
// The service logs the injected faults and nothing else.
afterAll(() =>
  expect(service.stop()).rejects.toThrow(/^The service logged errors:\n(service_unavailable [^\n]*\n?)+$/),
);

/** Creates the prerequisite of a call. @returns its number, and that of its webhook */
const arrange = async (needed: Needed | undefined): Promise<{ id: number; hook: number }> => {
  const { orgId, adminKid } = organisation;
  if (!needed) return { id: 0, hook: 0 };
  if (needed === 'two fields') {
    for (const name of ['ind_1', 'ind_2'])
      await setField(service.db, orgId, 'goals', { name, label: name, kind: 'int' });
    return { id: 0, hook: 0 };
  }
  if (needed === 'token') {
    const wish = { orgId, userKid: adminKid, name: 'A', scopes: [], expires: null, addresses: [] };
    return { id: (await service.db.transaction((tx) => createToken(tx, wish))).tokenId, hook: 0 };
  }
  if (needed === 'relation type') {
    const pair = { kreis: 1, name: `Art ${Math.random()}`, reverse: null };
    return { id: (await addRelationTypes(service.db, orgId, pair)).id, hook: 0 };
  }
  if (needed === 'mailbox') {
    const box = { host: 'imap.example.com', port: 993, tls: 'tls', username: 'a', folder: 'INBOX' } as const;
    const by = { orgId, author: { tokenId: null, userKid: adminKid, requestId: null } };
    const wish = { ...box, name: 'Büro', password: 'geheim', active: true };
    return { id: await createMailbox(service.db, by, wish), hook: 0 };
  }
  const reach = { allows: () => true, eventNames: eventNames(registry) };
  const wish = { url: 'http://127.0.0.1:1/', events: ['customers.insert'], headers: { 'X-Key': 'geheim' } };
  const { webhook_id: hook } = await createWebhook(service.db, reach, orgId, wish);
  const active = needed === 'active webhook';
  await service.db.transaction((tx) =>
    tx.run(sql`update webhook set released = true, active = ${active} where org_id = ${orgId} and id = ${hook}`),
  );
  if (needed === 'webhook' || active) return { id: hook, hook };
  const [delivery] = await service.db.transaction((tx) =>
    tx.run<{
      id: number;
    }>(sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
      values (${orgId}, ${hook}, gen_random_uuid(), 'customers.insert', now(), '{}', 'failed', now()) returning id`),
  );
  return { id: needed === 'delivery' ? (delivery?.id ?? 0) : hook, hook };
};

/** Makes a call or runs a command. @returns whether it succeeded, and its response */
const go = async ({ way, body }: Way, { id, hook }: { id: number; hook: number }) => {
  const line = way.replace('HOOK', String(hook)).replace('ID', String(id)).replace('ORG', String(organisation.orgId));
  const [method = '', path = ''] = line.split(' ');
  if (path.startsWith('/')) {
    const wish = way === 'POST /tokens' ? { ...(body as object), user_kid: organisation.adminKid } : body;
    const { password } = organisation.login;
    const text =
      wish === undefined ? '' : JSON.stringify(wish).replace('"ID"', String(id)).replace('PASSWORD', password);
    const sent = text ? JSON.parse(text) : undefined;
    const answered = await admin.send(method, path, sent);
    return { done: answered.status < 300, text: answered.text };
  }
  const { code, stdout } = await run(...line.split(' '));
  return { done: code === 0, text: stdout };
};

/** All that the ways change, as one text. */
const state = async (): Promise<string> => {
  const { orgId } = organisation;
  const all = CHANGED.map((table) =>
    service.db.read<{ digest: string }>(
      sql`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${raw(table)} t where t.org_id = ${orgId}`,
    ),
  );
  const keys = service.db.read(sql`select kid, retired_at::text from signing_key order by kid`);
  return JSON.stringify(await Promise.all([...all, keys]));
};

interface Entry {
  readonly id: number;
  readonly section: string;
  readonly action: string;
  readonly user_kid: number | null;
  readonly token_id: number | null;
  readonly via: string | null;
  readonly security: boolean;
  readonly request_id: string | null;
  readonly changes: string;
}

/** Entries after the first ones: nodes of a cluster number theirs from different starts. */
const entriesAfter = async (count: number): Promise<Entry[]> => {
  const all = await service.db.read<Entry>(
    sql`select id, section, action, user_kid, token_id, via, security, request_id, changes
      from audit_entry where org_id = ${organisation.orgId} order by at, id`,
  );
  return all.slice(count);
};
const countEntries = async (): Promise<number> => (await entriesAfter(0)).length;

/** While `table` takes nothing, a way is refused and leaves nothing behind, neither its change nor its entry. */
const expectUndone = async (
  way: Way,
  ids: { id: number; hook: number },
  trigger: string,
  tables: readonly string[],
) => {
  const [before, count] = [await state(), await countEntries()];
  for (const table of tables) await statement(`alter table ${table} enable trigger ${trigger}`);
  const { done, text } = await go(way, ids);
  for (const table of tables) await statement(`alter table ${table} disable trigger ${trigger}`);
  expect(done, `${trigger}: ${text}`).toBe(false);
  expect(text).toContain('service_unavailable');
  expect(await state()).toBe(before);
  expect(await entriesAfter(count)).toEqual([]);
};

test.each(ways)('$way writes $noted in the transaction of the change', async (way) => {
  const ids = await arrange(way.needs);
  await expectUndone(way, ids, 'no_entry', ['audit_entry']);
  await expectUndone(way, ids, 'no_commit', [...CHANGED, 'signing_key']);
  const [before, count] = [await state(), await countEntries()];
  const { done, text } = await go(way, ids);
  expect(done, text).toBe(true);
  expect(await state()).not.toBe(before);
  const [entry, ...more] = await entriesAfter(count);
  expect(more).toEqual([]);
  const { section = '', action = '', changes = '{}' } = entry ?? {};
  expect(`${section} ${action}`).toBe(way.noted);
  const names = Object.keys(JSON.parse(changes)).map((name) => name.replace(/(?<=relation_types\.)\d+/, '*'));
  expect(names.sort()).toEqual([...way.changes].sort());
  const bySession = way.way.includes(' /');
  expect(entry).toMatchObject({
    user_kid: bySession ? organisation.adminKid : null,
    via: bySession ? null : 'command',
    token_id: null,
    security: section !== 'settings' || SECURITY_SETTINGS.includes(action),
  });
  if (bySession) expect(entry?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(changes).not.toMatch(/geheim|whsec_|eyJ/);
});

describe('the table of routes and commands is complete', () => {
  test('for the settings API', () => {
    const all = settingsRoutes.filter(({ name }) => !(name in OF_RECORDS));
    const writes = all.filter(({ method, path }) => method !== 'GET' && !OTHERS.test(path));
    const pattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    const missing = writes.filter(
      ({ method, path }) =>
        !ways.some(({ way }) => way.startsWith(`${method} /`) && pattern(path).test(way.split(' ')[1] ?? '')),
    );
    expect(
      missing.map(({ method, path }) => `${method} ${path}`),
      LACKING,
    ).toEqual([]);
    expect(writes.length).toBeGreaterThan(20);
  });

  test('for the commands', () => {
    const program = new Command();
    for (const room of [token, webhook, field, organisations]) room.register(program, {} as CommandContext);
    const all = program.commands.flatMap((group) => group.commands.map((one) => `${group.name()} ${one.name()}`));
    const writes = all.filter((name) => !ELSEWHERE.includes(name) && !/ (list|deliveries)$/.test(name));
    expect(
      writes.filter((name) => !ways.some(({ way }) => way.startsWith(name))),
      LACKING,
    ).toEqual([]);
    expect(writes.length).toBeGreaterThan(15);
  });
});

test('a call that changes nothing writes no entry', async () => {
  const { id } = await arrange('token');
  const { id: hook } = await arrange('webhook');
  const count = await countEntries();
  expect((await admin.send('PATCH', `/tokens/${id}`, { name: 'A' })).status).toBe(200);
  expect((await admin.send('PATCH', `/webhooks/${hook}`, { headers: { 'X-Key': '********' } })).status).toBe(200);
  expect((await admin.send('POST', `/webhooks/${hook}/deactivate`)).status).toBe(200);
  expect(await entriesAfter(count)).toEqual([]);
});

test('the log of a new organisation begins with its creation, and a rotated key is in the log of each organisation', async () => {
  const { json } = await run(
    'org',
    'create',
    '--name',
    'Neu',
    '--admin-email',
    'neu@example.com',
    '--plan',
    'licenses=3',
  );
  const list = async (...options: string[]) =>
    (await run('audit', 'list', '--org', String(json.org_id), ...options)).json;
  const [first, second] = await list();
  expect(first).toMatchObject({ section: 'settings', action: 'organisation', via: 'command', security: true });
  expect(first.changes).toMatchObject({ name: [null, 'Neu'], 'plan.licenses': [null, 3] });
  expect(second).toMatchObject({ section: 'users', action: 'insert', via: 'command' });
  await run('key', 'rotate');
  expect((await list('--security')).at(-1)).toMatchObject({ action: 'rotate-key', via: 'command' });
});

test('the filter "security" of settings and command shows exactly these entries', async () => {
  const all = (await admin.get('/audit?limit=500')).body.items;
  const { items } = (await admin.get('/audit?security=true&limit=500')).body;
  expect(items).toEqual(all.filter((one: Entry) => one.security));
  expect(items.length).toBeGreaterThan(20);
  expect(all.some((one: Entry) => one.action === 'field')).toBe(true);
  const { json } = await run('audit', 'list', '--org', String(organisation.orgId), '--security');
  expect(json.reverse()).toEqual(items);
});
