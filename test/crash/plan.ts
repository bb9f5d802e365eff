/** The plan of kills, determined by a seed alone, so that a run can be repeated. */
import { seeded } from './random.ts';

/** Targets of SIGKILL. */
export const KILLS = {
  service: 'the first process of the service; its database is left behind',
  database: 'the first process of PostgreSQL; the service starts it again',
  backend: 'one process of PostgreSQL, which then throws out all the others',
  both: 'service and database at once',
  'api-process': 'one of two API processes',
  start: 'the service, and then the next one while it starts',
  power: 'everything, and what was not synced is forgotten (needs root and a loop device)',
} as const;

export type KillKind = keyof typeof KILLS;

/** One kill. */
export interface Kill {
  readonly kind: KillKind;
  /** Milliseconds of load before it. */
  readonly after: number;
  /** API processes of the service that is started afterwards. */
  readonly workers: 1 | 2;
  /** At `start`: milliseconds after which the starting service is killed too. */
  readonly duringStart: number;
  /** Whether the clients finish open requests before they continue. */
  readonly quiet: boolean;
}

const WEIGHTS: Readonly<Record<KillKind, number>> = {
  service: 32,
  database: 20,
  backend: 14,
  both: 18,
  'api-process': 4,
  start: 12,
  power: 0,
};

/** Longest load before a kill, and longest start that is killed. */
const LOAD_MS = 1500;
const START_MS = 1600;

/**
 * The kills of a run.
 * @param only kinds to choose from, where not all; a loss of power must be asked for
 */
export const planKills = (seed: number, count: number, only?: readonly KillKind[]): Kill[] => {
  const random = seeded(seed);
  let workers: 1 | 2 = 1;
  return Array.from({ length: count }, (_, at) => {
    // A single process has no API processes.
    const weights = { ...WEIGHTS, 'api-process': workers === 2 ? 20 : 0 };
    const kind = only ? (random.pick(only) ?? 'service') : random.weighted(weights);
    const restarts = kind !== 'database' && kind !== 'backend' && kind !== 'api-process';
    const chosen = random.next() < 0.25 ? 2 : 1;
    if (restarts) workers = chosen;
    return {
      kind,
      // Some follow each other at once.
      after: random.next() < 0.15 ? random.whole(0, 60) : random.whole(60, LOAD_MS),
      workers,
      duringStart: random.whole(0, START_MS),
      quiet: at === count - 1 || random.next() < 0.4,
    };
  });
};
