import type { SourceRecord } from '../../formats/source-record.ts';
import { foldedBy, foldedOperand } from '../../model/declaration/folds.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Likely, Match, Read, Sources } from '../matching/import-format.ts';
import { insurersOf, storedInsurers } from '../matching/stored-insurers.ts';
import { sameInsurer } from './match-insurers.ts';
import { matchOf, NO_MATCH } from './match-of.ts';

/** A stored contract. */
interface StoredContract {
  readonly id: number;
  readonly kid: number;
  readonly gesellschaft: string | null;
  readonly nummer: string;
}

/** Names of contracts in a record of a file: the present one, then former ones. */
const namesOf = ({ section, externalIds, contracts = [], values }: SourceRecord) =>
  section === 'contracts'
    ? externalIds.map((name) => ({ ...name, insurer: String(values.gesellschaft ?? '') }))
    : contracts;

/** Contracts that have one of the numbers, in the order of the numbers. */
export interface FoundContracts {
  readonly ofInsurer: readonly StoredContract[];
  /** With the same number and another insurer. */
  readonly others: readonly StoredContract[];
}

/** The number in an external id; contracts that share a number have a suffix. */
export const numberOf = (id: string): string => id.split('/')[0]!;

const NUMBER = foldedBy('alphanumeric', 't.nummer');

/** Stored contracts by insurer and number, of each record: the contract itself, or those that a customer or a claim names. */
export const findContracts = async (
  read: Read,
  orgId: number,
  sources: readonly SourceRecord[],
): Promise<FoundContracts[]> => {
  const asked = sources.map(namesOf);
  const numbers = [...new Set(asked.flat().map(({ id }) => numberOf(id)))];
  if (!numbers.length) return asked.map(() => ({ ofInsurer: [], others: [] }));
  const [insurers, rows] = await Promise.all([
    storedInsurers(read, orgId),
    read<StoredContract & { asked: string }>(sql`select g.number as asked, t.id, t.kid, t.gesellschaft, t.nummer
    from unnest(${numbers}::text[]) g(number)
    join contract t on t.org_id = ${orgId} and ${raw(NUMBER)} = ${raw(foldedOperand('alphanumeric', 'g.number'))}
    where t.org_id = ${orgId} and t.del = 0
    order by t.id`),
  ]);
  return asked.map((names) => {
    const found: { readonly row: StoredContract; readonly fits: boolean }[] = names.flatMap(
      ({ source, id, insurer }) => {
        const vu = source.slice(4);
        const known = insurersOf(insurers, vu).flatMap(({ name, kurzname }) => [name, kurzname ?? '']);
        const sameName = (text: string): boolean => [...known, insurer].some((name) => sameInsurer(name, text));
        return rows
          .filter((row) => row.asked === numberOf(id))
          .map((row) => ({ row, fits: !row.gesellschaft || sameName(row.gesellschaft) }));
      },
    );
    return {
      ofInsurer: found.filter(({ fits }) => fits).map(({ row }) => row),
      others: found.filter(({ fits }) => !fits).map(({ row }) => row),
    };
  });
};

const candidate = (
  { id, nummer, gesellschaft }: StoredContract,
  score: number,
  reasons: readonly string[],
): Likely => ({
  id,
  name: [nummer, gesellschaft].filter(Boolean).join(' '),
  score,
  reasons,
});

/** Contracts by insurer and number, letters and digits only, then by the former number. */
export const matchContracts = async ({ read, orgId, sources }: Sources): Promise<Match[]> => {
  const found = await findContracts(read, orgId, sources);
  return found.map(({ ofInsurer, others }) => {
    const [first] = ofInsurer;
    if (!first && !others.length) return NO_MATCH;
    // The present number has priority over a former one.
    const same = ofInsurer.filter(({ nummer }) => nummer === first?.nummer);
    return matchOf(
      same.map((one) => candidate(one, 1, ['insurer', 'number'])),
      others.map((one) => candidate(one, 0.5, ['number'])),
    );
  });
};
