/** What a database lacks of this version of the program, and how it gets there. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { type Noted, planOf, readMigrations } from '../db/migrations.ts';
import { sql } from '../sql.ts';

/** What was applied to a database, in order, and the names of what was not. @throws Unfit */
export const appliedTo = async (
  db: Database,
): Promise<{ readonly applied: readonly string[]; readonly lacking: readonly string[] }> => {
  const noted = await db.read<Noted>(sql`select number, name, checksum from schema_migration order by number`);
  const { renote, missing } = planOf(noted, await readMigrations());
  return { applied: noted.map(({ name }) => name), lacking: [...renote, ...missing].map(({ name }) => name) };
};

/** How what is lacking is applied. Beside a service of the embedded database no command migrates: it may be an older one. */
export const wayToMigrate = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): string =>
  databaseUrl
    ? 'broker-crm migrate'
    : 'broker-crm serve of this version migrates when it starts; stop one that runs first';
