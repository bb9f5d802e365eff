/** One run: a service in a folder of its own, clients at work, kills as planned, and everything compared at the end. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clients, startClients } from './clients.ts';
import { findFaults } from './end/all.ts';
import { type Fault, fault } from './history.ts';
import { carryOut, type Target } from './kill.ts';
import { type Kill, type KillKind, planKills } from './plan.ts';
import { mountDisk } from './power.ts';
import { seeded } from './random.ts';
import { Hopeless, type Start } from './service.ts';
import { setUp } from './set-up.ts';

export interface RunOptions {
  readonly seed: number;
  readonly kills: number;
  readonly clients: number;
  /** Begin no further kill after so many seconds. */
  readonly seconds: number;
  /** Targets of kills, by default all but a loss of power, which must be named. */
  readonly only?: readonly KillKind[];
  /** Where data, history and logs lie. */
  readonly folder: string;
  readonly progress: (line: string) => void;
}

export interface Report {
  readonly kills: Readonly<Record<string, number>>;
  readonly operations: number;
  readonly faults: readonly Fault[];
  readonly starts: readonly Start[];
  /** Longest operation while the service was up, in milliseconds. */
  readonly slowest: number;
}

/** A request that is repeated must have its answer within this once the service is up. */
const QUIET_MS = 5000;

/** Waits until no request is open. @returns requests without a response after 5 s */
const untilQuiet = async (clients: Clients): Promise<readonly string[]> => {
  const until = performance.now() + QUIET_MS;
  clients.send({ do: 'work', on: false });
  for (;;) {
    const { open } = await clients.state();
    if (!open.length || performance.now() > until) return open;
    await delay(20);
  }
};

/** The parts of a run that kills work on. */
interface Parts {
  readonly clients: Clients;
  readonly target: Target;
  readonly faults: Fault[];
  readonly counts: Record<string, number>;
}

const notAnswered = (open: readonly string[], when: string): Fault[] =>
  open.map((what) => fault('unanswered', `${when}: ${what}`));

const carryOne = async (kill: Kill, at: number, parts: Parts, progress: RunOptions['progress']): Promise<void> => {
  const { clients, target, faults, counts } = parts;
  await delay(kill.after);
  clients.send({ do: 'up', is: false });
  await carryOut(kill, target);
  clients.send({ do: 'up', is: true });
  counts[kill.kind] = (counts[kill.kind] ?? 0) + 1;
  if (kill.quiet) {
    faults.push(...notAnswered(await untilQuiet(clients), `after kill ${at + 1} (${kill.kind})`));
    clients.send({ do: 'work', on: true });
  }
  const { operations, open } = await clients.state();
  const last = Math.round(target.service.starts.at(-1)?.ms ?? 0);
  progress(`kill ${at + 1} ${kill.kind}: last start ${last} ms, ${operations} operations, ${open.length} open`);
};

const carryAll = async ({ seed, kills, only, seconds, progress }: RunOptions, parts: Parts): Promise<void> => {
  const until = performance.now() + seconds * 1000;
  for (const [at, kill] of planKills(seed, kills, only).entries()) {
    if (performance.now() > until) break;
    await carryOne(kill, at, parts, progress);
  }
  parts.faults.push(...notAnswered(await untilQuiet(parts.clients), 'at the end'));
};

/** Runs service and clients, executes the plan of kills, and compares. @throws if the service cannot be prepared */
export const run = async (options: RunOptions): Promise<Report> => {
  const { seed, folder, progress } = options;
  const history = join(folder, 'history.ndjson');
  const faults: Fault[] = [];
  const ended = (what: string): void => void faults.push(fault('start', what));
  const { service, dataDir, address, command, begin } = await setUp(folder, ended);
  const power = options.only?.includes('power') ? await mountDisk(folder, dataDir) : null;
  const clients = await startClients(history);
  const counts: Record<string, number> = {};
  const report = (operations: number, slowest: number): Report => ({
    kills: counts,
    operations,
    faults,
    starts: service.starts,
    slowest,
  });
  try {
    const prepared = await begin(clients.hook);
    const { token, cursor } = prepared;
    clients.send({ do: 'start', address, token, cursor, seed, clients: options.clients });
    const target: Target = { service, dataDir, random: seeded(seed + 1), power };
    await carryAll(options, { clients, target, faults, counts });
    const { operations, slowest } = await clients.state();
    await clients.end();
    progress('comparing');
    faults.push(...(await findFaults({ history, dataDir, address, prepared, command })));
    return report(operations, slowest);
  } catch (error) {
    if (!(error instanceof Hopeless)) throw error;
    faults.push(fault('start', error.message));
    return report(0, 0);
  } finally {
    await clients.close();
    await service.stop();
    await power?.end();
  }
};
