/** Rows of the ledger of erasures. */
import type { Database } from '../../db/database.ts';
import type { ErasureState } from '../../model/calls/privacy.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';

/** Numbers of erased records by section. */
type ErasedCounts = Readonly<Record<string, number>>;

/** An erasure as stored. */
export interface Erasure {
  readonly id: number;
  readonly kid: number;
  readonly state: ErasureState;
  readonly created_at: string;
  readonly due: string | null;
  readonly done_at: string | null;
  readonly counts: ErasedCounts;
}

type Row = Omit<Erasure, 'counts'> & { readonly counts: string };

/** SELECT of erasures of an organisation. @param condition on `e` */
export const selectErasures = (
  orgId: number,
  condition: Sql,
): Sql => sql`select e.id, e.kid, e.state, to_char(e.due, 'YYYY-MM-DD') as due, e.counts,
    ${instant('e.created_at')} as created_at, ${instant('e.done_at')} as done_at
  from erasure e
  where e.org_id = ${orgId} and ${condition}
  order by e.id desc
  limit 1`;

/** The erasure of a row of `selectErasures`. */
export const erasureOf = (row: unknown): Erasure => {
  const { counts, ...erasure } = row as Row;
  return { ...erasure, counts: JSON.parse(counts) as ErasedCounts };
};

/** The latest erasure of a customer. */
export const latestErasure = async (db: Database, orgId: number, kid: number): Promise<Erasure | null> => {
  const [row] = await db.read(selectErasures(orgId, sql`e.kid = ${kid}::int`));
  return row ? erasureOf(row) : null;
};

/** An erasure as it is answered. */
export const shownErasure = ({ id, state, created_at, due, done_at, counts }: Erasure) => ({
  id,
  state,
  created_at,
  due,
  done_at,
  erased: counts,
});
