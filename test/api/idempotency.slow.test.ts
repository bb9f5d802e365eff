import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { connect } from '../../src/db/citus/shard-router.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { createService } from '../../src/http/service.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { queued } from '../support/queued.ts';
import type { Client } from '../support/service.ts';

const { service, organisation, client } = setUpService();

const key = (text: string) => ({ 'idempotency-key': text });
const routes = allRoutes(registry);
const made = async (path: string, body: unknown): Promise<number> => (await client.post(path, body)).body.id;
const total = async () => (await client.get('/v3/customers?limit=1')).body.total as number;

test('a repeat with the same key gets the first response and writes nothing', async () => {
  const before = await total();
  const first = await client.post('/v3/customers', { name: 'Einmal' }, key('a-1'));
  const second = await client.post('/v3/customers', { name: 'Einmal' }, key('a-1'));
  const quoted = await client.post('/v3/customers', { name: 'Einmal' }, key('"a-1"'));
  expect([first.status, second.status, quoted.status]).toEqual([201, 201, 201]);
  expect(second.text).toBe(first.text);
  expect(quoted.text).toBe(first.text);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await total()).toBe(before + 1);
});

test('a repeated batch with the same key gets the first outcomes, partial failures included', async () => {
  const before = await total();
  const items = [{ name: 'A' }, {}, { name: 'B' }];
  const first = await client.post('/v3/customers', items, key('batch'));
  const second = await client.post('/v3/customers', items, key('batch'));
  expect(first.status).toBe(207);
  expect(second.text).toBe(first.text);
  expect(await total()).toBe(before + 2);
});

test('a key that is reused for another body or address is refused', async () => {
  await client.post('/v3/customers', { name: 'X' }, key('reused'));
  const other = await client.post('/v3/customers', { name: 'Y' }, key('reused'));
  expect([other.status, other.error]).toEqual([422, 'idempotency_key_reused']);
  const elsewhere = await client.post('/v3/products', { name: 'X' }, key('reused'));
  expect(elsewhere.error).toBe('idempotency_key_reused');
});

test('no hash of the request is stored', async () => {
  const body = { name: 'Portal', pass: 'geheim' };
  const product = await made('/v3/products', { name: 'Gesellschaft' });
  const path = `/v3/products/${product}/portals`;
  const first = await client.post(path, body, key('hmac'));
  const hash = createHash('sha256')
    .update(`POST ${path}\0${JSON.stringify(body)}`)
    .digest('base64');
  const [row] = await service.db.read<{ fingerprint: string }>(
    sql`select fingerprint from idempotency_key where org_id = ${organisation.orgId} and key = 'hmac'`,
  );
  expect(row?.fingerprint).toMatch(/^hmac\.v1\./);
  expect(row?.fingerprint).not.toContain(hash);
  const again = await client.post(path, body, key('hmac'));
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  expect((await client.post(path, { ...body, pass: 'other' }, key('hmac'))).error).toBe('idempotency_key_reused');
});

test('a repeat of a refused request gets the same refusal', async () => {
  const first = await client.post('/v3/damages', { betrag: '1,5' }, key('bad'));
  const second = await client.post('/v3/damages', { betrag: '1,5' }, key('bad'));
  expect([first.status, first.error]).toEqual([400, 'validation_failed']);
  expect(second.text).toBe(first.text);
});

test('of concurrent requests with one key one writes, and the others wait for its response', async () => {
  const before = await total();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/v3/customers', { name: 'Zugleich' }, key('race'))),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(201);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
  expect(await total()).toBe(before + 1);
});

test('two tokens may use the same key', async () => {
  const other = await (await service.organisation()).client();
  const mine = await client.post('/v3/customers', { name: 'Mein' }, key('mine'));
  const theirs = await other.post('/v3/customers', { name: 'Dein' }, key('mine'));
  expect([mine.status, theirs.status]).toEqual([201, 201]);
});

