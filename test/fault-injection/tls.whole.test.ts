/** HTTPS by the service itself: settings TLS_CERT and TLS_KEY. */
import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { FAKETIME } from '../support/programs.ts';

let folder: string;
let running: Running;
let env: Record<string, string>;
let metricsPort: string;
const file = (name: string) => join(folder, name);

const make = (name: string, days?: number, env?: Record<string, string>): void =>
  makeCertificate(file(name), name, days, env);
/** Puts a certificate and its key into the place of those that are used. */
const take = async (name: string): Promise<void> => {
  for (const kind of ['pem', 'key']) {
    await copyFile(file(`${name}.${kind}`), file('next'));
    await rename(file('next'), file(`used.${kind}`));
  }
};

beforeAll(async () => {
  folder = await makeFolder('tls');
  make('first');
  make('second');
  await copyFile(file('first.pem'), file('used.pem'));
  await copyFile(file('first.key'), file('used.key'));
  metricsPort = String(await freePort());
  const own = { DATA_DIR: file('data'), PORT: '0', METRICS_PORT: metricsPort };
  env = { ...own, TLS_CERT: file('used.pem'), TLS_KEY: file('used.key') };
  running = await startProgram(env);
});
afterAll(async () => {
  await running.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly hsts: unknown;
  readonly subject: string | undefined;
}

const ask = (agent: Agent, path = '/livez') =>
  new Promise<Answer>((resolve, reject) => {
    request(`${running.address}${path}`, { agent }, (answer) => {
      const certificate = (answer.socket as TLSSocket).getPeerCertificate();
      answer.resume().on('end', () =>
        resolve({
          status: answer.statusCode,
          hsts: answer.headers['strict-transport-security'],
          subject: certificate.subject?.CN as string | undefined,
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const agentOf = async (name: string, keepAlive = false): Promise<Agent> =>
  new Agent({ ca: await readFile(file(`${name}.pem`)), keepAlive });

test('clients see the certificate; a renewed one is used for new connections, and open ones continue', async () => {
  expect(running.address).toMatch(/^https:/);
  const open = await agentOf('first', true);
  expect(await ask(open)).toMatchObject({ status: 200, hsts: expect.stringContaining('max-age'), subject: 'first' });
  // Half of a renewal: the key is not that of the certificate yet.
  await copyFile(file('second.pem'), file('next'));
  await rename(file('next'), file('used.pem'));
  await expect
    .poll(() => running.output.stderr, { timeout: 15_000 })
    .toContain('The previous certificate stays in use');
  expect((await ask(await agentOf('first'))).subject).toBe('first');
  await copyFile(file('second.key'), file('next'));
  await rename(file('next'), file('used.key'));
  const renewed = await agentOf('second');
  await expect.poll(async () => (await ask(renewed).catch(() => null))?.subject, { timeout: 15_000 }).toBe('second');
  expect((await ask(open)).status).toBe(200);
  open.destroy();
});

test('the expiry of a certificate is a metric, and a log line from two weeks before it and after it', async () => {
  const daysLeft = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const end = /^broker_crm_certificate_end_timestamp_seconds (\S+)$/m.exec(text)?.[1];
    return Math.round((Number(end) * 1000 - Date.now()) / 86_400_000) + 0;
  };
  expect([await daysLeft(), running.output.stderr.includes('The certificate ends soon')]).toEqual([90, false]);
  make('short', 2);
  await take('short');
  const said = () => running.output.stderr;
  await expect.poll(said, { timeout: 15_000 }).toContain('The certificate ends soon');
  expect(await daysLeft()).toBe(2);
  if (!existsSync(FAKETIME)) return;
  make('old', 1, { LD_PRELOAD: FAKETIME, FAKETIME: '-3d' });
  await take('old');
  await expect.poll(said, { timeout: 15_000 }).toContain('The certificate has ended, and callers refuse it');
  expect(await daysLeft()).toBe(-2);
  await take('second');
  await expect.poll(daysLeft, { timeout: 15_000 }).toBe(90);
});

test('a client that offers HTTP/2 and HTTP/1.1 gets HTTP/1.1 (docs/decisions/0022)', async () => {
  const port = Number(new URL(running.address).port);
  const agreed = new Promise<unknown>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] });
    socket.on('secureConnect', () => resolve(socket.end().alpnProtocol)).on('error', reject);
  });
  expect(await agreed).toBe('http/1.1');
});

test('a client without TLS or with an old version is refused, and others are not affected', async () => {
  const port = Number(new URL(running.address).port);
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
  const old = new Promise<string>((resolve) => {
    connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.1' }, () => resolve('connected'))
      .on('error', ({ message }) => resolve(message))
      .on('close', () => resolve('closed'));
  });
  expect(await old).not.toBe('connected');
  expect((await ask(await agentOf('second'))).status).toBe(200);
});

test.each([
  ['a missing key', { TLS_KEY: '' }, 'TLS_CERT is given without TLS_KEY; set both, or none.'],
  ['a missing file', { TLS_CERT: '/nowhere.pem' }, 'TLS_CERT: the file /nowhere.pem cannot be read (ENOENT).'],
  ['a key of another certificate', { TLS_KEY: 'first.key' }, 'is not the key of the certificate in'],
  ['a file that is not PEM', { TLS_CERT: 'text' }, 'has no certificate in PEM.'],
])('%s is reported before the service starts', async (_what, wrong, message) => {
  await writeFile(file('text'), 'Guten Tag');
  const given = Object.entries(wrong).map(([name, value]) => [
    name,
    value && !value.startsWith('/') ? file(value) : value,
  ]);
  const refused = await runProgram(['serve'], { ...env, DATA_DIR: file('other'), ...Object.fromEntries(given) });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
});
