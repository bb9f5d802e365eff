/** The ledger of erasures of all organisations, as backups and commands store it. */
import { sql } from '../../sql/sql.ts';

/** SELECT of `ErasureEntry`s, the oldest first. */
export const selectLedger = sql`select e.org_id as "orgId", e.kid, e.reason, floor(extract(epoch from e.created_at) * 1000)::float8 as at,
    e.contracts
  from erasure e
  order by e.created_at`;
