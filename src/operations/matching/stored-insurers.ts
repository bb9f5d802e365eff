/** Insurers: product partners with their VU-Nummern. */
import { VU_NUMBER_KIND } from '../../model/seed/option-lists.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import { sql } from '../../sql/sql.ts';
import type { Read } from './import-format.ts';

/** A product partner with its VU-Nummern: several after a merger. */
export interface StoredInsurer {
  readonly id: number;
  readonly name: string;
  readonly kurzname: string | null;
  readonly vu: string | null;
}

/** Most product partners that are compared by name. */
const MAX_PARTNERS = 5000;

/** The comparison key of a VU-Nummer: without leading zeros. */
export const comparedVu = (vu: string): string => normalizeNumber(vu).replace(/^0{1,16}/, '');

/** All product partners of an organisation, one row for each VU-Nummer. */
export const storedInsurers = (read: Read, orgId: number): Promise<StoredInsurer[]> =>
  read<StoredInsurer>(sql`select t.id, coalesce(t.name, '') as name, t.kurzname, n.wert as vu
    from contact t
    left join contact_number n on n.org_id = ${orgId} and n.kid = t.id and n.del = 0 and n.art = ${VU_NUMBER_KIND}::int
    where t.org_id = ${orgId} and t.section = 'products' and t.del = 0
    order by t.id
    limit ${MAX_PARTNERS}::int`);

/** The product partners with a VU-Nummer. */
export const insurersOf = (insurers: readonly StoredInsurer[], vu: string): StoredInsurer[] =>
  insurers.filter((one) => one.vu !== null && comparedVu(one.vu) === comparedVu(vu));
