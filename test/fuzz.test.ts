/** The fuzzer finds what it is there to find, repeats it by its seed, and the service breaks none of its promises. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Finding, fuzz } from './fuzz/fuzz.ts';
import { operations } from './fuzz/operations.ts';
import { bytesOf, planOf, requestOf } from './fuzz/requests.ts';
import type { Front } from './fuzz/stage.ts';
import type { World } from './fuzz/world.ts';

const FAULTS = fileURLToPath(new URL('fuzz/faults.js', import.meta.url));

/** A process with planted faults before the service. */
const faulty: Front = async (port) => {
  const child = spawn(process.execPath, [FAULTS], {
    env: { TARGET: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(String(printed)),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** What must be found where. */
const PLANTED = [
  'blocked: POST /v3/goals',
  'died: GET /v3/goals/{id}/followers',
  'leak: DELETE /v3/goals/{id}',
  'memory: GET /v3/goals/{id}',
  'processor: POST /v3/customers/{kid}/goals',
  'size: PATCH /v3/goals/{id}',
  'status: GET /v3/goals',
];

/** Each kind with its operation, once. */
const pairs = (findings: readonly Finding[]): string[] =>
  [...new Set(findings.map(({ kind, operation }) => `${kind}: ${operation}`))].sort();

/** Enough of an organisation to make requests for. */
const world = (from: number): World => ({
  orgId: from,
  adminKid: from,
  token: 'head.claims.sign',
  cookie: 'cookie',
  csrf: 'csrf',
  settings: { token: from, webhook: from, inbox: from },
  cursor: 'cursor',
  stock: { mark: 'mark', mate: from, ids: new Map([['customers', from]]), below: new Map() },
});

test('each planted fault is found where it is, and nothing else', async () => {
  const failures = await mkdtemp(join(tmpdir(), 'fuzz-failures-'));
  try {
    const { findings } = await fuzz({ seed: 3, requests: 300, only: '/goals', front: faulty, failures });
    const found = pairs(findings.filter(({ kind }) => kind !== 'poison'));
    expect(found).toEqual(expect.arrayContaining(PLANTED));
    // What takes memory also takes time of the processor.
    const places = new Set(PLANTED.map((pair) => pair.replace(/^\w+: /, '')));
    expect(found.filter((pair) => !places.has(pair.replace(/^\w+: /, '')))).toEqual([]);
    expect(findings.find(({ kind }) => kind === 'poison')?.detail).toContain(
      'GET /v3/goals?limit=2&with_schema=true afterwards: 500',
    );
    expect(await readdir(failures)).toContain(`3-${findings[0]?.index}.http`);
    const slow = findings.find(({ kind }) => kind === 'blocked');
    const again = await fuzz({ seed: 3, requests: 1, from: slow?.index, only: '/goals', front: faulty });
    expect(pairs(again.findings)).toContain('blocked: POST /v3/goals');
  } finally {
    await rm(failures, { recursive: true });
  }
}, 600_000);

test('the same seed and number give the same request; ids are those of the organisation', () => {
  for (let index = 0; index < 300; index += 1) {
    const [one, two] = [1, 2].map(() => bytesOf(requestOf(planOf(5, index), world(7), undefined)));
    expect(one?.equals(two as Buffer), String(index)).toBe(true);
    const other = requestOf(planOf(5, index), world(8), undefined);
    expect(other.operation).toBe(planOf(5, index).operation);
  }
  const many = Array.from({ length: 3000 }, (_, index) => planOf(5, index));
  expect(new Set(many.map(({ mood }) => mood)).size).toBe(3);
  expect(new Set(many.map(({ operation }) => operation)).size).toBeGreaterThan(operations.length * 0.8);
});

test('some requests of all kinds break no promise of the service', async () => {
  const { findings, statuses } = await fuzz({ seed: 4, requests: 300 });
  expect(findings).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(50);
  expect(statuses.get(400)).toBeGreaterThan(50);
}, 600_000);

test('right requests to the feed go on behind a cursor, hostile ones damage it', () => {
  const feed = operations.filter(({ name }) => name === 'GET /v3/changes');
  const asked = Array.from({ length: 200 }, (_, index) => {
    const plan = planOf(6, index, feed);
    return [plan.mood, requestOf(plan, { ...world(7), cursor: 'QWERTZUIOP' }, undefined).target] as const;
  });
  const of = (mood: string, pattern: RegExp) => asked.some(([one, target]) => one === mood && pattern.test(target));
  expect(of('valid', /after=QWERTZUIOP(&|$)/)).toBe(true);
  expect(of('hostile', /after=QWER(?!TZUIOP(&|$))/)).toBe(true);
});
