/** A database of its own for each test file, copied from the migrated template. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import type { Database } from '../../src/db/database.ts';
import { createKeyRing } from '../../src/db/key-ring.ts';
import { onServer, TEMPLATE } from './citus.ts';
import { SECRETS_KEY } from './secrets-key.ts';

export interface TestDatabase {
  /** As the role that owns the tables, which may do to them whatever a test needs. */
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
 * each other times as texts, which have to name their zone without doubt (src/db/session-settings.ts).
 */
const unusual = (nodes: number): readonly string[] => [
  `datestyle = '${nodes > 1 ? 'ISO' : 'SQL'}, DMY'`,
  "timezone = 'Asia/Kolkata'",
  "intervalstyle = 'iso_8601'",
  'extra_float_digits = 0',
  // Faults are planted by triggers, which Citus has not on its tables unless it is told to.
  ...(nodes > 1 ? ['citus.enable_unsafe_triggers = on'] : []),
];

const onNodes = async (...texts: readonly string[]): Promise<void> => {
  for (const node of inject('nodes')) await onServer(node, 'postgres', texts);
};

/** What a server says of a database whose sessions have not ended after five seconds: on a busy machine they take longer. */
const IS_USED = '55006';
const DROP_MS = 60_000;

/** Drops a database, from all nodes of a cluster. */
export const dropDatabase = async (name: string): Promise<void> => {
  const end = Date.now() + DROP_MS;
  for (;;) {
    try {
      await onNodes(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== IS_USED || Date.now() > end) throw error;
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

/** A database that does some things in another way, whomever it is asked for. */
export const altered = (db: Database, otherwise: Partial<Database>): Database => {
  const one: Database = { ...db, ...otherwise, of: () => one };
  return one;
};
