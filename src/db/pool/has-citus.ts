/** Whether a database is one of a cluster. */
import { raw, type Sql, sql } from '../../sql/sql.ts';

/** Text that is true where Citus is there: definition text, for statements and clients alike. */
export const HAS_CITUS = "exists (select from pg_extension where extname = 'citus')";

const LOOK = sql`select where ${raw(HAS_CITUS)}`;

/** Whether the server that is asked has Citus: it is a coordinator or a node. */
export const hasCitus = async (db: { readonly read: (statement: Sql) => Promise<unknown[]> }): Promise<boolean> =>
  (await db.read(LOOK)).length > 0;
