/** Carries out one kill and waits until the service answers again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Kill } from './plan.ts';
import type { Power } from './power.ts';
import { allBesides, apiProcessesOf, backendsOf, postmasterOf } from './processes.ts';
import type { Random } from './random.ts';
import type { Service } from './service.ts';

/** The target of a kill. */
export interface Target {
  readonly service: Service;
  readonly dataDir: string;
  readonly random: Random;
  /** The device below DATA_DIR, where power can be lost. */
  readonly power: Power | null;
}

/** Sends SIGKILL. @returns whether there was such a process */
export const killOne = (pid: number | null | undefined): boolean => {
  if (!pid) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It ended by itself meanwhile.
    return false;
  }
};

/** Waits until the service has put another process in the place of the killed first one of its database. */
const untilNewDatabase = async ({ dataDir, service }: Target, killed: number): Promise<void> => {
  for (let tries = 0; tries < 2000 && service.isRunning(); tries += 1) {
    const postmaster = await postmasterOf(dataDir);
    if (postmaster !== null && postmaster !== killed) return;
    await delay(10);
  }
};

/** Executes a kill of the plan; resolves when the service responds again. */
export const carryOut = async (kill: Kill, target: Target): Promise<void> => {
  const { service, dataDir, random, power } = target;
  const postmaster = await postmasterOf(dataDir);
  if (kill.kind === 'database') {
    killOne(postmaster);
    await untilNewDatabase(target, postmaster ?? 0);
    await service.untilUp(kill.kind, kill.workers);
  } else if (kill.kind === 'backend') {
    killOne(random.pick(await backendsOf(dataDir)));
    await delay(30);
    await service.untilUp(kill.kind, kill.workers);
  } else if (kill.kind === 'api-process') {
    killOne(random.pick(await apiProcessesOf(service.pid())));
    await service.untilUp(kill.kind, kill.workers);
  } else if (kill.kind === 'power') {
    const others = await allBesides(dataDir, service.pid());
    power?.cut();
    for (const pid of others) killOne(pid);
    await service.kill();
    await power?.restore();
    await service.start(kill.kind, kill.workers);
  } else {
    if (kill.kind === 'both') killOne(postmaster);
    await service.kill();
    if (kill.kind === 'start') {
      service.launch(kill.workers);
      await delay(kill.duringStart);
      if (random.next() < 0.3) killOne(await postmasterOf(dataDir));
      await service.kill();
    }
    await service.start(kill.kind, kill.workers);
  }
};
