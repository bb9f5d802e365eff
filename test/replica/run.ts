/**
 * One run: a service that is killed, writers that repeat each request until it is answered, a reader that keeps a copy and
 * is killed too; at the end the copy is compared with what the API shows (rules 8.5).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Client, createClient, memoryStore, type ReplicaStore, replicate } from '../../sdk/src/index.ts';
import { carryOut } from '../crash/kill.ts';
import { createAsker } from '../crash/load/ask.ts';
import { startReceiver } from '../crash/load/receiver.ts';
import { planKills } from '../crash/plan.ts';
import { type Planted, plant } from '../crash/planted.ts';
import { commandOf, prepare } from '../crash/prepare.ts';
import { seeded } from '../crash/random.ts';
import { createService } from '../crash/service.ts';
import { freePort, PROGRAM } from '../support/process.ts';
import { readStore } from './file-store.ts';
import { createWriters, SECTIONS, type Send } from './writers.ts';

const WRITERS = 16;
/** A copy that is not up to date by then is not true. */
const CAUGHT_UP_WITHIN_MS = 60_000;

export interface RunOptions {
  readonly writes: number;
  readonly seed: number;
  /** Kills of the service and its database; the reader is killed twice as often. */
  readonly kills: number;
  /** Most records of one call. */
  readonly batch: number;
  readonly folder: string;
  /** What is broken on purpose. */
  readonly planted?: Planted;
  readonly progress: (line: string) => void;
}

export interface Report {
  readonly writes: number;
  readonly kills: number;
  readonly readerKills: number;
  readonly records: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What the copy and the API differ in, and answers that nobody may get. */
  readonly faults: readonly string[];
}

type Copy = ReturnType<typeof memoryStore>;

/** Every record of which copy and API do not show the same. */
export const differences = (copy: Copy, truth: Copy): string[] => {
  const keys = [...new Set([...copy.records.keys(), ...truth.records.keys()])].sort();
  return keys.flatMap((key) => {
    const [one, other] = [copy.records.get(key), truth.records.get(key)];
    if (isDeepStrictEqual(one, other)) return [];
    return [`${key}: the copy has ${JSON.stringify(one)}, the API ${JSON.stringify(other)}`];
  });
};

/** What the lists show; of the feed nothing but its end. */
const fromLists = async (client: Client): Promise<Copy> => {
  const truth = memoryStore();
  const read = new AbortController();
  const store: ReplicaStore = {
    ...truth,
    apply: async (page) => {
      await truth.apply(page);
      if (page.cursor !== null) read.abort();
    },
  };
  await replicate(client, { store, sections: SECTIONS, signal: read.signal });
  return truth;
};

/** The reader as a process of its own. */
const startReader = (args: readonly string[], strange: (what: string) => void) => {
  let child: ChildProcess;
  let kills = 0;
  let condemned = false;
  const start = (): void => {
    condemned = false;
    child = fork(fileURLToPath(new URL('reader.ts', import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
    child.once('exit', (code) => condemned || strange(`The reader ended by itself with ${code}`));
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    condemned = true;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    kills += 1;
  };
  start();
  return { start, kill, kills: () => kills };
};

/** @throws where the sound program cannot be prepared */
export const runReplica = async (options: RunOptions): Promise<Report> => {
  const { folder, seed, progress } = options;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const faults: string[] = [];
  const strange = (what: string): void => void faults.push(what);
  const service = createService({ env, dataDir, address, log: join(folder, 'service.log'), ended: strange });
  const receiver = await startReceiver(async () => undefined);
  const file = join(folder, 'copy.ndjson');
  let reader: ReturnType<typeof startReader> | undefined;
  try {
    await service.start('nothing');
    const { token } = await prepare(commandOf(PROGRAM, env), receiver.url);
    service.readWith(token);
    if (options.planted) {
      await service.kill();
      service.become(await plant(options.planted, folder));
      await service.start('the preparation');
    }
    const statuses = new Map<number, number>();
    const asker = createAsker(address, token, strange);
    const send: Send = async (method, path, body) => {
      const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
      const text = body === undefined ? undefined : () => JSON.stringify(body);
      const reply = await asker.ask({ method, path, headers, ...(text ? { body: text } : {}) });
      if (!reply) throw new Error(`${method} ${path} was given up`);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      return reply;
    };
    const random = seeded(seed);
    const { write, finish } = createWriters(send, () => random.next(), options.batch);
    let [written, writing] = [0, true];
    const begun = performance.now();
    const writer = async (): Promise<void> => {
      while (written < options.writes) written += await write();
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, writer)).then(() => {
      writing = false;
    });
    await delay(300);
    const reading = startReader([address, token, file, SECTIONS.join(',')], strange);
    reader = reading;
    const share = (): number => Math.min(1, written / options.writes);
    const killReader = async (): Promise<void> => {
      for (let at = 1; at <= options.kills * 2 && writing; ) {
        if (share() >= (at - 0.5) / (options.kills * 2)) {
          await reading.kill();
          reading.start();
          at += 1;
        }
        await delay(50);
      }
    };
    let kills = 0;
    const killService = async (): Promise<void> => {
      const plan = planKills(seed, options.kills, ['service', 'database', 'backend', 'both']);
      for (const [at, kill] of plan.entries()) {
        while (writing && share() < (at + 1) / (options.kills + 1)) await delay(20);
        if (!writing) return;
        await carryOut(kill, { service, dataDir, random, power: null });
        kills += 1;
        progress(`${written} writes, kill ${kills} ${kill.kind}, ${Math.round((performance.now() - begun) / 1000)} s`);
      }
    };
    await Promise.all([writers, killReader(), killService()]);
    await finish();
    progress(`${written} writes in ${Math.round((performance.now() - begun) / 1000)} s; comparing`);
    const truth = await fromLists(createClient({ baseUrl: address, token }));
    const until = performance.now() + CAUGHT_UP_WITHIN_MS;
    let copy = await readStore(file);
    // Nothing changes any more: the copy is up to date where it stands behind the last change, as what was just read does.
    while ((await copy.cursor()) !== (await truth.cursor()) && performance.now() < until) {
      await delay(500);
      copy = await readStore(file);
    }
    if ((await copy.cursor()) !== (await truth.cursor())) strange('The copy did not come up to date.');
    const missing = SECTIONS.filter((one) => ![...truth.records.values()].some(({ section }) => section === one));
    if (missing.length) strange(`Nothing was written in ${missing}.`);
    faults.push(...differences(copy, truth));
    return { writes: written, kills, readerKills: reading.kills(), records: truth.records.size, statuses, faults };
  } finally {
    await reader?.kill();
    await service.stop();
    await receiver.stop();
  }
};
