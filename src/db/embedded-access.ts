/**
 * Who may connect to the embedded PostgreSQL: three roles with passwords, whatever account of the system asks. The owner
 * makes tables, backups and roles; the service connects as one that may only do what is done with rows; reports are read
 * by one that sees nothing but their views.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type Account, type Places, windows } from './embedded-places.ts';

/** Owns the database and everything in it. */
export const OWNER = 'broker';
/** What the service connects as. */
export const SERVICE = 'broker_service';

/** What reports are read as (docs/reporting.md). */
export const REPORTS = 'broker_reports';
export type EmbeddedRole = typeof OWNER | typeof SERVICE | typeof REPORTS;

/** The owner's password: kept beside the database, for the operator's account alone. Made where there is none. */
export const passwordOf = async ({ secret }: Pick<Places, 'secret'>): Promise<string> => {
  const known = await readFile(secret, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(secret, password, { mode: 0o600 });
  return password;
};

/** The passwords of the other roles follow from the owner's. */
export const passwordFor = (role: EmbeddedRole, password: string): string =>
  role === OWNER ? password : createHmac('sha256', password).update(role).digest('hex');

/** Everybody needs a password. The first line tells a later start for which one this was made. */
const accessOf = (password: string): string =>
  [
    `# Made by broker-crm for the password ${createHash('sha256').update(password).digest('hex')}`,
    ...(windows ? [] : ['local all all scram-sha-256']),
    'host all all 127.0.0.1/32 scram-sha-256',
    '',
  ].join('\n');

const fileIn = (data: string): string => join(data, 'pg_hba.conf');

/** Whether the data folder asks everybody for a password, and the owner for this one. */
export const asksFor = async (data: string, password: string): Promise<boolean> =>
  (await readFile(fileIn(data), 'utf8').catch(() => '')) === accessOf(password);

/** Has the server ask everybody for a password, from its next start on. */
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

/** Makes the roles that are missing beside the owner. @param client connected as the owner */
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
