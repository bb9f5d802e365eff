import type { GdvLayout, PartLayout } from './layout.ts';

/** Length of a record. */
export const RECORD_LENGTH = 256;

/** Record kind (Satzart) of a line. */
export const satzartOf = (text: string): string => text.slice(0, 4);

/** Sparte of a line, as it was sent. */
export const sparteOf = (text: string): string => text.slice(10, 13);

/** The share of a part's constants that a line has; 1 for a part without constants. */
const likeness = (part: PartLayout, text: string): number => {
  if (!part.constants.length) return 1;
  const hits = part.constants.filter(({ at, oneOf }) => at <= text.length && oneOf.includes(text[at - 1]!));
  return hits.length / part.constants.length;
};

const byKind = new WeakMap<GdvLayout, Map<string, readonly PartLayout[]>>();

/** Parts of the line's Sparte; those of the general layout (000) for a Sparte that the layout does not know. */
const candidatesFor = (layout: GdvLayout, text: string): readonly PartLayout[] => {
  const known = byKind.get(layout) ?? new Map<string, readonly PartLayout[]>();
  byKind.set(layout, known);
  const sparte = sparteOf(text);
  const key = satzartOf(text) + sparte;
  const cached = known.get(key);
  if (cached) return cached;
  const ofKind = layout.parts.get(satzartOf(text)) ?? [];
  const exact = ofKind.filter(({ sparten }) => !sparten.size || sparten.has(sparte));
  const candidates = exact.length ? exact : ofKind.filter((part) => part.sparte === '000');
  // Only keys of the layout: a file with other characters does not fill the cache.
  if (candidates.length && /^\d{7}$/.test(key)) known.set(key, candidates);
  return candidates;
};

/**
 * The layout of a line, found by the constants of the parts; the part's number is in other bytes than 256 for many.
 * @returns undefined for a record kind, a Sparte or a part that the layout does not have
 */
export const classifyLine = (layout: GdvLayout, text: string): PartLayout | undefined => {
  const candidates = candidatesFor(layout, text);
  let best: PartLayout | undefined;
  let highest = 0;
  for (const part of candidates) {
    const share = likeness(part, text);
    if (share > highest) [best, highest] = [part, share];
  }
  // Wagnisart and part are both needed: half of the constants is the part of another layout.
  if (best && (highest === 1 || !best.wagnis)) return best;
  if (candidates.some(({ wagnis }) => wagnis)) return undefined;
  // Old versions leave the number of the only part blank.
  return candidates.find(
    ({ td, constants }) => td === 1 && constants.every(({ at }) => /^[ 0]?$/.test(text[at - 1] ?? '')),
  );
};
