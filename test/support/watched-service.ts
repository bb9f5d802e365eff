/** A whole service as its operator sees it: by its probes, its numbers, its log, and what it answers. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { newKey } from '../../src/db/encryption/key-ring.ts';
import { freePort, type Running, startProgram } from './process.ts';

/** A service that is watched while something is done to it. */
export interface WatchedService {
  readonly env: Readonly<Record<string, string>>;
  readonly running: Running;
  /** Of the first start, for everything. */
  readonly token: string;
  /** A call with the token of the first start. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Writes a customer, and notes it where that was answered. @returns the status */
  create(): Promise<number>;
  upload(bytes: number): Promise<number>;
  /** What /readyz says. */
  checks(): Promise<Readonly<Record<string, boolean>>>;
  /** A number of /metrics, by its whole name with labels; NaN where there is none. */
  numberOf(series: string): Promise<number>;
  /** Lines of the log with a message. */
  lines(message: string): Record<string, unknown>[];
  /** The log says why a check fails now: a cause of before it was last well does not count. */
  expectCause(check: string, cause: RegExp): Promise<void>;
  /** A check fails: /readyz, its number and a line of the log with the cause say so. */
  expectNotReady(check: string, cause: RegExp): Promise<void>;
  /**
   * It accepts writes again, logged at most `times` failures, each with its end, and has every acknowledged record.
   */
  expectWellAgain(check: string, times?: number): Promise<void>;
  /** Every record that it answered with is there. */
  expectKept(): Promise<void>;
  /** Ends it so, and starts it again. */
  restart(signal: NodeJS.Signals): Promise<void>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Settings of a service that backs itself up to a place all the time. */
export const backedUp = (place: string): Record<string, string> => ({
  BACKUP_TO: place,
  BACKUP_KEY: newKey(),
  BACKUP_EVERY_SECONDS: '1',
});

/** Starts a service with its data below a folder. @param settings added to those of the monitoring */
export const startWatched = async (
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<WatchedService> => {
  const metricsPort = await freePort();
  const env: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    ...settings,
  };
  let running = await startProgram(env);
  const token = /Bearer ([\w.-]+)/.exec(running.output.stdout)?.[1] ?? '';
  const kids: number[] = [];
  /** Number of logged failures of a check when it last recovered. */
  const past = new Map<string, number>();

  const ask: WatchedService['ask'] = (path, init = {}) =>
    fetch(running.address + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, connection: 'close', ...(init.headers as Record<string, string>) },
      signal: AbortSignal.timeout(30_000),
    });
  const create = async (): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await ask('/v3/customers', { method: 'POST', headers, body: '{"name":"Geschrieben"}' });
    const { kid } = (await answer.json()) as { kid: number };
    if (answer.status === 201) kids.push(kid);
    return answer.status;
  };
  const readiness = async () => {
    const answer = await ask('/readyz');
    return (await answer.json()) as { ready: boolean; checks: Record<string, boolean> };
  };
  const numberOf = async (series: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.split(' ').at(-1) ?? Number.NaN);
  };
  const lines: WatchedService['lines'] = (message) =>
    // The last element is an incomplete line, or empty.
    running.output.stderr
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === message);
  const said = (message: string, check: string) => lines(message).filter((line) => line.check === check);

  // Output may arrive later than the response that it belongs to.
  const expectCause: WatchedService['expectCause'] = (check, cause) =>
    expect
      .poll(() => said('Not ready', check).slice(past.get(check)).at(-1)?.cause ?? '', { timeout: 10_000 })
      .toMatch(cause);

  const expectKept = async (): Promise<void> => {
    for (const kid of kids) expect([kid, (await ask(`/v3/customers/${kid}`)).status]).toEqual([kid, 200]);
  };

  return {
    env,
    token,
    expectKept,
    get running() {
      return running;
    },
    ask,
    create,
    upload: async (bytes) => {
      const body = new FormData();
      body.append('file', new File([Buffer.alloc(bytes, 7)], 'a.bin'));
      return (await ask('/v3/documents', { method: 'POST', body })).status;
    },
    checks: async () => (await readiness()).checks,
    numberOf,
    lines,
    expectCause,
    expectNotReady: async (check, cause) => {
      await expect.poll(async () => (await readiness()).checks[check], { timeout: 20_000 }).toBe(false);
      await expect.poll(() => numberOf(`broker_crm_ready{check="${check}"}`), { timeout: 10_000 }).toBe(0);
      await expectCause(check, cause);
    },
    expectWellAgain: async (check, times = 1) => {
      await expect.poll(async () => (await readiness()).ready, { timeout: 60_000 }).toBe(true);
      await expect.poll(create, { timeout: 60_000 }).toBe(201);
      const open = () => said('Not ready', check).length - said('Ready again', check).length;
      await expect.poll(open, { timeout: 10_000 }).toBe(0);
      const failed = said('Not ready', check).length;
      expect([failed > 0, failed <= times]).toEqual([true, true]);
      past.set(check, failed);
      await expectKept();
    },
    restart: async (signal) => {
      await running.end(signal);
      running = await startProgram(env);
      past.clear();
    },
    end: (signal = 'SIGTERM') => running.end(signal),
  };
};
