/** Contracts that got another number: the old one arrives cancelled with reason 38, and both name the other. */

import { createYielder } from '../../concurrency/yield-event-loop.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import { satzartOf } from './classify-line.ts';
import type { GdvPackage } from './packages.ts';

const CANCELLED = '4';
const CONTINUED_AS = '38';

/** Old and new numbers of a package, normalized. */
export interface Renumbered {
  /** New number of an old one. */
  readonly newOf: ReadonlyMap<string, string>;
  /** Old number of a new one, as it was sent. */
  readonly oldOf: ReadonlyMap<string, string>;
}

/** Reads the fields Referenz-Versicherungsscheinnummer and Abgangsgrund of all records 0200. */
export const findRenumbered = async (pack: GdvPackage): Promise<Renumbered> => {
  const pause = createYielder();
  const newOf = new Map<string, string>();
  const oldOf = new Map<string, string>();
  for (const span of pack.lines) {
    await pause();
    const text = pack.text(span);
    if (satzartOf(text) !== '0200' || text[255] === '2') continue;
    const number = text.slice(13, 30).trim();
    const reference = text.slice(208, 225).trim();
    if (!normalizeNumber(number) || /^[^1-9A-Za-z]*$/.test(reference)) continue;
    if (normalizeNumber(number) === normalizeNumber(reference)) continue;
    const isOld = text.slice(69, 71) === CONTINUED_AS;
    const isNew = !isOld && text[68] !== CANCELLED && /[12]/.test(text[225]!);
    if (isOld) {
      newOf.set(normalizeNumber(number), reference);
      oldOf.set(normalizeNumber(reference), number);
    } else if (isNew) {
      newOf.set(normalizeNumber(reference), number);
      oldOf.set(normalizeNumber(number), reference);
    }
  }
  return { newOf, oldOf };
};
