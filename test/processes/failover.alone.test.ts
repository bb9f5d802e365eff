/** The primary is killed under load and its standby takes over: seconds, and no answered write is lost (docs/scaling.md). */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onServer } from '../support/citus.ts';
import { makeFolder } from '../support/folder.ts';
import { startHaproxy } from '../support/haproxy.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { hasProgram } from '../support/programs.ts';
import { hasPostgresql, type Pair, startPair } from '../support/standby.ts';
import { until } from '../support/until.ts';

const has = hasProgram('haproxy') && hasPostgresql;
const CALLERS = 6;

describe.skipIf(!has)('a primary that fails', () => {
  let pair: Pair;
  let files: string;
  let balancer: Awaited<ReturnType<typeof startHaproxy>>;
  let service: Running;
  let env: Record<string, string>;
  beforeAll(async () => {
    pair = await startPair();
    files = await makeFolder('failover');
    const door = await freePort();
    balancer = await startHaproxy('haproxy-postgresql.cfg', {
      '127.0.0.1:5000': `127.0.0.1:${door}`,
      '127.0.0.1:5432': `127.0.0.1:${pair.primary}`,
      '127.0.0.2:5432': `127.0.0.1:${pair.standby}`,
    });
    env = { DATABASE_URL: `postgres://postgres@127.0.0.1:${door}/crm`, DATA_DIR: files, LOG_LEVEL: 'error' };
    await until(async () => (await runProgram(['migrate'], env)).code === 0, { what: 'migrate' });
    service = await startProgram({ ...env, PORT: String(await freePort()) });
  }, 120_000);
  afterAll(async () => {
    await service?.end('SIGTERM');
    await balancer?.stop();
    await pair?.stop();
    await rm(files, { recursive: true, force: true });
  });

  test('its standby takes over within seconds, with every write that was answered', async () => {
    const made = await runProgram(
      [
        'org',
        'create',
        '--name',
        'Muster',
        '--admin-email',
        'a@example.com',
        '--plan',
        'api_requests_per_minute=1000000',
        '--json',
      ],
      env,
    );
    const { org_id: org } = JSON.parse(made.stdout);
    const token = JSON.parse(
      (await runProgram(['token', 'create', '--org', String(org), '--name', 'x', '--scopes', 'all', '--json'], env))
        .stdout,
    ).token;
    const write = async (name: string): Promise<string> => {
      const answer = await fetch(`${service.address}/v3/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      });
      await answer.arrayBuffer();
      return `${answer.status}${answer.headers.get('retry-after') ? ' Retry-After' : ''}`;
    };
    const answered: string[] = [];
    const counts: Record<string, number> = {};
    let lastAt = 0;
    let longest = 0;
    let stopped = false;
    const caller = async (of: number): Promise<void> => {
      for (let n = 0; !stopped; n += 1) {
        const name = `Kunde ${of}-${n}`;
        const status = await write(name);
        counts[status] = (counts[status] ?? 0) + 1;
        if (status === '201') {
          const now = performance.now();
          if (lastAt) longest = Math.max(longest, now - lastAt);
          lastAt = now;
          answered.push(name);
        } else await new Promise((done) => setTimeout(done, 50));
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, of) => caller(of));
    await until(() => answered.length > 200, { what: '200 writes' });
    await pair.kill();
    const before = answered.length;
    await pair.promote();
    await until(() => answered.length > before + 200, { what: 'writes after it' });
    stopped = true;
    await Promise.all(callers);
    console.log(`failover: ${JSON.stringify(counts)}, ${Math.round(longest)} ms without a write`);
    expect(Object.keys(counts).sort()).toEqual(['201', '503 Retry-After']);
    expect(longest).toBeLessThan(15_000);
    const [kept] = await onServer({ host: '127.0.0.1', port: pair.standby, user: 'postgres' }, 'crm', [
      'select name from contact',
    ]);
    const names = new Set(kept?.rows.map(({ name }) => name));
    expect(answered.filter((name) => !names.has(name))).toEqual([]);
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  });
});
