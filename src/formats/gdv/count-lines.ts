/** The lines of a file by record kind: each is stored with a record, or left out; a mapped one gave a record its values. */
import type { LineCounts } from '../source-record.ts';
import { satzartOf } from './classify-line.ts';
import type { GdvPackage } from './packages.ts';

const [STORED, MAPPED] = [1, 2];

/** The fate of the lines of one package. A byte for each line: a file has up to 400,000. */
export class LineCounter {
  readonly #first: number;
  readonly #flags: Uint8Array;

  constructor(readonly pack: GdvPackage) {
    this.#first = pack.lines[0]!.number;
    this.#flags = new Uint8Array(pack.lines.at(-1)!.number - this.#first + 1);
  }

  /** The lines are stored with a record. @param lines by number */
  store(lines: readonly number[], flags = STORED): void {
    for (const number of lines) this.#flags[number - this.#first]! |= flags;
  }

  /** The values of a record came from these lines. */
  map(lines: readonly number[]): void {
    this.store(lines, STORED | MAPPED);
  }

  /** Adds the lines of the package to the counts of a file. */
  addTo(counts: Record<string, Record<keyof LineCounts, number>>): void {
    for (const span of this.pack.lines) {
      const flags = this.#flags[span.number - this.#first]!;
      const count = (counts[satzartOf(this.pack.text(span))] ??= { read: 0, stored: 0, mapped: 0, left_out: 0 });
      count.read += 1;
      count[flags ? 'stored' : 'left_out'] += 1;
      if (flags & MAPPED) count.mapped += 1;
    }
  }
}
