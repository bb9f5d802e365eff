/** Log lines of failed requests, internal errors included, contain nothing that the client sent (rules 18.5). */

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { readConfig } from '../../src/config/config.ts';
import { connect as connectDatabase } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { StatementLog } from '../../src/db/statement-logging.ts';
import { createService, type Service } from '../../src/http/service.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import type { LoggedResponse } from '../../src/telemetry/access-log.ts';
import { limitRepeated } from '../../src/telemetry/logger.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const PLANTED = ['Passwort-im-Koerper', 'Portal-Geheimnis', 'Mustermann-Geheim', 'Kopf-Geheimnis'];

let database: TestDatabase;
let service: Service;
let db: Database;
const logged: string[] = [];
const secrets = [...PLANTED];
let bearer: string;
let ask: (method: string, path: string, body?: unknown) => Promise<number>;

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({ PORT: '0', DATA_DIR: inject('files'), LOG_LEVEL: 'debug' });
  const log = (level: string, message: string, details?: object) =>
    logged.push(`${level} ${message} ${JSON.stringify(details)}`);
  const accessLog = (answered: LoggedResponse) => logged.push(`access ${JSON.stringify(answered)}`);
  const statementLog = new StatementLog(log);
  db = connectDatabase({ connection: database.serviceConnection, keyRing: database.service.keyRing, statementLog });
  service = createService({ config, db, statementLog, log, accessLog });
  await service.listen();
  const { port } = service.app.server.address() as AddressInfo;
  const wish = { name: 'Protokoll', timeZone: 'Europe/Berlin', plan: {}, email: 'a@protokoll.example' };
  const { org_id: orgId, admin } = await createOrganisationWithAdmin(database.db, wish);
  const given = { orgId, userKid: admin.kid, name: 'x', scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await database.db.transaction((tx) => createToken(tx, given));
  bearer = token;
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
  await db.close();
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

test('log lines of refused requests, and of requests that fail because a table is missing, contain no request data', async () => {
  await requests();
  const tables = ['contact', 'portal', 'search_entry', 'credential'];
  const rename = (from: string, to: string) =>
    database.db.transaction((tx) => tx.run(sql`alter table ${raw(from)} rename to ${raw(to)}`));
  const faults = (): string[] => logged.filter((line) => line.startsWith('error '));
  const before = faults().length;
  for (const table of tables) await rename(table, `${table}_away`);
  try {
    // The token cache expires every half second: without its table the response is 503.
    expect((await requests()).filter((status) => status < 500)).toEqual([]);
  } finally {
    for (const table of tables) await rename(`${table}_away`, table);
  }
  expect(faults().length - before).toBeGreaterThanOrEqual(5);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  }
});

test('the log line of an invalid plan names the organisation and the fix', async () => {
  const [row] = await database.db.read<{ org_id: number }>(
    sql`select org_id from organisation where name = 'Protokoll'`,
  );
  const orgId = row?.org_id ?? 0;
  await changeOrganisation(database.db, orgId, { plan: { licenses: 'abc' } });
  expect(await ask('GET', '/v3/customers')).toBe(503);
  expect(logged).toContainEqual(
    expect.stringMatching(
      new RegExp(`^error service_unavailable .*"cause":"The plan of organisation ${orgId} has an invalid value`),
    ),
  );
  await changeOrganisation(database.db, orgId, { plan: { licenses: 5 } });
});

test('log lines of values that the database refuses do not contain the values', async () => {
  await database.db.transaction((tx) =>
    tx.run(sql`alter table contact add constraint no_such_name check (name <> 'Mustermann-Geheim') not valid`),
  );
  expect(await ask('POST', '/v3/customers', { name: 'Mustermann-Geheim' })).toBe(500);
  expect(logged.findLast((line) => line.startsWith('error '))).toContain('no_such_name');
  expect(logged.filter((line) => line.includes('Mustermann-Geheim'))).toEqual([]);
});

test('at LOG_LEVEL=debug a statement is logged with request, time, text and plan, never with a value', async () => {
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

describe('the access log', () => {
  interface Line {
    readonly request_id: string;
    readonly route: string;
    readonly [name: string]: unknown;
  }
  const lineAfter = async (work: () => Promise<unknown>, about = ''): Promise<Line> => {
    const before = logged.length;
    await work();
    const found = () => logged.slice(before).find((line) => line.startsWith('access ') && line.includes(about));
    await expect.poll(found).toBeDefined();
    return JSON.parse((found() as string).slice('access '.length));
  };

  test('has caller, route, status and duration, and nothing of the request data', async () => {
    const line = await lineAfter(() => ask('GET', '/v3/customers/1/addresses?nummer=Mustermann-Geheim'));
    expect(line).toEqual({
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: '/v3/customers/{id}/addresses',
      status: 404,
      ms: expect.any(Number),
      org_id: expect.any(Number),
      token_id: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(line.bytes).toBeGreaterThan(50);
  });

  test.each([
    ['POST', '/settings/api/session', '/settings/api/session'],
    ['GET', '/settings/Mustermann-Geheim', '/settings/:page'],
    ['GET', '/v3/Mustermann-Geheim', '(none)'],
    ['GET', '/Mustermann-Geheim', '(none)'],
    ['GET', '/assets/Mustermann-Geheim.js', '/assets/:file'],
  ])('logs the route of %s %s as %s', async (method, path, route) => {
    expect((await lineAfter(() => ask(method, path, method === 'GET' ? undefined : {}))).route).toBe(route);
    expect(logged.filter((line) => line.includes('Mustermann-Geheim'))).toEqual([]);
  });

  test('has a line for invalid requests and for disconnected clients', async () => {
    const { port } = service.app.server.address() as AddressInfo;
    const send = (text: string) => connect(port, '127.0.0.1').end(text);
    const bad = await lineAfter(async () => send('GET / HTTP/1.1\r\nBad Header\r\n\r\n'));
    expect(bad).toMatchObject({ method: 'other', route: '(none)', status: 400 });
    const gone = await lineAfter(async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /v3/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n`,
      );
      // The service reads the body.
      await once(socket, 'data');
      socket.destroy();
    }, '/v3/customers');
    expect(gone).toMatchObject({ method: 'POST', route: '/v3/customers', status: 499 });
  });
});

describe('the log throttle', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const written: string[] = [];
  const write = limitRepeated(
    (message, { cause, more }) => written.push(`${message}: ${cause}${more ? ` +${more}` : ''}`),
    {
      most: 2,
      whileMs: 50,
      kinds: 3,
    },
  );
  const full = (n: number) => ({ cause: `no space left, open '/files/part/c26395a4-5db2-4004-ab6e-39fa8d9af9b${n}'` });

  test('logs the first repetitions, then their count; other messages are still logged', async () => {
    for (let n = 0; n < 10; n += 1) write('upload', full(n));
    write('upload', { cause: 'no such bucket' });
    vi.advanceTimersByTime(50);
    write('upload', full(9));
    expect(written.splice(0)).toEqual([
      `upload: ${full(0).cause}`,
      `upload: ${full(1).cause}`,
      'upload: no such bucket',
      `upload: ${full(0).cause} +8`,
      `upload: ${full(9).cause}`,
    ]);
    vi.advanceTimersByTime(50);
  });

  test('is bounded if each message has another cause', async () => {
    for (const word of 'now one here just some more than this'.split(' ')) write('upload', { cause: word });
    expect(written.splice(0)).toEqual(['now', 'one', 'here', 'just', 'some'].map((word) => `upload: ${word}`));
    vi.advanceTimersByTime(50);
    expect(written).toEqual(['upload: just +3']);
  });
});
