/** Lines that tell a person who waits how far something is. */

/** Often enough to see that it goes on, and few lines of a log. */
const EVERY_MS = 2000;

/**
 * Writes lines, the first after `everyMs` and no more often than that; others are left out.
 * @returns what writes one, whenever the one before was written where it is the `last` of its kind
 */
export const everySoOften = (stream: NodeJS.WriteStream, everyMs = EVERY_MS) => {
  let toldAt = performance.now();
  return (line: string, last = false): void => {
    if (!last && performance.now() - toldAt < everyMs) return;
    toldAt = performance.now();
    stream.write(`${line}\n`);
  };
};
