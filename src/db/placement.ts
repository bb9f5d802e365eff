/** Where Citus keeps the tables, compared with what the migrations say. */
import { sql } from '../sql.ts';
import { hasCitus } from './citus.ts';
import type { Database } from './database.ts';
import { type Place, readMigrations } from './migrations.ts';

interface Placed {
  readonly name: string;
  readonly place: Place;
  /** The column by which it is distributed, and with which other tables its rows lie together. */
  readonly key: string | null;
  readonly together: number;
}

/**
 * Tables that are not where they belong, with where they are.
 * @returns null where there is no Citus, and one server has them all
 */
export const misplaced = async (db: Database): Promise<readonly string[] | null> => {
  if (!(await hasCitus(db))) return null;
  const placed = await db.read<Placed>(sql`
    select c.relname as name,
      case p.partmethod when 'h' then 'distribute' when 'n' then 'reference' else 'local' end as place,
      column_to_column_name(p.logicalrelid, p.partkey) as key,
      coalesce(p.colocationid, 0)::int as together
    from pg_class c
    left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`);
  const home = placed.find(({ name }) => name === 'organisation')?.together;
  const steps = (await readMigrations()).flatMap((migration) => migration.steps);
  return steps.flatMap((step) => {
    if (!('place' in step)) return [];
    const found = placed.find(({ name }) => name === step.table);
    if (found?.place !== step.place) return [`${step.table} is ${found?.place ?? 'missing'}, not ${step.place}`];
    if (step.place !== 'distribute' || (found.key === 'org_id' && found.together === home)) return [];
    return [`${step.table} is distributed by ${found.key}, apart from its organisation`];
  });
};
