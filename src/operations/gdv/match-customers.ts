import type { SourceRecord } from '../../formats/source-record.ts';
import { foldedBy, foldedForms } from '../../model/declaration/folds.ts';
import { spelling } from '../../shared/spelling.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Likely, Match, Read, Sources } from '../matching/import-format.ts';
import { findContracts } from './match-contracts.ts';
import { matchOf, NO_MATCH } from './match-of.ts';
import { findHolders, isSamePerson } from './same-person.ts';

interface StoredCustomer {
  readonly at: number;
  readonly id: number;
  readonly name: string;
  readonly vorname: string | null;
  readonly geb: string | null;
  readonly strasse: string | null;
  readonly plz: string | null;
}

/** Most stored customers with the names of one portion. */
const MAX_NAMESAKES = 20_000;

const NAME = foldedBy('case', 't.name');
const FIRST_NAME = foldedBy('case', "normalize(coalesce(t.vorname, ''))");

/** Stored customers with the names of a portion, one row for each address. */
const namesakes = (read: Read, orgId: number, sources: readonly SourceRecord[]): Promise<StoredCustomer[]> => {
  const names = sources.map(({ values }) => String(values.name ?? ''));
  const firstNames = sources.map(({ values }) => String(values.vorname ?? ''));
  return read<StoredCustomer>(sql`select g.at::int - 1 as at, t.id, t.name, t.vorname, to_char(t.geb, 'YYYY-MM-DD') as geb, a.strasse, a.plz
    from unnest(${names}::text[], ${firstNames}::text[]) with ordinality g(name, vorname, at)
    join contact t on t.org_id = ${orgId} and ${raw(NAME)} = ${raw(foldedForms('case', 'g.name'))}
      and ${raw(FIRST_NAME)} = ${raw(foldedBy('case', 'g.vorname'))}
    left join address a on a.org_id = ${orgId} and a.kid = t.id and a.del = 0
    where t.org_id = ${orgId} and t.section = 'customers' and t.del = 0
    order by t.id
    limit ${MAX_NAMESAKES}::int`);
};

/** The likeness of a person with the same names; null where the birth dates differ. */
const likeness = ({ values, parts }: SourceRecord, stored: StoredCustomer): Likely | null => {
  const [address] = parts.addresses ?? [];
  const samePlace = Boolean(stored.plz) && stored.plz === address?.plz;
  const sameAddress = samePlace && spelling(stored.strasse) === spelling(address?.strasse);
  const reasons = ['name', ...(sameAddress ? ['address'] : samePlace ? ['postal code'] : [])];
  const name = [stored.vorname, stored.name].filter(Boolean).join(' ');
  const of = (score: number, more: readonly string[] = []): Likely => ({
    id: stored.id,
    name,
    score,
    reasons: [...reasons, ...more],
  });
  if (values.geb && stored.geb) {
    return values.geb === stored.geb ? of(sameAddress ? 1 : 0.9, ['birth date']) : null;
  }
  if (sameAddress) return of(0.8);
  return samePlace ? of(0.5) : null;
};

/** From this score on a single candidate is the customer. */
const SURE = 0.8;

const byLikeness = (source: SourceRecord, stored: readonly StoredCustomer[]): Match => {
  const best = new Map<number, Likely>();
  for (const one of stored) {
    const found = likeness(source, one);
    if (found && found.score > (best.get(one.id)?.score ?? 0)) best.set(one.id, found);
  }
  const all = [...best.values()].sort((a, b) => b.score - a.score);
  return matchOf(
    all.filter(({ score }) => score >= SURE),
    all.filter(({ score }) => score < SURE),
  );
};

/** Customers by the customer of their matched contract if that is the same person, else by name, birth date and address. */
export const matchCustomers = async ({ read, orgId, sources }: Sources): Promise<Match[]> => {
  const [contracts, stored] = await Promise.all([findContracts(read, orgId, sources), namesakes(read, orgId, sources)]);
  const holders = await findHolders(
    read,
    orgId,
    contracts.flatMap(({ ofInsurer }) => ofInsurer.map(({ kid }) => kid)),
  );
  return sources.map((source, at) => {
    const own = stored.filter((one) => one.at === at);
    const kids = [...new Set(contracts[at]?.ofInsurer.map(({ kid }) => kid) ?? [])];
    const same = kids.filter((kid) => isSamePerson(source, holders.get(kid)));
    if (same.length === 1) return { id: same[0]!, candidates: [] };
    if (!own.length) return NO_MATCH;
    return byLikeness(source, own);
  });
};
