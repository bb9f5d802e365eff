/**
 * The ledger of erasures in a repository: an erasure also applies to restore points before it (docs/decisions/0020).
 */
import type { ErasureEntry } from '../shared/erasure-entry.ts';
import type { EncryptedStore } from './encrypted-store.ts';

const LEDGER = 'erasures';

const keyOf = ({ orgId, kid, at }: ErasureEntry): string => `${orgId}/${kid}/${at}`;

/** Reads all erasures of a repository. @throws IntegrityError */
export const readLedger = async (vault: EncryptedStore): Promise<readonly ErasureEntry[]> =>
  (await vault.getJson<ErasureEntry[]>(LEDGER)) ?? [];

/**
 * Adds erasures of the database to the ledger of a repository, which also has those that a restore removed from the
 * database.
 */
export class LedgerCopier {
  readonly #stored = new Set<string>();

  constructor(readonly vault: EncryptedStore) {}

  /** @throws Error of the repository */
  async store(rows: readonly ErasureEntry[]): Promise<void> {
    if (rows.every((row) => this.#stored.has(keyOf(row)))) return;
    const before = await readLedger(this.vault);
    const known = new Set(before.map(keyOf));
    const added = rows.filter((row) => !known.has(keyOf(row)));
    if (added.length) await this.vault.putJson(LEDGER, [...before, ...added]);
    for (const row of [...before, ...added]) this.#stored.add(keyOf(row));
  }
}
