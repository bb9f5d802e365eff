/** The bodies of the calls of privacy (docs/privacy.md). */
import { z } from 'zod';
import { MAX_REASON } from '../../shared/limits.ts';

const reason = z.string().trim().min(1).max(MAX_REASON);

export const newHold = z.strictObject({ until: z.iso.date().nullish(), reason });

export const newErasure = z.strictObject({ confirm: z.int(), reason });

/** States of an erasure: it runs, a rule keeps some records, or all are erased. */
export const erasureStates = ['running', 'restricted', 'done'] as const;
export type ErasureState = (typeof erasureStates)[number];