test('an invalid key is refused; uploads and links accept keys', async () => {
  const wrong = await client.post('/v3/customers', { name: 'X' }, key('x'.repeat(256)));
  expect(wrong.body.data.issues).toEqual([
    {
      path: ['Idempotency-Key'],
      code: 'invalid_format',
      message: 'Idempotency-Key must have 1 to 255 printable ASCII characters.',
    },
  ]);
  // A blank is printable at any position within the quotes.
  for (const name of ['a b', '" a b "']) {
    const made = await client.post('/v3/goals', { subject: 'x' }, key(name));
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect((await client.post('/v3/goals', { subject: 'x' }, key(name))).text).toBe(made.text);
  }
  const { body: customer } = await client.post('/v3/customers', { name: 'Akte' });
  const content = Buffer.alloc(200_000, 7).toString('base64');
  const path = `/v3/customers/${customer.kid}/documents`;
  const first = await client.post(path, { base64: content, name: 'a.bin' }, key('upload'));
  const second = await client.post(path, { base64: content, name: 'a.bin' }, key('upload'));
  const changed = await client.post(
    path,
    { base64: Buffer.alloc(200_000, 8).toString('base64'), name: 'a.bin' },
    key('upload'),
  );
  expect(first.status).toBe(201);
  expect(second.text).toBe(first.text);
  expect(changed.error).toBe('idempotency_key_reused');
  expect((await client.get(path)).body.total).toBe(1);
});

test('a key can be reused after a day, for a batch too', async () => {
  const age = (name: string) =>
    service.db.transaction((tx) =>
      tx.run(sql`update idempotency_key set started_at = ${new Date(Date.now() - 25 * 3_600_000)} where key = ${name}`),
    );
  const batch = [{ name: 'Alt' }, { name: 'Älter' }];
  const [one, some] = [
    await client.post('/v3/customers', { name: 'Alt' }, key('old')),
    await client.post('/v3/customers', batch, key('old batch')),
  ];
  await Promise.all([age('old'), age('old batch')]);
  const before = await total();
  const again = await client.post('/v3/customers', { name: 'Neu' }, key('old'));
  expect([again.status, again.body.id === one.body.id]).toEqual([201, false]);
  const anew = await client.post('/v3/customers', batch, key('old batch'));
  expect(anew.status).toBe(200);
  expect(anew.text).not.toBe(some.text);
  expect(await total()).toBe(before + 3);
});

test('an interrupted batch continues: items with an outcome keep it, the others run', async () => {
  const items = [{ name: 'Erst' }, {}, { name: 'Dritt' }, { name: 'Viert' }];
  const first = await client.post('/v3/customers', items, key('half'));
  expect(first.status).toBe(207);
  const made = await total();
  // The state after a process died behind two items, each of which is a transaction.
  const [, , last] = first.body.inserted as { id: number }[];
  await client.delete(`/v3/customers/${last?.id}`);
  await service.db.transaction(async (tx) => {
    await tx.run(sql`update idempotency_key set status = null, body = null where key = 'half' and item = -1`);
    await tx.run(sql`delete from idempotency_key where key = 'half' and item = 3`);
  });
  const second = await client.post('/v3/customers', items, key('half'));
  expect(second.status).toBe(207);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
  expect(second.body.failed).toEqual(first.body.failed);
  expect(second.body.inserted.slice(0, 2)).toEqual(first.body.inserted.slice(0, 2));
  expect(second.body.inserted[2].id).not.toBe(last?.id);
  expect(await total()).toBe(made);
  expect((await client.post('/v3/customers', items, key('half'))).text).toBe(second.text);
  const other = await client.post('/v3/customers', [...items, { name: 'Mehr' }], key('half'));
  expect(other.error).toBe('idempotency_key_reused');
});

test('a repeat waits for the running first request, and gets an error after ten seconds', async () => {
  const { body: customer } = await client.post('/v3/customers', { name: 'Gesperrt' });
  const path = `/v3/customers/${customer.kid}/addresses`;
  const post = () => client.post(path, { ort: 'Bonn' }, key('wait'));
  const release = await holdLock(
    service.db,
    sql`select 1 from contact where org_id = ${organisation.orgId} and id = ${customer.kid} for update`,
  );
  const first = post();
  const start = performance.now();
  const second = await post();
  expect(second.error).toBe('idempotency_key_in_use');
  expect(second.headers.get('retry-after')).toBe('1');
  expect(performance.now() - start).toBeGreaterThan(9_900);
  const third = post();
  await release();
  expect((await first).status).toBe(201);
  expect((await third).text).toBe((await first).text);
  expect((await third).headers.get('idempotent-replayed')).toBe('true');
  expect((await client.get(path)).body.total).toBe(1);
});

