/**
 * One run: a service that is killed, writers that repeat each request until it is answered, a reader that maintains a
 * copy and is killed too; at the end the copy is compared with the API (rules 8.5).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, replicate } from '../../sdk/src/index.ts';
import { carryOut, type Target } from '../crash/kill.ts';
import { createAsker } from '../crash/load/ask.ts';
import { type Kill, planKills } from '../crash/plan.ts';
import type { Prepared } from '../crash/prepare.ts';
import { seeded } from '../crash/random.ts';
import { type SetUp, setUp } from '../crash/set-up.ts';
import { openStore } from './file-store.ts';
import { SECTIONS } from './known.ts';
import { differences, type Records, readTruth } from './oracle.ts';
import { createWriters } from './writers.ts';

const WRITERS = 16;
/** A copy that is not up to date by then is not true. */
const CAUGHT_UP_WITHIN_MS = 60_000;

interface RunOptions {
  /** Records that are written. */
  readonly writes: number;
  /** Kills of the service or its database; the reader is killed twice as often. */
  readonly kills: number;
  /** Most records of one call. */
  readonly batch: number;
  readonly seed: number;
  readonly folder: string;
  readonly progress: (line: string) => void;
}

interface Report {
  readonly writes: number;
  /** Killed processes. */
  readonly kills: readonly string[];
  /** Records of the copy. */
  readonly records: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Differences of the copy from the API, and unexpected responses. */
  readonly faults: readonly string[];
}

/** The reader as a process of its own. @param ended called for a reader that ended without a kill */
const createReading = (args: readonly string[], ended: (what: string) => void) => {
  let child: ChildProcess | null = null;
  let condemned: ChildProcess | null = null;
  const told = new EventEmitter();
  const start = (): void => {
    const started = fork(fileURLToPath(new URL('reader.ts', import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
    started.once('exit', (code) => condemned === started || ended(`The reader ended by itself with ${code}`));
    started.on('message', (state: string) => told.emit(state));
    child = started;
  };
  const kill = async (): Promise<void> => {
    condemned = child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  /** It has begun to read the lists; it has read all of them, and follows the changes. */
  const [begun, whole] = [once(told, 'begun'), once(told, 'whole')];
  return { start, kill, begun, whole };
};

interface Killed {
  readonly target: Target;
  readonly reading: ReturnType<typeof createReading>;
  /** Waits until this share of the writes is done. */
  readonly written: (share: number) => Promise<void>;
  readonly tell: (what: string) => void;
}

/** Kills the reader alone and together with the service, alternately. @returns the killed processes */
const killAll = async (plan: readonly Kill[], { target, reading, written, tell }: Killed): Promise<string[]> => {
  const kills: string[] = [];
  const killReader = async (): Promise<void> => {
    await reading.kill();
    reading.start();
    kills.push('reader');
  };
  for (const [at, kill] of plan.entries()) {
    await written((at + 0.5) / (plan.length + 1));
    await killReader();
    await written((at + 1) / (plan.length + 1));
    // At first it may be killed while it reads the lists; then it has time to read them to their end.
    await reading.whole;
    await Promise.all([carryOut(kill, target), killReader()]);
    kills.push(kill.kind);
    tell(`killed ${kill.kind}`);
  }
  return kills;
};

/** Brings the copy of the killed reader up to date. @throws where it takes too long */
const bringUp = async (file: string, address: string, token: string): Promise<Records> => {
  const store = await openStore(file);
  const late = AbortSignal.timeout(CAUGHT_UP_WITHIN_MS);
  await replicate(createClient({ baseUrl: address, token }), { store, sections: SECTIONS, wait: 0, signal: late });
  store.close();
  late.throwIfAborted();
  return store.records;
};

const runOn = async (stage: SetUp, prepared: Prepared, options: RunOptions, faults: string[]): Promise<Report> => {
  const { service, address, dataDir } = stage;
  const { seed, writes, kills, batch, folder, progress } = options;
  const strange = (what: string): void => void faults.push(what);
  const file = join(folder, 'copy.ndjson');
  const reading = createReading([address, prepared.token, file, SECTIONS.join(',')], strange);
  const asker = createAsker(address, prepared.token, strange);
  const writers = createWriters(asker, seeded(seed), batch);
  const target: Target = { service, dataDir, random: seeded(seed + 1), power: null };
  const begun = performance.now();
  const tell = (what: string): void =>
    progress(`${Math.round((performance.now() - begun) / 1000)} s, ${writers.written()} writes: ${what}`);
  const written = async (share: number): Promise<void> => {
    while (writers.written() < share * writes) await delay(20);
  };
  try {
    await writers.oneOfEach();
    reading.start();
    await reading.begun;
    let isOver = false;
    const killing = killAll(planKills(seed, kills), { target, reading, written, tell }).finally(() => {
      isOver = true;
    });
    const work = () => writers.write(() => isOver && writers.written() >= writes);
    const [killed] = await Promise.all([killing, ...Array.from({ length: WRITERS }, work)]);
    await writers.oneOfEach();
    await reading.kill();
    const copy = await bringUp(file, address, prepared.token);
    tell('comparing');
    const truth = await readTruth(stage, prepared, SECTIONS);
    const missing = SECTIONS.filter((one) => ![...truth.values()].some(({ section }) => section === one));
    if (missing.length) strange(`Nothing was written in ${missing}.`);
    faults.push(...differences(copy, truth));
    tell('compared');
    return { writes: writers.written(), kills: killed, records: truth.size, statuses: writers.statuses, faults };
  } finally {
    asker.giveUp();
    await reading.kill();
  }
};

/** @throws if the service cannot be prepared or does not start again, or the copy does not come up to date */
export const runReplica = async (options: RunOptions): Promise<Report> => {
  const { folder } = options;
  const faults: string[] = [];
  const stage = await setUp(folder, (what) => faults.push(what));
  try {
    return await runOn(stage, await stage.begin(null), options, faults);
  } finally {
    await stage.service.stop();
  }
};
