/** Whether the policyholder of a file is the stored customer of a matched contract: a contract can get another holder. */

import { CUSTOMER_NUMBER_KIND } from '../../formats/gdv/map-customer.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import { sql } from '../../sql/sql.ts';
import type { Read } from '../matching/import-format.ts';

/** A stored customer of a contract. */
interface Holder {
  readonly id: number;
  readonly name: string | null;
  readonly vorname: string | null;
  readonly namenszusatz: string | null;
  readonly geb: string | null;
  /** Customer numbers at insurers. */
  readonly numbers: readonly string[];
}

/** The customers of contracts, by kid. */
export const findHolders = async (
  read: Read,
  orgId: number,
  kids: readonly number[],
): Promise<ReadonlyMap<number, Holder>> => {
  if (!kids.length) return new Map();
  const rows = await read<Omit<Holder, 'numbers'> & { number: string | null }>(sql`select t.id, t.name, t.vorname,
      t.namenszusatz, to_char(t.geb, 'YYYY-MM-DD') as geb, n.wert as number
    from contact t
    left join contact_number n on n.org_id = ${orgId} and n.kid = t.id and n.del = 0 and n.art = ${CUSTOMER_NUMBER_KIND}::int
    where t.org_id = ${orgId} and t.id = any(${[...new Set(kids)]}::int[])`);
  const holders = new Map<number, Holder>();
  for (const { number, ...row } of rows) {
    const numbers = [...(holders.get(row.id)?.numbers ?? []), ...(number ? [normalizeNumber(number)] : [])];
    holders.set(row.id, { ...row, numbers });
  }
  return holders;
};

/** Words of a name; files in capitals write umlauts as two letters. */
const words = (...names: readonly unknown[]): string[] =>
  names
    .map((name) => String(name ?? ''))
    .join(' ')
    .toUpperCase()
    .replace(/[ÄÖÜ]/g, (vowel) => `${vowel.normalize('NFD')[0]}E`)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether the other name has all words; an initial agrees with a word. */
const covers = (all: readonly string[], some: readonly string[]): boolean =>
  some.length > 0 && some.every((word) => all.some((one) => one === word || (word.length === 1 && one[0] === word)));

/**
 * The customer number, the birth date or the name agrees. The name alone does not count if both others differ: father
 * and son.
 */
export const isSamePerson = ({ values, parts }: SourceRecord, holder: Holder | undefined): boolean => {
  if (!holder) return false;
  const numbers = (parts.numbers ?? [])
    .filter(({ art }) => art === CUSTOMER_NUMBER_KIND)
    .map(({ wert }) => normalizeNumber(String(wert)));
  if (numbers.some((number) => holder.numbers.includes(number))) return true;
  if (values.geb && values.geb === holder.geb) return true;
  const hasOtherNumber = numbers.length > 0 && holder.numbers.length > 0;
  if (hasOtherNumber && values.geb && holder.geb) return false;
  const own = words(values.vorname, values.name, values.namenszusatz);
  const stored = words(holder.vorname, holder.name, holder.namenszusatz);
  return covers(own, stored) || covers(stored, own);
};
