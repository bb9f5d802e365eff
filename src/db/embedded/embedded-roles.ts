/**
 * Roles of the embedded PostgreSQL: three with passwords, independent of the system account. The owner creates
 * tables, backups and roles; the service has rights on rows only; reports have rights on their views only.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type Account, type EmbeddedPaths, windows } from './embedded-paths.ts';

/** Owns the database and everything in it. */
export const OWNER = 'broker';
/** The role of the service. */
export const SERVICE = 'broker_service';

/** The role of reports (docs/reporting.md). */
export const REPORTS = 'broker_reports';
export type EmbeddedRole = typeof OWNER | typeof SERVICE | typeof REPORTS;

/**
 * The owner's password: stored next to the database, readable for the operator's account only. Created where it is
 * missing.
 */
export const passwordOf = async ({ secret }: Pick<EmbeddedPaths, 'secret'>): Promise<string> => {
  const known = await readFile(secret, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(secret, password, { mode: 0o600 });
  return password;
};

/** The passwords of the other roles follow from the owner's. */
export const passwordFor = (role: EmbeddedRole, password: string): string =>
  role === OWNER ? password : createHmac('sha256', password).update(role).digest('hex');

/** All connections need a password. The first line identifies the password of this file for a later start. */
const accessOf = (password: string): string =>
  [
    `# Made by broker-crm for the password ${createHash('sha256').update(password).digest('hex')}`,
    ...(windows ? [] : ['local all all scram-sha-256']),
    'host all all 127.0.0.1/32 scram-sha-256',
    '',
  ].join('\n');

const fileIn = (data: string): string => join(data, 'pg_hba.conf');

/** Whether the data folder requires passwords, and this one for the owner. */
export const asksFor = async (data: string, password: string): Promise<boolean> =>
  (await readFile(fileIn(data), 'utf8').catch(() => '')) === accessOf(password);

/** Requires passwords from the next start of the server on. */
export const writeAccess = async (data: string, password: string, account: Account | null): Promise<void> => {
  const part = `${fileIn(data)}.new`;
  await writeFile(part, accessOf(password), { mode: 0o600, flush: true });
  await chmod(part, 0o600);
  if (account) await chown(part, account.uid, account.gid);
  await rename(part, fileIn(data));
};

/** Writes the configuration of a restored database: all but access is given at the start. */
export const writeConfiguration = async (data: string, password: string, account: Account | null): Promise<void> => {
  await writeFile(join(data, 'postgresql.conf'), "timezone = 'UTC'\nlog_timezone = 'UTC'\n", { mode: 0o600 });
  await writeFile(join(data, 'pg_ident.conf'), '', { mode: 0o600 });
  await writeAccess(data, password, account);
};

/** Creates missing roles. @param client connected as the owner */
export const makeRoles = async (client: pg.Client, password: string): Promise<void> => {
  for (const role of [SERVICE, REPORTS] as const) {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (!rows.length) await client.query(`create role ${role}`);
    await client.query(
      `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(passwordFor(role, password))}`,
    );
  }
  await client.query(`alter role ${REPORTS} set default_transaction_read_only = on`);
};
