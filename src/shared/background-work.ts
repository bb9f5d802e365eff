/**
 * The background work of a service: one list, from which it takes its intervals. `broker-crm jobs` and docs/crashes.md show it.
 */
import { HOUR_MS, MINUTE_MS } from './durations.ts';

/** Work in rounds. */
interface Work {
  /** Milliseconds between two rounds on one server; null where the configuration has a schedule. */
  readonly everyMs: number | null;
  /** The interval on a cluster, whose shards each get a task, as a multiple. */
  readonly onCluster?: number;
  /** A round asks each range of shards: the interval by their number, as a multiple. */
  readonly perRange?: number;
  /** A change in the same process begins a round at once. */
  readonly woken?: true;
  /** Who runs it: the jobs of the first process, its start, or each process. */
  readonly runner: 'jobs' | 'start' | 'process';
  /** What continues after a crash. */
  readonly afterCrash: string;
}

export const backgroundWork = {
  deliveries: {
    everyMs: 250,
    onCluster: 4,
    woken: true,
    runner: 'jobs',
    afterCrash: 'the lease ends 5 s after the timeout of a call; sent again',
  },
  imports: {
    everyMs: 250,
    onCluster: 8,
    woken: true,
    runner: 'jobs',
    afterCrash: 'the lease ends after 10 s; continues at the last checkpoint',
  },
  messages: {
    everyMs: 1000,
    onCluster: 5,
    runner: 'jobs',
    afterCrash: 'the lease ends after 150 s; sent again, with the same Message-ID',
  },
  letters: {
    everyMs: 1000,
    onCluster: 5,
    runner: 'jobs',
    afterCrash: 'the lease ends after 60 s; continues with the next letter, at most 3 tries of one',
  },
  mailboxes: {
    everyMs: 5000,
    onCluster: 3,
    runner: 'jobs',
    afterCrash: 'the lease ends after 5 min; mails that are not stored yet are fetched again',
  },
  'document-texts': {
    everyMs: 2000,
    onCluster: 5,
    runner: 'jobs',
    afterCrash: 'the lease ends after 5 min; the file is read again, at most 5 tries',
  },
  exports: {
    everyMs: 1000,
    onCluster: 5,
    runner: 'jobs',
    afterCrash: 'the lease ends after 60 s; the file is written again, at most 3 tries',
  },
  erasures: {
    everyMs: 1000,
    onCluster: 5,
    runner: 'jobs',
    afterCrash: 'the lease ends after 20 s; each step may run twice',
  },
  'purge-deleted': { everyMs: HOUR_MS, runner: 'jobs', afterCrash: 'begins again' },
  'settings-jobs': {
    everyMs: MINUTE_MS,
    perRange: 1,
    runner: 'jobs',
    afterCrash: 'the marker is in the settings; runs again',
  },
  'storage-check': { everyMs: 10 * MINUTE_MS, runner: 'jobs', afterCrash: 'begins again' },
  'temp-cleanup': { everyMs: 10 * MINUTE_MS, runner: 'jobs', afterCrash: 'begins again; temporary files are removed' },
  backups: { everyMs: null, runner: 'start', afterCrash: 'begins again; temporary files are removed' },
  'expiry-mails': {
    everyMs: 10 * MINUTE_MS,
    perRange: 0.1,
    runner: 'start',
    afterCrash: 'the lease ends after 5 min; sent then',
  },
  'request-counts': {
    everyMs: 5000,
    runner: 'process',
    afterCrash: 'counts since the last write are lost',
  },
  'clean-up': { everyMs: 10 * MINUTE_MS, perRange: 0.1, runner: 'process', afterCrash: 'begins again' },
} as const satisfies Readonly<Record<string, Work>>;

export type BackgroundWork = keyof typeof backgroundWork;

/** Work by its runner. */
export type WorkOf<Runner extends Work['runner']> = {
  [Name in BackgroundWork]: (typeof backgroundWork)[Name]['runner'] extends Runner ? Name : never;
}[BackgroundWork];

/** Work that has an interval. */
type Regular = Exclude<BackgroundWork, 'backups'>;

/**
 * The milliseconds between two rounds.
 * @param ranges ranges of shards; 1 on one server
 * @param everyMs another interval on one server, for tests
 */
export const intervalOf = (name: Regular, ranges = 1, everyMs: number = backgroundWork[name].everyMs): number => {
  const { onCluster = 1, perRange = 0 }: Work = backgroundWork[name];
  return everyMs * Math.max(1, perRange * ranges, ranges > 1 ? onCluster : 1);
};

const duration = (ms: number): string => {
  if (ms < 1000) return `${ms} ms`;
  if (ms < MINUTE_MS) return `${ms / 1000} s`;
  return ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`;
};

/** The interval as a text. */
export const describeInterval = (name: BackgroundWork): string => {
  const { everyMs, onCluster, perRange, woken, runner }: Work = backgroundWork[name];
  if (everyMs === null) return 'by its schedule';
  const text = `${duration(everyMs)}${onCluster ? ` (${duration(everyMs * onCluster)} on a cluster)` : ''}`;
  return [
    text,
    ...(perRange ? ['longer with many shards'] : []),
    ...(woken ? ['woken by changes'] : []),
    ...(runner === 'process' ? ['in each process'] : []),
  ].join(', ');
};
