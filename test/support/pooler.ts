/** Debian's PgBouncer before a server of the tests: `apt-get install pgbouncer`. */
import { spawn } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findUnprivilegedUser } from '../../src/db/embedded/embedded-paths.ts';
import type { TestServer } from './citus.ts';
import { makeFolder } from './folder.ts';
import { freePort } from './process.ts';
import { firstProgram } from './programs.ts';
import { until } from './until.ts';

const PROGRAM = firstProgram('pgbouncer');

export interface Pooler {
  readonly host: string;
  readonly port: number;
  /** An administrator's command, such as RECONNECT. */
  say(command: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  readonly mode: 'session' | 'transaction';
  /** Connections to the server, of each database and role. */
  readonly size?: number;
  /** Roles that may connect. */
  readonly users: readonly Pick<TestServer, 'user' | 'password'>[];
  /** More lines of its file. */
  readonly more?: readonly string[];
}

const ADMIN = 'pooler_admin';

/** Starts one as it is installed: nothing is allowed to it that its defaults refuse. */
export const startPooler = async (
  { host, port }: Pick<TestServer, 'host' | 'port'>,
  { mode, size = 20, users, more = [] }: PoolerOptions,
): Promise<Pooler> => {
  const folder = await makeFolder('pooler');
  const account = findUnprivilegedUser();
  const listen = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const names = [...users, { user: ADMIN, password: ADMIN }];
  const trusted = users.every(({ password }) => !password);
  await writeFile(join(folder, 'users'), names.map(({ user, password }) => `"${user}" "${password ?? ''}"\n`).join(''));
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=${host} port=${port}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${listen}\nunix_socket_dir =`,
      `auth_type = ${trusted ? 'trust' : 'scram-sha-256'}\nauth_file = ${join(folder, 'users')}\nadmin_users = ${ADMIN}`,
      `pool_mode = ${mode}\ndefault_pool_size = ${size}\nmax_client_conn = 2000\nlogfile = ${join(folder, 'log')}`,
      ...more,
      '',
    ].join('\n'),
  );
  if (account) for (const path of [folder, file, join(folder, 'users')]) await chown(path, account.uid, account.gid);
  const child = spawn(PROGRAM ?? '', ['-q', file], { ...account, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const say: Pooler['say'] = async (command) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: listen,
      user: ADMIN,
      password: ADMIN,
      database: 'pgbouncer',
    });
    await client.connect();
    try {
      return (await client.query(command)).rows ?? [];
    } finally {
      await client.end();
    }
  };
  await until(
    () =>
      say('show version').then(
        () => true,
        () => false,
      ),
    { what: 'PgBouncer' },
  );
  return {
    host: '127.0.0.1',
    port: listen,
    say,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
