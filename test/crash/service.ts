/** The service as its users run it, killed and started again; every start is timed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { PROGRAM } from '../support/process.ts';
import { describeProcesses } from './processes.ts';

/** A start that takes longer is looked into. */
const SLOW_MS = 10_000;
/** A start that takes longer has failed. */
const HOPELESS_MS = 120_000;

/** A stop that takes longer is a kill. */
const STOPPED_WITHIN_MS = 30_000;

/** The service does not come up any more. */
export class Hopeless extends Error {}

export interface ServiceOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly address: string;
  /** File of its output. */
  readonly log: string;
  /** Called for a process that ended without a kill. */
  readonly ended: (what: string) => void;
}

/** How long a start took, from the process to the first answer, in milliseconds. */
export interface Start {
  readonly after: string;
  readonly ms: number;
}

/** Activity of the database while a start takes too long. */
const activity = async (dataDir: string): Promise<string> => {
  const client = new pg.Client({ ...(await embeddedConnection(dataDir)), connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      'select pid, backend_type, state, wait_event_type, wait_event, left(query, 80) as query from pg_stat_activity',
    );
    return rows.map((row) => JSON.stringify(row)).join('\n');
  } catch (error) {
    return `pg_stat_activity: ${(error as Error).message}`;
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const createService = (options: ServiceOptions) => {
  const { dataDir, address, log } = options;
  const starts: Start[] = [];
  let child: ChildProcess | null = null;
  let token = '';
  /** The process that was asked to end, so that its end is expected. */
  let condemned: ChildProcess | null = null;

  // An aborted run leaves no process: the service stops its database too.
  process.once('exit', () => child?.kill('SIGTERM'));

  const launch = (workers: number): ChildProcess => {
    const launched = spawn(process.execPath, [PROGRAM, 'serve'], {
      env: { PATH: process.env.PATH ?? '', ...options.env, WORKERS: String(workers) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (data: Buffer): void => {
      output = `${output}${data}`.slice(-4000);
      void appendFile(log, data);
    };
    launched.stdout?.on('data', keep);
    launched.stderr?.on('data', keep);
    launched.once('exit', (code, signal) => {
      if (condemned !== launched) options.ended(`The service ended by itself (${signal ?? code}): ${output}`);
    });
    child = launched;
    return launched;
  };

  const answers = async (): Promise<boolean> => {
    try {
      const response = await fetch(`${address}${token ? '/v3/customers?limit=1' : '/health'}`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
        signal: AbortSignal.timeout(2000),
      });
      await response.text();
      return response.ok;
    } catch {
      return false;
    }
  };

  /** Waits until the service answers; one that ends by itself is started again, as a supervisor does. */
  const untilUp = async (after: string, workers: number): Promise<number> => {
    const begin = performance.now();
    let isDescribed = false;
    while (!(await answers())) {
      const waited = performance.now() - begin;
      if (child && (child.exitCode !== null || child.signalCode !== null)) {
        // One that ends at once each time is not started a thousand times.
        await delay(500);
        launch(workers);
      }
      if (waited > SLOW_MS && !isDescribed) {
        isDescribed = true;
        const where: string = `A start after ${after} takes more than ${SLOW_MS / 1000} s:\n${await describeProcesses(dataDir, child?.pid ?? 0)}\n${await activity(dataDir)}\n`;
        await appendFile(join(log, '..', 'slow-starts.txt'), where);
        console.error(
          `A start after ${after} takes more than ${SLOW_MS / 1000} s; what it waits for is in slow-starts.txt.`,
        );
      }
      if (waited > HOPELESS_MS) throw new Hopeless(`The service did not come up within ${HOPELESS_MS / 1000} s`);
      await delay(20);
    }
    return performance.now() - begin;
  };

  return {
    starts,
    pid: () => child?.pid ?? 0,
    /** From now on it answers when it reads with this token. */
    readWith: (given: string): void => {
      token = given;
    },
    isRunning: () => child !== null && child.exitCode === null && child.signalCode === null,
    untilUp,
    /** Starts it and waits for its first answer. */
    start: async (after: string, workers = 1): Promise<void> => {
      launch(workers);
      starts.push({ after, ms: await untilUp(after, workers) });
    },
    /** Starts it and does not wait. */
    launch,
    /** Sends SIGKILL and waits until the process has ended. */
    kill: async (): Promise<void> => {
      const dying = child;
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
      condemned = dying;
      const gone = new Promise((done) => dying.once('exit', done));
      dying.kill('SIGKILL');
      await gone;
    },
    /** Stops it cleanly, or at last with SIGKILL. */
    stop: async (): Promise<void> => {
      const dying = child;
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
      condemned = dying;
      const gone = new Promise((done) => dying.once('exit', done));
      dying.kill('SIGTERM');
      const late = setTimeout(() => dying.kill('SIGKILL'), STOPPED_WITHIN_MS);
      await gone;
      clearTimeout(late);
    },
  };
};

export type Service = ReturnType<typeof createService>;
