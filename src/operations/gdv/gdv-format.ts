/** The format `gdv` with its hooks: the stored records that it finds, and its changes of them (docs/gdv.md). */
import { gdv } from '../../formats/gdv/gdv.ts';
import { ADDED_PARTS } from '../../formats/gdv/merge-contracts.ts';
import { hintOf } from '../../formats/remarks.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import type { ImportFormat, Match, Sources } from '../matching/import-format.ts';
import { completeRecords } from './complete-records.ts';
import { rememberSparte, removeDeliveries, saveDeliveries } from './deliveries.ts';
import { matchContracts } from './match-contracts.ts';
import { matchCustomers } from './match-customers.ts';
import { matchInsurers } from './match-insurers.ts';
import { NO_MATCH } from './match-of.ts';
import { refineValues } from './refine-values.ts';
import { unreadLines } from './unread-lines.ts';

const matchers: Readonly<Record<string, (asked: Sources) => Promise<Match[]>>> = lookupTable({
  products: matchInsurers,
  contracts: matchContracts,
  customers: matchCustomers,
});

export const gdvFormat: ImportFormat = {
  ...gdv,
  match: async (asked) => matchers[asked.section]?.(asked) ?? asked.sources.map(() => NO_MATCH),
  complete: completeRecords,
  refine: refineValues,
  moved: (from, to) => (to === null ? hintOf('gdv_moved_new', { from }) : hintOf('gdv_moved', { from, to })),
  addedParts: ADDED_PARTS,
  corrected: rememberSparte,
  written: saveDeliveries,
  unread: unreadLines,
  undone: (orgId, jobId) => [removeDeliveries(orgId, jobId)],
};
