/** The real service as a process of its own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withSecretsKey } from './secrets-key.ts';
import { heardApart } from './split-heartbeats.ts';

/** The built command; the set-up of the tests builds it where it is stale. */
export const PROGRAM = fileURLToPath(new URL('../../bin/broker-crm.js', import.meta.url));

/** Output and exit of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** Without progress lines. */
  readonly stderr: string;
}

/** Another Node.js, or another version of the command; a file that its log goes to, instead of here. */
interface With {
  readonly node?: string;
  readonly program?: string;
  readonly stderr?: number;
}

const launch = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { node = process.execPath, program = PROGRAM, stderr }: With,
): ChildProcess =>
  spawn(node, [program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...withSecretsKey(env) },
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
  });

const gathered = (child: ChildProcess) => {
  const output = { stdout: '', stderr: '' };
  // As texts: a character of several bytes may be split between two chunks.
  child.stdout?.setEncoding('utf8').on('data', (data: string) => (output.stdout += data));
  child.stderr?.setEncoding('utf8').on('data', (data: string) => (output.stderr += data));
  return output;
};

/** Runs a command of the service to its end, which may be a signal that `killed` asks for: its reason, else a kill -9. */
export const runProgram = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  killed?: AbortSignal,
  other: With = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = launch(args, env, other);
    const output = gathered(child);
    killed?.addEventListener('abort', () => child.kill(killed.reason in constants.signals ? killed.reason : 'SIGKILL'));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output, stderr: heardApart(output.stderr).stderr }));
  });

/**
 * Ports outside of the ephemeral range: Linux assigns connections those from 32768 on, other systems those from 49152
 * on, and a free one could soon be taken.
 */
const PORTS = { from: 10_000, to: 32_000 };
const given = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that is free, outside of the ephemeral range, and not given to another caller in this process. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    // By chance: other processes of the tests look for one at the same time.
    const port = randomInt(PORTS.from, PORTS.to);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
};

export interface Running {
  readonly pid: number;
  /** Its output so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly address: string;
  /** Sends a signal and resolves with the exit code once it has ended and `output` is complete. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `serve` and resolves once it listens. @throws its output where it ends before */
export const startProgram = async (env: Readonly<Record<string, string>>, other: With = {}): Promise<Running> => {
  const child = launch(['serve'], env, other);
  const output = gathered(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /listens on (\S+)\n/.exec(output.stdout)?.[1];
      if (found) resolve(found);
    });
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${output.stderr}`)));
  });
  return {
    pid: child.pid ?? 0,
    output,
    address,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};
