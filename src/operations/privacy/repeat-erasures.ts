/** Repeats erasures that a restored database has lost, before the service listens (docs/privacy.md). */
import type { Database } from '../../db/database.ts';
import { selectLedger } from '../../db/tenant/erasure-rows.ts';
import { isNotFound, isUnknownOrganisation } from '../../errors/api-error.ts';
import type { ErasureEntry } from '../../shared/erasure-entry.ts';
import { sql } from '../../sql/sql.ts';
import { systemContext } from '../call/system-actor.ts';
import { carryOutErasures, type PrivacyWorkerParts } from './privacy-worker.ts';
import { repeatErasure } from './request-erasure.ts';

/** Enters an erasure again whose customer the restored database lacks: the next delivery may have its contracts. */
const keepContracts = async (db: Database, { orgId, kid, at, contracts }: ErasureEntry): Promise<void> => {
  if (!contracts.length) return;
  const id = await db.nextId('erasure_id_seq');
  const time = new Date(at).toISOString();
  await db.forOrg(orgId).transaction((tx) =>
    tx.run(sql`insert into erasure (org_id, id, kid, state, reason, created_at, done_at, contracts)
      values (${orgId}, ${id}, ${kid}, 'done', '', ${time}, ${time}, ${contracts})`),
  );
};

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
  for (const entry of entries) {
    const { orgId, kid } = entry;
    try {
      const context = await systemContext(parts.db.forOrg(orgId), orgId, null, parts.files);
      await repeatErasure({ ...context, pathIds: [kid], query: {}, body: undefined, headers: {} }, entry);
      repeated += 1;
    } catch (error) {
      if (isUnknownOrganisation(error)) continue;
      if (!isNotFound(error)) throw error;
      await keepContracts(parts.db, entry);
    }
  }
  await carryOutErasures(parts);
  return repeated;
};