test('two processes with the same concurrent request return the same response, and one writes', async () => {
  const db = connect({ connection: service.serviceConnection, keyRing: service.db.keyRing });
  const other = createService({ config: readConfig({ PORT: '0' }), db, log: () => undefined });
  const address = await other.listen();
  const there = async (path: string, body: unknown, name: string) => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...key(name) };
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  };
  const before = await total();
  const rounds = 20;
  for (let i = 0; i < rounds; i += 1) {
    const bodies: [unknown, number][] = [
      [{ name: 'Beide' }, 201],
      [[{ name: 'Beide' }, {}, { name: 'Zwei' }], 207],
    ];
    for (const [body, status] of bodies) {
      const name = `both ${i} ${status}`;
      const answers = await Promise.all([
        client.post('/v3/customers', body, key(name)),
        there('/v3/customers', body, name),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      expect(answers[1]?.text).toBe(answers[0]?.text);
    }
  }
  expect(await total()).toBe(before + 3 * rounds);
  const [master, slave] = [await made('/v3/customers', { name: 'A' }), await made('/v3/customers', { name: 'B' })];
  const merge = [`/v3/customers/${master}/merge`, { slave_kid: slave }] as const;
  const merged = await Promise.all([client.post(...merge, key('merge')), there(...merge, 'merge')]);
  expect(merged.map(({ status }) => status)).toEqual([200, 200]);
  expect(merged[1]?.text).toBe(merged[0]?.text);
  await other.stop();
  await db.close();
});

/** Sends one request to two processes; a lock holds back both writes until both wait. */
const atBoth = async (asker: Client, organisationId: number, [path, body, name]: [string, unknown, string]) => {
  const db = connect({ connection: service.serviceConnection, keyRing: service.db.keyRing });
  const other = createService({ config: readConfig({ PORT: '0' }), db, log: () => undefined });
  const address = await other.listen();
  const headers = { authorization: `Bearer ${asker.token}`, 'content-type': 'application/json', ...key(name) };
  const release = await holdLock(
    service.db,
    sql`select 1 from organisation where org_id = ${organisationId} for no key update`,
  );
  const there = fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answers = Promise.all([asker.post(path, body, key(name)), there]);
  try {
    await queued(service.db, 2);
  } finally {
    await release();
  }
  const [here, elsewhere] = await answers;
  const texts = [here.text, await elsewhere.text()];
  await other.stop();
  await db.close();
  return { statuses: [here.status, elsewhere.status], texts };
};

test('a batch sent to two processes has no item refused as a duplicate of the other process', async () => {
  const free = { api_requests_per_minute: 1_000_000, licenses: 25 };
  const one = await service.organisation({ ...free, licenses: 2 });
  const many = await service.organisation(free);
  const user = (email: string) => ({ name: 'U', email, lizenz: true });
  // The administrator has one of the licences.
  const cases = [
    { of: many, items: [user('eins@example.com'), user('zwei@example.com')] },
    { of: one, items: [user('letzte@example.com')] },
  ];
  for (const { of, items } of cases) {
    const asker = await of.client();
    const { statuses, texts } = await atBoth(asker, of.orgId, ['/v3/users', items, 'users at both']);
    expect(statuses).toEqual([200, 200]);
    expect(texts[1]).toBe(texts[0]);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ success: true, inserted: items.map(() => ({})), failed: [] });
    const later = await asker.post('/v3/users', items, key('users at both'));
    expect([later.text, later.headers.get('idempotent-replayed')]).toEqual([texts[0], 'true']);
  }
});

test('a refused item stays refused when its batch continues, as a single record does', async () => {
  const { id } = (await client.post('/v3/users', { name: 'Vorher', email: 'vorher@example.com' })).body;
  const items = [
    { name: 'Nachher', email: 'vorher@example.com' },
    { name: 'Neu', email: 'neu@example.com' },
  ];
  const first = await client.post('/v3/users', items, key('refused'));
  expect(first.status).toBe(207);
  expect(first.body.failed).toMatchObject([{ index: 0, status: 400, error: 'email_not_unique' }]);
  // The state after a process died before it answered.
  await service.db.transaction((tx) =>
    tx.run(sql`update idempotency_key set status = null, body = null where key = 'refused' and item = -1`),
  );
  await client.delete(`/v3/users/${id}`);
  const second = await client.post('/v3/users', items, key('refused'));
  expect([second.status, second.text]).toEqual([207, first.text]);
});

