/** A primary and its streaming standby, of Debian's PostgreSQL: `apt-get install postgresql-15`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findUnprivilegedUser } from '../../src/db/embedded/embedded-paths.ts';
import { onServer } from './citus.ts';
import { makeFolder } from './folder.ts';
import { freePort } from './process.ts';
import { until } from './until.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const HOST = '127.0.0.1';
const USER = 'postgres';

/** Whether the programs are on this machine. */
export const hasPostgresql = existsSync(`${PROGRAMS}/pg_basebackup`);
if (!hasPostgresql)
  console.warn(`\n*** ${PROGRAMS} was not found: its tests are SKIPPED. apt-get install postgresql-15 ***\n`);

/** Both servers. Every commit on the primary waits until the standby shows it. */
export interface Pair {
  readonly primary: number;
  readonly standby: number;
  /** Ends the primary as a crash does. */
  kill(): Promise<void>;
  /** Makes the standby the primary; it has no standby of its own, so commits wait for none. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export const startPair = async (): Promise<Pair> => {
  const folder = await makeFolder('pair');
  const account = findUnprivilegedUser();
  if (account) await chown(folder, account.uid, account.gid);
  const run = async (name: string, ...args: string[]): Promise<void> => {
    await promisify(execFile)(join(PROGRAMS, name), args, { ...account, cwd: folder, env: { LC_ALL: 'C.UTF-8' } });
  };
  const [primary, standby] = [await freePort(), await freePort()];
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const start = (data: string, port: number) =>
    run(
      'pg_ctl',
      '-D',
      data,
      '-l',
      `${data}.log`,
      '-w',
      '-o',
      `-p ${port} -k ${folder} -c listen_addresses=${HOST} -c fsync=off`,
      'start',
    );
  await run('initdb', '-D', one, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  await start(one, primary);
  await onServer({ host: HOST, port: primary, user: USER }, 'postgres', [
    'create role haproxy_check login',
    'create database crm',
  ]);
  await run(
    'pg_basebackup',
    '-h',
    HOST,
    '-p',
    String(primary),
    '-U',
    USER,
    '-D',
    two,
    '-R',
    '-X',
    'stream',
    '--no-sync',
    '-c',
    'fast',
  );
  await start(two, standby);
  await onServer({ host: HOST, port: primary, user: USER }, 'postgres', [
    "alter system set synchronous_standby_names = '*'",
    'alter system set synchronous_commit = remote_apply',
    'select pg_reload_conf()',
  ]);
  await until(
    async () => {
      const [state] = await onServer({ host: HOST, port: primary, user: USER }, 'postgres', [
        "select 1 from pg_stat_replication where sync_state = 'sync'",
      ]);
      return state?.rows.length === 1;
    },
    { what: 'replication' },
  );
  return {
    primary,
    standby,
    kill: async () => {
      process.kill(Number((await readFile(join(one, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
    },
    promote: () => run('pg_ctl', '-D', two, '-w', 'promote'),
    stop: async () => {
      for (const data of [one, two])
        await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
