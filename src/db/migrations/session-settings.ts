/**
 * Session settings of the service. They are stored with its role in the database, where each role may set them
 * itself, so that a connection needs no startup options and works through any pooler. Settings that an operator made
 * for the role or the database stay. No response depends on them (docs/decisions/0017).
 */
import type pg from 'pg';
import { lookupTable } from '../../shared/lookup-table.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Database } from '../database.ts';
import { HAS_CITUS } from '../pool/has-citus.ts';
import { MigrationError } from './migration-files.ts';

/** Statements are short: compiling them or sharing them among processes costs more than it saves; none runs for ever. */
const SETTINGS: Readonly<Record<string, string>> = lookupTable({
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: '1min',
  statement_timeout: '1min',
});

/** Timeouts of sessions and statements; the last one exists since PostgreSQL 17. */
const BOUNDS = ['statement_timeout', 'idle_in_transaction_session_timeout'];
const NEWER_BOUND = 'transaction_timeout';

/** Disables timeouts in a transaction. Only `set local` is propagated to the nodes of a cluster. */
export const NO_TIMEOUTS: readonly string[] = [
  ...BOUNDS.map((name) => `set local ${name} = 0`),
  `select set_config(name, '0', true) from pg_settings where name = '${NEWER_BOUND}'`,
];

/** The same for all that a session does from then on. */
export const SESSION_NO_TIMEOUTS = `select set_config(name, '0', false) from pg_settings
  where name in (${[...BOUNDS, NEWER_BOUND].map((name) => `'${name}'`).join()})`;

/** With other values texts are damaged, or transactions have other semantics. */
const NEEDED: Readonly<Record<string, string>> = lookupTable({
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
});

/** Settings without a value for a role in this database, or for the connecting one. */
const unset = async (client: pg.Client, role: string | undefined): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    sql`select name
      from unnest(${Object.keys(SETTINGS)}::text[]) name
      where name not in (
        select split_part(entry, '=', 1)
        from pg_db_role_setting s, unnest(s.setconfig) entry
        where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and s.setrole in (0, (select oid from pg_roles where rolname = coalesce(${role ?? null}, current_user))))`
      .query,
  );
  return rows.map(({ name }) => name);
};

/**
 * Sets settings without a value.
 * @param role another role than the connecting one
 * @param alone runs work in a transaction under a lock
 */
export const setSessions = async (
  client: pg.Client,
  role: string | undefined,
  alone: (work: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  if (!(await unset(client, role)).length) return;
  await alone(async () => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const place = `${role === undefined ? 'current_user' : client.escapeIdentifier(role)} in database ${client.escapeIdentifier(rows[0]?.name ?? '')}`;
    for (const name of await unset(client, role))
      await client.query(`alter role ${place} set ${name} = '${SETTINGS[name]}'`);
  });
};

/**
 * Nodes of a cluster exchange times as texts in the style of the session. Only ISO names the zone unambiguously:
 * other styles print an abbreviation, which another node may read as another zone, and deliveries were not found.
 */
const NEEDED_ON_CLUSTER = /^ISO\b/;

/** @throws MigrationError where a session is set so that the service cannot work */
export const assertSessionSettings = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string; value: string; nodes: boolean }>(
    sql`select name, current_setting(name) as value, ${raw(HAS_CITUS)} as nodes
      from unnest(${[...Object.keys(NEEDED), 'datestyle']}::text[]) name`.query,
  );
  for (const { name, value, nodes } of rows) {
    const fits = name === 'datestyle' ? !nodes || NEEDED_ON_CLUSTER.test(value) : value === NEEDED[name];
    const needed = NEEDED[name] ?? 'ISO';
    if (!fits)
      throw new MigrationError(
        `Sessions have ${name} = ${value}; the service needs ${needed}: alter role current_user in database ... set ${name} = '${needed}'.`,
      );
  }
};

/** A setting of a session that is not as the program wants it. */
export interface OverriddenSetting {
  readonly name: string;
  readonly value: string;
  /** It is set as wanted since, for connections that are opened from now on. */
  readonly old: boolean;
}

/** Settings of a session of the role that connects that are not as the program wants them. */
export const overriddenSettings = async (db: Database): Promise<readonly OverriddenSetting[]> => {
  const rows = await db.read<OverriddenSetting>(sql`
    select name, current_setting(name) as value, exists (
        select 1
        from pg_db_role_setting s, unnest(s.setconfig) entry
        where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and s.setrole in (0, (select oid from pg_roles where rolname = current_user))
          and entry = name || '=' || ours) as old
    from unnest(${Object.keys(SETTINGS)}::text[], ${Object.values(SETTINGS)}::text[]) o (name, ours)`);
  return rows.filter(({ name, value }) => value !== SETTINGS[name]);
};
