/** Pending migrations of a database, and the hint how to apply them. */
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { type Noted, pendingOf, readMigrations } from '../../db/migrations/migration-files.ts';
import { sql } from '../../sql/sql.ts';

/** The applied migrations in order, and the names of the pending ones. @throws MigrationError */
export const appliedTo = async (
  db: Database,
): Promise<{ readonly applied: readonly string[]; readonly lacking: readonly string[] }> => {
  const noted = await db.read<Noted>(sql`select number, name, checksum from schema_migration order by number`);
  const lacking = pendingOf(noted, await readMigrations());
  return { applied: noted.map(({ name }) => name), lacking: lacking.map(({ name }) => name) };
};

/**
 * The hint for pending migrations. With a running service of the embedded database no command migrates: the service
 * may be older.
 */
export const migrationHint = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): string =>
  databaseUrl
    ? 'broker-crm migrate'
    : 'broker-crm serve of this version migrates when it starts; stop one that runs first';
