/** Starts without clients: killed while they begin, again and again, and each one after a kill timed. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/process.ts';
import { type Fault, fault } from './history.ts';
import { killOne } from './kill.ts';
import { postmasterOf } from './processes.ts';
import { seeded } from './random.ts';
import type { Report } from './run.ts';
import { createService } from './service.ts';

export interface StartsOptions {
  readonly seed: number;
  readonly starts: number;
  readonly folder: string;
  readonly progress: (line: string) => void;
}

/** Longest time a start is given before it is killed; an undisturbed one takes less. */
const KILLED_WITHIN_MS = 2500;

/** One start that is killed, then one that must come up. */
export const runStarts = async ({ seed, starts, folder, progress }: StartsOptions): Promise<Report> => {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const faults: Fault[] = [];
  const service = createService({
    env: { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    dataDir,
    address: `http://127.0.0.1:${port}`,
    log: join(folder, 'service.log'),
    ended: (what) => faults.push(fault('start', what)),
  });
  const random = seeded(seed);
  const counts: Record<string, number> = {};
  for (let at = 0; at < starts; at += 1) {
    const kind = random.weighted({ service: 4, database: 2, both: 3 });
    const workers = random.next() < 0.3 ? 2 : 1;
    service.launch(workers);
    await delay(random.whole(0, KILLED_WITHIN_MS));
    if (kind !== 'service') killOne(await postmasterOf(dataDir));
    // Between the death of the database and that of its service there may be a while.
    if (kind === 'database') await delay(random.whole(0, 800));
    await service.kill();
    counts[kind] = (counts[kind] ?? 0) + 1;
    await service.start(`${kind} in the middle of a start`, workers);
    if (at % 10 === 9)
      progress(
        `${at + 1} starts, the last in ${Math.round(service.starts.at(-1)?.ms ?? 0)} ms, longest ${Math.round(Math.max(...service.starts.map(({ ms }) => ms)))} ms`,
      );
    await service.kill();
  }
  await service.start('the last kill');
  await service.stop();
  return { kills: counts, operations: 0, faults, starts: service.starts, slowest: 0 };
};
