import type { SourceRecord } from '../../formats/source-record.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { type GdvMatch, NO_MATCH, type Read } from './gdv-match.ts';
import { matchContracts } from './match-contracts.ts';
import { matchCustomers } from './match-customers.ts';
import { matchInsurers } from './match-insurers.ts';

type Match = (read: Read, orgId: number, sources: readonly SourceRecord[]) => Promise<GdvMatch[]>;

const matchers: Readonly<Record<string, Match>> = lookupTable({
  products: matchInsurers,
  contracts: matchContracts,
  customers: matchCustomers,
});

/**
 * Stored records that records of a GDV file without a known external id may be (docs/gdv.md).
 * @param section record kind of all of them
 */
export const findGdvMatches = (
  read: Read,
  orgId: number,
  section: string,
  sources: readonly SourceRecord[],
): Promise<readonly GdvMatch[]> => {
  if (!sources.length) return Promise.resolve([]);
  return matchers[section]?.(read, orgId, sources) ?? Promise.resolve(sources.map(() => NO_MATCH));
};

/** Record kinds of which a new record is made although others are alike: an insurer is a partner of its own. */
const BESIDE_ALIKE = new Set(['products']);

/** Whether records of a kind are new although stored ones are alike; those are shown as candidates. */
export const createsBesideAlike = (section: string): boolean => BESIDE_ALIKE.has(section);
