/** Why the service itself switches a webhook off (rules 7.4): codes as they are stored, and what operators read. */

const sentences = {
  receiver_gone: 'The receiver answered 410 Gone.',
  no_success: 'No delivery succeeded for five days.',
} as const;

export type DisableReason = keyof typeof sentences;

export const disableReasons = Object.keys(sentences) as [DisableReason, ...DisableReason[]];

/** The sentence of a reason. */
export const sentenceOf = (reason: DisableReason): string => sentences[reason];

/** A stored reason; before there were codes, sentences were stored. */
export const reasonOf = (stored: string | null): DisableReason | null =>
  disableReasons.find((reason) => stored === reason || stored === sentences[reason]) ?? null;
