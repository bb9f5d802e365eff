/** What the service logs of requests that fail, by our fault too, has nothing of what was sent (rules 18.5). */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { scopeNames } from '../src/access/scopes.ts';
import { createToken } from '../src/access/tokens.ts';
import { makeOrganisation } from '../src/cli/new-organisation.ts';
import { readConfig } from '../src/config.ts';
import { createService, type Service } from '../src/http/service.ts';
import { raw, sql } from '../src/sql.ts';
import { type TestDatabase, testDatabase } from './support/postgres.ts';

const PLANTED = ['Passwort-im-Koerper', 'Portal-Geheimnis', 'Mustermann-Geheim', 'Kopf-Geheimnis'];

let database: TestDatabase;
let service: Service;
const logged: string[] = [];
const secrets = [...PLANTED];
let ask: (method: string, path: string, body?: unknown) => Promise<number>;

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({ PORT: '0', DATA_DIR: inject('files'), LOG_LEVEL: 'debug' });
  const log = (level: string, message: string, details?: object) =>
    logged.push(`${level} ${message} ${JSON.stringify(details)}`);
  service = createService({ config, db: database.service, log });
  await service.listen();
  const { port } = service.app.server.address() as AddressInfo;
  const wish = { name: 'Protokoll', timeZone: 'Europe/Berlin', plan: {}, email: 'a@protokoll.example' };
  const { org_id: orgId, admin } = await makeOrganisation(database.db, wish);
  const given = { orgId, userKid: admin.kid, name: 'x', scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await database.db.transaction((tx) => createToken(tx, given));
  secrets.push(token, token.split('.')[2] ?? '', admin.password);
  ask = async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'Kopf-Geheimnis',
      cookie: 'broker_crm_session=Kopf-Geheimnis',
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: text });
    await answer.text();
    return answer.status;
  };
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const requests = async (): Promise<number[]> => {
  const login = { email: 'a@protokoll.example', password: 'Passwort-im-Koerper' };
  return [
    await ask('POST', '/v3/customers', { name: 'Mustermann-Geheim' }),
    await ask('GET', '/v3/customers?nummer=Mustermann-Geheim'),
    await ask('POST', '/v3/portals', { kid: 1, pass: 'Portal-Geheimnis' }),
    await ask('POST', '/v3/search', { query: 'Mustermann-Geheim', indices: ['customers'] }),
    await ask('POST', '/settings/api/session', login),
  ];
};

test('of requests that are refused, and of those that fail because a table is gone', async () => {
  await requests();
  const tables = ['contact', 'portal', 'search_entry', 'credential'];
  const rename = (from: string, to: string) =>
    database.db.transaction((tx) => tx.run(sql`alter table ${raw(from)} rename to ${raw(to)}`));
  const faults = (): string[] => logged.filter((line) => line.startsWith('error '));
  const before = faults().length;
  for (const table of tables) await rename(table, `${table}_gone`);
  try {
    // What is known of the token is asked for again every half second: without its table that is 503.
    expect((await requests()).filter((status) => status < 500)).toEqual([]);
  } finally {
    for (const table of tables) await rename(`${table}_gone`, table);
  }
  expect(faults().length - before).toBeGreaterThanOrEqual(5);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  }
});

test('of values that the database refuses', async () => {
  await database.db.transaction((tx) =>
    tx.run(sql`alter table contact add constraint no_such_name check (name <> 'Mustermann-Geheim') not valid`),
  );
  expect(await ask('POST', '/v3/customers', { name: 'Mustermann-Geheim' })).toBe(500);
  expect(logged.findLast((line) => line.startsWith('error '))).toContain('no_such_name');
  expect(logged.filter((line) => line.includes('Mustermann-Geheim'))).toEqual([]);
});

test('of statements, at LOG_LEVEL=debug: the request, the time, the text and the plan, never a value', async () => {
  const statements = (): { text: string; plan?: string[]; request_id: string; ms: number; rows?: number }[] =>
    logged
      .filter((line) => line.startsWith('debug statement '))
      .map((line) => JSON.parse(line.slice('debug statement '.length)));
  await ask('GET', '/v3/customers?nummer=Mustermann-Geheim');
  await expect.poll(() => statements().find(({ text }) => text.includes('string_agg'))).toBeDefined();
  await ask('POST', '/v3/customers', { name: 'Mustermann-Geheim' });
  await expect.poll(() => statements().find(({ text }) => text.includes('insert into contact'))).toBeDefined();
  const [list, again] = [statements().find(({ text }) => text.includes('string_agg')), statements()];
  expect(list).toMatchObject({ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/), ms: expect.any(Number), rows: 1 });
  expect(again.some(({ plan }) => plan?.some((line) => /Index Scan|Insert on/.test(line)))).toBe(true);
  expect(logged.filter((line) => line.includes('Mustermann-Geheim'))).toEqual([]);
});
