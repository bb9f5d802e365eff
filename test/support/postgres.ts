/** A database of its own for each test file, copied from the migrated template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '../../src/db/database.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly connection: pg.ClientConfig;
  drop(): Promise<void>;
}

const asAdmin = async (text: string): Promise<void> => {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

export const testDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template template_crm`);
  const connection = { ...inject('postgres'), database: name };
  const db = connect({ connection, lanes: 2, writers: 12, longReaders: 2 });
  return {
    db,
    connection,
    drop: async () => {
      await db.close();
      await asAdmin(`drop database if exists ${name} with (force)`);
    },
  };
};

/** The database as programs are told of it. */
export const databaseUrl = ({ host, port, user, database }: pg.ClientConfig): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;
