/** No single request hurts (SECURITY.md, rules 8.1): each named attack, against a service in a process of its own. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkPassword } from '../../src/access/credentials/password-strength.ts';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { type Attack, aimedAt, attacks, type Place } from '../support/attacks.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { chunkOfEachByte, cpuOf, sendBytes, type Watch, watchHealth, watchMemory } from '../support/measured.ts';
import { databaseUrl, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { quickest } from '../support/quickest.ts';

const MIB = 1024 * 1024;
/** The promise. */
const MOST_WAIT_MS = 200;
const MOST_GROWTH = 150 * MIB;
const MOST_CPU_MS = 20;
const mostAnswered = (sent: number): number => 2 * sent + 64 * 1024;
/** Other processes load the machine too: a time limit is met if one of these tries meets it. */
const TRIES = 10;

let database: TestDatabase;
let service: Running;
let watch: Watch;
let port: number;
let token: string;
let session: SettingsClient;
let place: Place;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const wish = {
    name: 'Ziel',
    timeZone: 'Europe/Berlin',
    plan: { api_requests_per_minute: 1_000_000 },
    email: 'a@x.example',
    passwordStays: true,
  };
  const { org_id: orgId, admin } = await createOrganisationWithAdmin(db, wish);
  const given = { orgId, userKid: admin.kid, name: 'Angriff', scopes: scopeNames, expires: null, addresses: [] };
  token = (await db.transaction((tx) => createToken(tx, given))).token;
  port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl(database.connection),
    DATA_DIR: `${inject('files')}-attacks`,
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
  service = await startProgram(env);
  watch = watchHealth(port);
  session = await signIn(service.address, { email: admin.email, password: admin.password });
  const ask = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { id: number };
  };
  const kid = (await ask('/v3/customers', { name: 'Muster' })).id;
  place = {
    kid,
    document: (await ask('/v3/documents', { kid, name: 'a.txt', base64: 'aGFsbG8=' })).id,
  };
});
afterAll(async () => {
  await watch?.stop();
  await service?.end('SIGTERM');
  await database?.drop();
});

const credentials = ({ by }: Attack): Readonly<Record<string, string>> => {
  if (by === 'token') return { authorization: `Bearer ${token}` };
  return by === 'session' ? { cookie: session.cookie, 'x-csrf-token': session.csrf } : {};
};

/** The request as it goes over the wire. */
const bytesOf = (attack: Attack): Buffer => {
  if (attack.raw) return attack.raw;
  const { method, path, headers = {}, body = '' } = attack;
  const { inBytes } = attack;
  const content = Buffer.from(inBytes ? `${chunkOfEachByte(String(body))}0\r\n\r\n` : (body as string));
  const all = { host: `127.0.0.1:${port}`, ...credentials(attack), connection: 'close', ...headers };
  const length = inBytes ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(content.length) };
  const lines = Object.entries({ ...all, ...(content.length ? length : {}) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), content]);
};

const answerOf = (bytes: Buffer) => {
  const text = bytes.toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, code: /"error":"([\w]+)"/.exec(text)?.[1] };
};

/** Sends an attack once and says what it did. */
const attackOnce = async (sent: Buffer) => {
  await watch.worst();
  const grown = await watchMemory(service.pid);
  const cpu = await cpuOf(service.pid);
  const answer = await sendBytes(port, sent);
  const used = (await cpuOf(service.pid)) - cpu;
  return { answer, used, waited: await watch.worst(), grew: await grown() };
};

describe('no request harms the service', () => {
  const table = attacks();

  test('there are at least a hundred, each with a unique name', () => {
    expect(table.length).toBeGreaterThanOrEqual(100);
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  });

  test.each(table.map((attack): [string, Attack] => [attack.name, attack]))('%s', async (_name, attack) => {
    const sent = bytesOf(aimedAt(attack, place));
    let waited = Number.POSITIVE_INFINITY;
    let used = Number.POSITIVE_INFINITY;
    let grew = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const did = await attackOnce(sent);
      const { status, code } = answerOf(did.answer);
      expect([status, code], did.answer.toString('latin1', 0, 2000)).toEqual([attack.status, attack.code ?? code]);
      if (!attack.large) expect(did.answer.length).toBeLessThanOrEqual(mostAnswered(sent.length));
      waited = Math.min(waited, did.waited);
      used = Math.min(used, did.used);
      grew = Math.min(grew, did.grew);
      if (waited < MOST_WAIT_MS && grew < MOST_GROWTH && (attack.by !== 'nobody' || used <= MOST_CPU_MS)) break;
    }
    expect(waited, 'milliseconds that /health waited').toBeLessThan(MOST_WAIT_MS);
    expect(grew, 'bytes of memory').toBeLessThan(MOST_GROWTH);
    if (attack.by === 'nobody') expect(used, 'milliseconds of CPU').toBeLessThanOrEqual(MOST_CPU_MS);
  });

  test('the service is alive and logged no fault', async () => {
    expect((await fetch(`${service.address}/health`)).status).toBe(200);
    expect(service.output.stderr).toBe('');
  });
});

test('judging the longest password costs no more than hashing it', async () => {
  const known = {
    name: 'Anna Schmidt',
    email: 'anna.schmidt@maklerhaus-nord.de',
    organisation: 'Maklerhaus Nord GmbH',
  };
  const longest = 'schmidt'.repeat(40).slice(0, 200);
  expect(await quickest(20, () => checkPassword(longest, known))).toBeLessThan(20);
});
