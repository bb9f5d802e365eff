/** Repeats erasures that a restored database has lost, before the service listens (docs/privacy.md). */
import type { Database } from '../../db/database.ts';
import { selectLedger } from '../../db/tenant/erasure-rows.ts';
import { isNotFound, isUnknownOrganisation } from '../../errors/api-error.ts';
import type { ErasureEntry } from '../../shared/erasure-entry.ts';
import { systemContext } from '../call/system-actor.ts';
import { carryOutErasures, type PrivacyWorkerParts } from './privacy-worker.ts';
import { repeatErasure } from './request-erasure.ts';

/** The ledger of all organisations. */
export const listErasures = (db: Pick<Database, 'queryLong'>): Promise<ErasureEntry[]> =>
  db.queryLong<ErasureEntry>(selectLedger);

/**
 * Enters erasures in the ledger and carries them out, except for customers that the restored database lacks.
 * @returns how many customers were erased, or restricted by a rule or hold
 * @throws errors of the database: the whole call can be repeated
 */
export const repeatErasures = async (parts: PrivacyWorkerParts, entries: readonly ErasureEntry[]): Promise<number> => {
  let repeated = 0;
  for (const { orgId, kid, reason } of entries) {
    try {
      const context = await systemContext(parts.db.forOrg(orgId), orgId, null, parts.files);
      await repeatErasure({ ...context, pathIds: [kid], query: {}, body: undefined, headers: {} }, kid, reason);
      repeated += 1;
    } catch (error) {
      if (!isNotFound(error) && !isUnknownOrganisation(error)) throw error;
    }
  }
  await carryOutErasures(parts);
  return repeated;
};
