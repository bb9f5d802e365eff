/** A database of its own for each test file, copied from the migrated template. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { createKeyRing } from '../../src/db/encryption/key-ring.ts';
import { onServer, TEMPLATE } from './citus.ts';
import { SECRETS_KEY } from './secrets-key.ts';

export interface TestDatabase {
  /** As the role that owns the tables, which has all rights on them. */
  readonly db: Database;
  /** As the service connects. */
  readonly service: Database;
  /** As the owner. */
  readonly connection: pg.ClientConfig;
  /** As the service. */
  readonly serviceConnection: pg.ClientConfig;
  drop(): Promise<void>;
}

/**
 * No answer depends on how a server is set: each test runs on one that is set otherwise than most. Nodes of a cluster tell
 * each other times as texts, which have to name their zone without doubt (src/db/migrations/session-settings.ts).
 */
const unusual = (nodes: number): readonly string[] => [
  `datestyle = '${nodes > 1 ? 'ISO' : 'SQL'}, DMY'`,
  "timezone = 'Asia/Kolkata'",
  "intervalstyle = 'iso_8601'",
  'extra_float_digits = 0',
  // Faults are injected by triggers, which Citus refuses on its tables by default.
  ...(nodes > 1 ? ['citus.enable_unsafe_triggers = on'] : []),
];

const onNodes = async (...texts: readonly string[]): Promise<void> => {
  for (const node of inject('nodes')) await onServer(node, 'postgres', texts);
};

/** The error code for a database whose sessions have not ended after five seconds: on a busy machine they take longer. */
const IS_USED = '55006';
const DROP_MS = 30_000;

/** Prints the sessions that prevent a drop. */
const reportSessions = async (name: string): Promise<void> => {
  for (const node of inject('nodes')) {
    const [sessions] = await onServer(node, 'postgres', [
      `select pid, backend_type, application_name, state, wait_event, left(query, 80) as query from pg_stat_activity where datname = '${name}'`,
    ]);
    if (sessions?.rows.length) console.warn(`Database ${name} stays, it is in use:`, sessions.rows);
  }
};

/**
 * Drops a database, from all nodes of a cluster. One that remains in use (a background process of Citus may) is only
 * reported: the server is deleted after the tests.
 */
export const dropDatabase = async (name: string): Promise<void> => {
  const end = Date.now() + DROP_MS;
  for (;;) {
    try {
      await onNodes(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== IS_USED) throw error;
      if (Date.now() > end) return reportSessions(name);
    }
  }
};

export const testDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const settings = unusual(inject('nodes').length);
  await onNodes(
    `create database ${name} template ${TEMPLATE}`,
    ...settings.map((setting) => `alter database ${name} set ${setting}`),
  );
  const connection = { ...inject('nodes')[0], database: name };
  const serviceConnection = { ...connection, ...inject('service'), ...inject('entrance') };
  const keys = [SECRETS_KEY];
  const keyRing = createKeyRing(() => keys);
  const db = connect({ connection, keyRing, lanes: 2, writers: 12, longReaders: 2 });
  const service = connect({ connection: serviceConnection, keyRing, lanes: 2, writers: 16, longReaders: 4 });
  return {
    db,
    service,
    connection,
    serviceConnection,
    drop: async () => {
      await Promise.all([db.close(), service.close()]);
      await dropDatabase(name);
    },
  };
};

/** The database as programs are given it. */
export const databaseUrl = ({ host, port, user, password, database }: pg.ClientConfig): string =>
  `postgres://${user}${password ? `:${password}` : ''}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;

/** A database with overridden methods, also for each organisation. */
export const altered = (db: Database, otherwise: Partial<Database>): Database => {
  const one: Database = { ...db, ...otherwise, forOrg: () => one };
  return one;
};
