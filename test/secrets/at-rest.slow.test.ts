/** Secrets are encrypted in the database, of every kind and by every writer (docs/decisions/0009). */
import { TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestSigningKey } from '../../src/access/tokens/signing-keys.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { createKeyRing, keyIdIn, keyIdOfKey, newKey } from '../../src/db/encryption/key-ring.ts';
import { registry } from '../../src/model/registry.ts';
import { encryptSecrets, secretsByKey } from '../../src/operations/secrets/encrypt-secrets.ts';
import { MissingKeys, prepareSecrets } from '../../src/operations/secrets/key-registry.ts';
import { secretColumns } from '../../src/operations/secrets/secret-columns.ts';
import { confirmSecret, consumeCode, proposeSecret } from '../../src/settings/sign-in/second-factor.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

const columns = secretColumns(registry);

/** Tables that contain a text in any column. */
const tablesHolding = async (db: Database, text: string): Promise<string[]> => {
  const tables = await db.read<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.queryLong(sql`select 1 from ${raw(name)} t where strpos(t::text, ${text}) > 0 limit 1`);
    if (rows.length) found.push(name);
  }
  return found;
};

test('the columns are those of webhooks, mail servers, issuers and sign-ins, and every field that is declared as a secret', () => {
  expect(columns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
    'credential.totp_pending',
    'credential.totp_secret',
    'mail_server.password',
    'mailbox.password',
    'portal.pass',
    'signing_key.secret',
    'sso.client_secret',
    'webhook.headers',
    'webhook.old_secret',
    'webhook.secret',
  ]);
});