test('every POST that writes stores its response in the transaction of the write', async () => {
  const kid = await made('/v3/customers', { name: 'Alles' });
  const second = await made('/v3/customers', { name: 'Auch' });
  const file = { base64: 'eA==', name: 'x.txt' };
  const waiting = await made('/v3/inbox/documents', file);
  const unwanted = await made('/v3/inbox/documents', file);
  const deleted = await made('/v3/customers', { name: 'Wieder' });
  await client.delete(`/v3/customers/${deleted}`);
  const erased = await made('/v3/customers', { name: 'Weg' });
  const about = {
    'customers/:kid': kid,
    'products/:kid': await made('/v3/products', { name: 'P' }),
    'contracts/:id': await made('/v3/contracts', { kid }),
    'damages/:id': await made('/v3/damages', { kid }),
  };
  const failed = await made(`/v3/customers/${kid}/messages`, { subject: 'S', text: 'T', send: 'none' });
  await service.db.read(
    sql`update message set state = 'failed' where org_id = ${organisation.orgId} and id = ${failed}`,
  );
  await service.db.read(sql`insert into mail_server (org_id, host, port, tls, username, sender)
    values (${organisation.orgId}, 'mail.example.com', 465, 'tls', '', 'a@example.com')`);
  const posts: Record<string, [string, unknown]> = {
    restore: [`/v3/customers/${deleted}/restore`, undefined],
    create: ['/v3/customers', { name: 'X' }],
    'create with tariffs': ['/v3/contracts', { kid, tariffs: [{ name: 'T' }] }],
    'create of an activity': ['/v3/activities', { kategorie: 'aufgabe' }],
    createLink: [`/v3/customers/${kid}/links`, { foreign_section: 'customers', foreign_id: second }],
    createRelation: [`/v3/customers/${kid}/relations`, { kid_beziehung: second, beziehung: 101 }],
    uploadDocument: [`/v3/customers/${kid}/documents`, file],
    createFolder: [`/v3/customers/${kid}/documents/folders`, { name: 'F' }],
    'POST /v3/exports': ['/v3/exports', { sections: ['customers'], format: 'csv' }],
    submitToInbox: ['/v3/inbox/documents', file],
    'POST /v3/inbox/documents/:id/assign': [`/v3/inbox/documents/${waiting}/assign`, { section: 'customers', id: kid }],
    'POST /v3/inbox/documents/:id/discard': [`/v3/inbox/documents/${unwanted}/discard`, undefined],
    'POST /v3/inbox/documents/:id/return': [`/v3/inbox/documents/${unwanted}/return`, undefined],
    'POST /v3/duplicates/:name/dismiss': [`/v3/duplicates/customers-${kid}-${second}/dismiss`, undefined],
    ...Object.fromEntries(
      (['customers/:kid', 'products/:kid', 'contracts/:id', 'damages/:id'] as const).map((path) => [
        `POST /v3/${path}/messages`,
        [`/v3/${path.replace(/:\w+/, String(about[path]))}/messages`, { subject: 'S', text: 'T', send: 'none' }],
      ]),
    ),
    ...Object.fromEntries(
      await Promise.all(
        ['customers', 'products', 'contracts', 'damages'].map(async (section) => {
          const template = { section, kind: 'letter', name: 'B', text: 'B' };
          const body = { template: await made('/v3/system/templates', template), ids: [1] };
          return [`POST /v3/${section}/letters`, [`/v3/${section}/letters`, body]];
        }),
      ),
    ),
    'POST /v3/messages/:id/resend': [`/v3/messages/${failed}/resend`, undefined],
    mergeCustomers: [`/v3/customers/${kid}/merge`, { slave_kid: second }],
    'POST /v3/customers/:kid/unmerge': [`/v3/customers/${kid}/unmerge`, { slave_kid: second }],
    'POST /v3/customers/:kid/privacy/erasure': [
      `/v3/customers/${erased}/privacy/erasure`,
      { confirm: erased, reason: 'x' },
    ],
  };
  // Webhook calls store encrypted responses or send requests (test/api/webhooks.slow.test.ts). Calls of imports queue a step of a
  // job, without an audit entry (test/api/imports.test.ts).
  const keyed = routes.filter(
    ({ method, scope }) => method === 'POST' && scope.endsWith(':write') && !/^v3:(webhooks|imports):/.test(scope),
  );
  // Rows of a bulk call are transactions of their own; its repetition sets the same values (test/api/bulk.slow.test.ts).
  const asked = new Set(keyed.map(({ operation }) => operation).filter((name) => name !== 'bulk'));
  expect(Object.keys(posts)).toEqual(expect.arrayContaining([...asked]));
  for (const [name, [path, body]] of Object.entries(posts)) {
    const answer = await client.post(path, body, key(`one ${name}`));
    const [row] = await service.db.read<{ together: boolean; body: string }>(
      sql`select k.body, k.xmin = (select a.xmin from audit_entry a where a.org_id = ${organisation.orgId} and a.request_id = ${answer.headers.get('x-request-id')} limit 1) as together
        from idempotency_key k where k.org_id = ${organisation.orgId} and k.key = ${`one ${name}`}`,
    );
    expect([name, answer.status < 300, row]).toEqual([name, true, { together: true, body: answer.text }]);
    expect((await client.post(path, body, key(`one ${name}`))).text).toBe(answer.text);
  }
});
