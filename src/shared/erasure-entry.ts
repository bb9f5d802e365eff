/** Erasures outside of the database: they are carried out again after a restore (docs/decisions/0020). */
import { z } from 'zod';

const entries = z.array(
  z.object({
    orgId: z.int().positive(),
    kid: z.int().positive(),
    reason: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** Keyed hashes of the contracts; ledgers of earlier versions have none. */
    contracts: z.array(z.string()).default([]),
  }),
);

/** An erasure of a customer, without personal data. */
export type ErasureEntry = z.infer<typeof entries>[number];

/** An entry has the time of its request, which may be committed a statement timeout later. */
const COMMIT_MS = 60_000;

/** The erasures that a database has lost that was restored to a moment. @param moment milliseconds since 1970 */
export const lostAfter = (ledger: readonly ErasureEntry[], moment: number): readonly ErasureEntry[] =>
  ledger.filter(({ at }) => at > moment - COMMIT_MS);

/** Parses a ledger. @throws Error if the text is not a ledger */
export const parseLedger = (text: string): readonly ErasureEntry[] => entries.parse(JSON.parse(text));