describe('a service', () => {
  let service: TestService;
  let organisation: Organisation;
  let client: Client;
  let admin: SettingsClient;
  let run: ReturnType<typeof commandOn>;
  beforeAll(async () => {
    service = await startTestService();
    organisation = await service.organisation();
    client = await organisation.client();
    admin = await signIn(service.address, organisation.login);
    run = commandOn({ DATABASE_URL: databaseUrl(service.serviceConnection) });
  });
  afterAll(() => service.stop());

  test('writes nothing at a start where its key is recorded, as a write would need every node of a cluster', async () => {
    await prepareSecrets(service.db, columns);
    const client = new pg.Client(service.connection);
    await client.connect();
    try {
      await client.query(`create function refuse_writes() returns trigger language plpgsql as
        $$ begin raise exception 'Somebody writes'; end $$`);
      // Of statements: one that inserts nothing fires it too.
      await client.query(`create trigger refused before insert or update or delete on secrets_key
        for each statement execute function refuse_writes()`);
      expect(await prepareSecrets(service.db, columns)).toBe(0);
    } finally {
      await client.query('drop function refuse_writes cascade');
      await client.end();
    }
  });

  test('stores no secret in clear in any table, and works with all of them', async () => {
    const planted: string[] = [];
    const partner = (await client.post('/v3/products', { name: 'P' })).body.id;
    const portal = await client.post(`/v3/products/${partner}/portals`, { name: 'x', pass: 'Portal-Geheimnis-1' });
    expect(portal.status).toBe(201);
    await client.patch(`/v3/portals/${portal.body.id}`, { pass: 'Portal-Geheimnis-2' });
    planted.push('Portal-Geheimnis-1', 'Portal-Geheimnis-2');

    const hook = {
      url: 'https://example.com/hook',
      events: ['portals.update'],
      headers: { 'x-api-key': 'Kopf-Geheimnis-1' },
    };
    const { body: made } = await admin.send('POST', '/webhooks', hook);
    const at = `/webhooks/${made.webhook_id}`;
    expect((await admin.send('PATCH', at, { headers: { 'x-api-key': 'Kopf-Geheimnis-2' } })).status).toBe(200);
    const rotated = (await admin.send('POST', `${at}/rotate-secret`)).body.secret;
    planted.push('Kopf-Geheimnis', made.secret.slice(6), rotated.slice(6));

    const { orgId, adminKid, login } = organisation;
    const inOne = service.db.transaction;
    const { secret } = await inOne((tx) => proposeSecret(tx, orgId, adminKid, login.email));
    const code = new TOTP({ secret }).generate();
    expect(await inOne((tx) => confirmSecret(tx, orgId, adminKid, code, Date.now()))).toBe(true);
    const later = Date.now() + 30_000;
    const next = new TOTP({ secret }).generate({ timestamp: later });
    expect(await inOne((tx) => consumeCode(tx, orgId, adminKid, next, later))).toBe('code');
    planted.push(secret, (await inOne((tx) => proposeSecret(tx, orgId, adminKid, login.email))).secret);
    const key = await service.db.transaction((tx) => newestSigningKey(tx));
    planted.push(key.secret.export().toString('base64url'));

    for (const text of planted) {
      expect(text?.length).toBeGreaterThan(13);
      expect(await tablesHolding(service.db, text)).toEqual([]);
    }
    // The search finds a text that is stored in clear.
    expect(await tablesHolding(service.db, 'https://example.com/hook')).toContain('webhook');
    const counts = await secretsByKey(service.db, columns);
    expect(Object.keys(counts)).toEqual([keyIdOfKey(SECRETS_KEY)]);
  });

  test('a missing or wrong key is refused, with the setting and how to create one', async () => {
    expect((await run('org', 'list')).code).toBe(0);
    const url = { DATABASE_URL: databaseUrl(service.serviceConnection) };
    const missing = await commandOn({ ...url, SECRETS_KEY: '' })('org', 'list');
    expect([missing.code, missing.json.error.code]).toEqual([1, 'secrets_key_missing']);
    expect(missing.json.error.message).toMatch(/secrets\.key is missing.*put it back.*SECRETS_KEY/);
    expect(missing.json.error.message).toContain(keyIdOfKey(SECRETS_KEY));
    const unset = await commandOn({ ...url, SECRETS_KEY: '', S3_BUCKET: 'inhalte' })('org', 'list');
    expect([unset.code, unset.json.error.code]).toEqual([1, 'secrets_key_missing']);
    expect(unset.json.error.message).toMatch(/^SECRETS_KEY is not set.*openssl rand -base64 32/);
    const wrong = commandOn({ ...url, SECRETS_KEY: newKey() });
    const refused = await wrong('org', 'list');
    expect([refused.code, refused.json.error.code]).toEqual([1, 'secrets_key_wrong']);
    expect(refused.json.error.message).toContain(keyIdOfKey(SECRETS_KEY));
    const sick = await wrong('doctor');
    expect(sick.code).toBe(1);
    expect(sick.json.findings.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
      { check: 'key of the secrets', ok: false, detail: expect.stringContaining(keyIdOfKey(SECRETS_KEY)) },
    ]);
    const short = await commandOn({ ...url, SECRETS_KEY: 'geheim' })('org', 'list');
    expect(short.json.error.message).toMatch(/^SECRETS_KEY: the given value is not valid/);
    expect(short.stdout).not.toContain('geheim');
  });

  test('takes a new key while it runs: no secret is lost, and the old key is no longer needed', async () => {
    const url = { DATABASE_URL: databaseUrl(service.serviceConnection) };
    expect((await run('secrets', 'rotate')).json.error.code).toBe('nothing_to_rotate');
    const next = (await run('secrets', 'key')).json.key as string;
    const both = commandOn({ ...url, SECRETS_KEY: `${next},${SECRETS_KEY}` });
    const before = (await both('secrets', 'status')).json;
    expect(before.clear).toBe(0);
    expect(before.keys.map(({ id, encrypts }: { id: string; encrypts: boolean }) => [id, encrypts])).toEqual([
      [keyIdOfKey(next), true],
      [keyIdOfKey(SECRETS_KEY), false],
    ]);
    const rotated = await both('secrets', 'rotate');
    expect(rotated.json).toEqual({
      key: keyIdOfKey(next),
      secrets: before.keys[1].secrets,
      older: [keyIdOfKey(SECRETS_KEY)],
    });
    const all = before.keys[1].secrets;
    expect(rotated.stderr).toContain(`${all} of ${all} secrets\n`);
    // A renewed row is not locked a second time.
    const once = sql`select xmax::text = '0' or xmax = xmin as once from webhook where headers <> '{}'`;
    expect(await service.db.read(once)).toEqual([{ once: true }]);
    const alone = commandOn({ ...url, SECRETS_KEY: next });
    expect((await alone('doctor')).code).toBe(0);
    expect(
      (await alone('token', 'create', '--org', String(organisation.orgId), '--name', 'x', '--scopes', 'none')).code,
    ).toBe(0);
    expect((await run('org', 'list')).json.error.code).toBe('secrets_key_wrong');
    // A changed value blocks the end of a rotation, which names its place and the fixes.
    const turned = sql`update portal set pass = left(pass, -22) || reverse(right(pass, 22)) where pass <> ''`;
    const turn = () => service.db.transaction((tx) => tx.run(turned));
    await turn();
    const back = commandOn({ ...url, SECRETS_KEY: `${SECRETS_KEY},${next}` });
    const stuck = (await back('secrets', 'rotate')).json.error;
    expect(stuck.code).toBe('secret_unreadable');
    expect(stuck.message).toMatch(
      new RegExp(
        `^portal\\.pass of row \\d+ in organisation ${organisation.orgId} was changed .*restore --at.*A secret that cannot be opened`,
      ),
    );
    await turn();
    const [{ secrets: done }] = (await back('secrets', 'status')).json.keys;
    // And back, for the service of this file.
    expect(done + (await back('secrets', 'rotate')).json.secrets).toBe(all);
    expect((await client.get('/v3/customers')).status).toBe(200);
  });
});

test('a lost key: its secrets are emptied after a warning and with an audit entry, and the service continues', async () => {
  const service = await startTestService();
  try {
    const { orgId, adminKid, login, ...organisation } = await service.organisation();
    const other = await service.organisation();
    const client = await organisation.client();
    const admin = await signIn(service.address, login);
    const { id: partner } = (await client.post('/v3/products', { name: 'P' })).body;
    const { id: portal } = (await client.post(`/v3/products/${partner}/portals`, { name: 'x', pass: 'Geheim' })).body;
    const hook = { url: 'https://example.com/hook', events: [], headers: { 'x-api-key': 'Kopf' } };
    const { webhook_id: webhook } = (await admin.send('POST', '/webhooks', hook)).body;
    await service.db.transaction(async (tx) => {
      const { secret } = await proposeSecret(tx, orgId, adminKid, login.email);
      await confirmSecret(tx, orgId, adminKid, new TOTP({ secret }).generate(), Date.now());
      await tx.run(sql`insert into recovery_code (org_id, kid, id) values (${orgId}, ${adminKid}, 'x')`);
    });

    const DATABASE_URL = databaseUrl(service.serviceConnection);
    const key = newKey();
    expect((await commandOn({ DATABASE_URL })('secrets', 'discard')).json.error.code).toBe('nothing_to_discard');
    const run = commandOn({ DATABASE_URL, SECRETS_KEY: key });
    const asked = await run('secrets', 'discard');
    expect([asked.code, asked.json.error.code]).toEqual([1, 'confirmation_required']);
    for (const name of ['signing_key.secret 1', 'webhook.secret 1', 'portal.pass 1', 'of 1 organisations', '--yes'])
      expect(asked.json.error.message).toContain(name);
    expect((await client.get('/v3/customers')).status, 'nothing is lost yet').toBe(200);

    const done = await run('secrets', 'discard', '--yes');
    expect([done.code, done.json?.key, done.json?.lost_keys], done.stderr).toEqual([
      0,
      keyIdOfKey(key),
      [keyIdOfKey(SECRETS_KEY)],
    ]);
    expect((await run('secrets', 'discard', '--yes')).json.error.code).toBe('nothing_to_discard');
    expect((await run('doctor')).code).toBe(0);
    expect((await run('reprint', '--check')).code).toBe(0);
    const own = ['credential.totp_secret', 'portal.pass', 'signing_key.secret', 'webhook.headers', 'webhook.secret'];
    for (const [org, columns] of [
      [orgId, own],
      [other.orgId, ['signing_key.secret']],
    ] as const) {
      const entries = (await run('audit', 'list', '--org', String(org), '--security')).json;
      const entry = entries.find(({ action }: { action: string }) => action === 'discard-secrets');
      expect(Object.keys(entry.changes).sort()).toEqual(columns);
    }

    const hooks = (await run('webhook', 'list', '--org', String(orgId))).json;
    expect(hooks).toMatchObject([{ webhook_id: webhook, active: false }]);
    expect((await run('webhook', 'rotate-secret', String(webhook))).json.secret).toMatch(/^whsec_/);
    const left = connect({ connection: service.connection, keyRing: createKeyRing(() => [key]) });
    const [row] = await left.read(sql`select pass, printed::jsonb->'pass' as printed from portal where id = ${portal}`);
    expect(row).toEqual({ pass: null, printed: 'null' });
    expect(await left.read(sql`select 1 from recovery_code`)).toEqual([]);
    expect(Object.keys(await secretsByKey(left, columns))).toEqual([keyIdOfKey(key)]);
    await left.close();
    expect((await run('token', 'create', '--org', String(orgId), '--name', 'x', '--scopes', 'none')).code).toBe(0);
  } finally {
    await service.stop();
  }
});

describe('a database of an older version', () => {
  let made: TestDatabase;
  let db: Database;
  const keys = [newKey()];
  const ORG = 7;
  const PORTALS = 1100;
  beforeAll(async () => {
    made = await testDatabase();
    db = connect({ connection: made.serviceConnection, keyRing: createKeyRing(() => keys) });
    const write = (query: ReturnType<typeof sql>) => made.db.transaction((tx) => tx.run(query));
    await write(sql`insert into organisation (org_id, name) values (${ORG}, 'Alt'), (8, 'Leer')`);
    await write(sql`insert into signing_key (kid, secret) values ('k1', 'Alt-Signatur')`);
    await write(
      sql`insert into webhook (org_id, id, url, secret, old_secret, headers) values (${ORG}, 1, 'https://a', 'Alt-neu', 'Alt-alt', '{"X-b": "Alt-Kopf", "a": "Alt-Kopf 2"}')`,
    );
    await write(
      sql`insert into credential (org_id, kid, email_lower, password_hash, totp_secret, totp_pending) values (${ORG}, 3, 'a@b', 'h', 'Alt-TOTP', 'Alt-wartet')`,
    );
    await write(
      sql`insert into portal (org_id, id, pass, printed) select ${ORG}, i, case when i % 10 = 0 then '' else 'Alt-Pass ' || i end, '{}' from generate_series(1, ${PORTALS}) i`,
    );
  });
  afterAll(async () => {
    await db.close();
    await made.drop();
  });

  const opened = async (table: string, column: string, key: string, row: number | string, org = ORG) => {
    const [found] = await made.db.read<{ value: string }>(
      sql`select ${raw(column)} as value from ${raw(table)} where ${raw(key)} = ${row}`,
    );
    return db.keyRing.decrypt({ org, table, column, row }, found?.value ?? '');
  };

  test('is encrypted once, by several processes that start at the same time', async () => {
    const written = await Promise.all([1, 2, 3].map(() => prepareSecrets(db, columns)));
    // Each header of a webhook is a secret of its own, as `secrets status` counts them.
    expect(written.reduce((sum, n) => sum + n, 0)).toBe(PORTALS * 0.9 + 7);
    expect(await tablesHolding(made.db, 'Alt-')).toEqual([]);
    expect(await opened('signing_key', 'secret', 'kid', 'k1', 0)).toBe('Alt-Signatur');
    expect(await opened('webhook', 'old_secret', 'id', 1)).toBe('Alt-alt');
    expect(await opened('credential', 'totp_pending', 'kid', 3)).toBe('Alt-wartet');
    expect(await opened('portal', 'pass', 'id', 1099)).toBe('Alt-Pass 1099');
    const [headers] = await made.db.read<{ value: string }>(sql`select headers::text as value from webhook`);
    const { a = '' } = JSON.parse(headers?.value ?? '{}') as Record<string, string>;
    expect(db.keyRing.decrypt({ org: ORG, table: 'webhook', column: 'headers.a', row: 1 }, a)).toBe('Alt-Kopf 2');
    expect(await made.db.read(sql`select 1 from portal where pass = ''`)).toHaveLength(PORTALS / 10);
    expect(await prepareSecrets(db, columns)).toBe(0);
    expect(await encryptSecrets(db, columns, false)).toBe(0);
  });

  test('refuses plain texts that are written later', async () => {
    await made.db.transaction((tx) => tx.run(sql`update signing_key set secret = 'untergeschoben'`));
    expect(await prepareSecrets(db, columns)).toBe(0);
    await expect(db.transaction((tx) => newestSigningKey(tx))).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(encryptSecrets(db, columns, false)).rejects.toMatchObject({ code: 'service_unavailable' });
    await made.db.transaction((tx) => tx.run(sql`delete from signing_key`));
  });

  test('an interrupted rotation loses nothing, and continues', async () => {
    const [old = ''] = keys;
    const next = newKey();
    const rotating = connect({ connection: made.serviceConnection, keyRing: createKeyRing(() => both) });
    const both = [next, old];
    try {
      const killed = encryptSecrets(rotating, columns, false, (n) => {
        if (n > 500) throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      const half = await secretsByKey(rotating, columns);
      expect(half[keyIdOfKey(next)]).toBeGreaterThan(500);
      expect(half[keyIdOfKey(old)]).toBeGreaterThan(0);
      const [{ pass = '' } = {}] = await made.db.read<{ pass: string }>(sql`select pass from portal where id = 1`);
      expect(rotating.keyRing.decrypt({ org: ORG, table: 'portal', column: 'pass', row: 1 }, pass)).toBe('Alt-Pass 1');
      expect(keyIdIn(pass)).toBe(keyIdOfKey(next));
      const left = await encryptSecrets(rotating, columns, false);
      // Headers are two secrets in one value.
      expect(left).toBe(half[keyIdOfKey(old)]);
      expect(Object.keys(await secretsByKey(rotating, columns))).toEqual([keyIdOfKey(next)]);
      await prepareSecrets(rotating, columns);
      await expect(prepareSecrets(db, columns)).rejects.toBeInstanceOf(MissingKeys);
    } finally {
      await rotating.close();
    }
  });
});
