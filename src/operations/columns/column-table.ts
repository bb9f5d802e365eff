/**
 * Records of a list as columns of numbers in memory, in the order of their ids (docs/decisions/0039). A million records with
 * one column take 24 MB, with room to grow.
 */

const FIRST_CAPACITY = 1 << 14;

/** Ids and numbers of the records of one kind of one organisation; a record without a value has no number there. */
export class ColumnTable {
  #ids = new Int32Array(FIRST_CAPACITY);
  /** 1 for a record that is there, 0 for one that is gone. */
  #there = new Uint8Array(FIRST_CAPACITY);
  readonly #columns: Float64Array[];
  /** The least and the greatest number of each column, those of records that are gone or changed included. */
  readonly #lines: { least: number; most: number }[];
  /** How many records that are there have no number in each column. */
  readonly #without: number[];
  readonly #names: ReadonlyMap<string, number>;
  /** Room for the places of what a query leaves. */
  #room = new Int32Array(0);
  #length = 0;
  #version = 0;
  #live = 0;
  readonly #counted = new Map<string, { readonly version: number; readonly counts: Int32Array }>();

  /** @param names of the fields, in the order in which their numbers are given */
  constructor(readonly names: readonly string[]) {
    this.#names = new Map(names.map((name, i) => [name, i]));
    this.#columns = names.map(() => new Float64Array(FIRST_CAPACITY));
    this.#without = names.map(() => 0);
    this.#lines = names.map(() => ({ least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }));
  }

  /** How many places there are, those of records that are gone included. */
  get length(): number {
    return this.#length;
  }

  /** How many records are there. */
  get live(): number {
    return this.#live;
  }

  /** Differs once something was put. */
  get version(): number {
    return this.#version;
  }

  get bytes(): number {
    return this.#ids.byteLength * 2 + this.#there.byteLength + this.#columns.length * this.#ids.length * 8;
  }

  get ids(): Int32Array {
    return this.#ids;
  }

  get there(): Uint8Array {
    return this.#there;
  }

  /** Room for as many places as there are; the next caller writes over it. */
  get room(): Int32Array {
    if (this.#room.length < this.#length) this.#room = new Int32Array(this.#ids.length);
    return this.#room;
  }

  has(names: readonly string[]): boolean {
    return names.every((name) => this.#names.has(name));
  }

  /** The numbers of a field by place. @throws where there are none */
  column(name: string): Float64Array {
    const column = this.#columns[this.#names.get(name) ?? -1];
    if (!column) throw new Error(`No column ${name}`);
    return column;
  }

  /** Between which all numbers of a field lie. */
  line(name: string): { readonly least: number; readonly most: number } {
    return this.#lines[this.#names.get(name) ?? -1] ?? { least: 0, most: 0 };
  }

  /** What was counted in the column of a field, and is counted anew once something was put. */
  counted(name: string, count: () => Int32Array): Int32Array {
    const known = this.#counted.get(name);
    if (known?.version === this.#version) return known.counts;
    const counts = count();
    this.#counted.set(name, { version: this.#version, counts });
    return counts;
  }

  /** Whether all records that are there have a number of a field. */
  isWhole(name: string): boolean {
    return this.#without[this.#names.get(name) ?? -1] === 0;
  }

  /** Puts a record as it is now; null where it is gone. @param numbers null for no value */
  put(id: number, numbers: readonly (number | null)[] | null): void {
    this.#version += 1;
    let place = this.#placeOf(id);
    const isKnown = place < this.#length && this.#ids[place] === id;
    if (!isKnown && !numbers) return;
    if (!isKnown) place = this.#insert(place, id);
    const wasThere = this.#there[place] === 1;
    this.#there[place] = numbers ? 1 : 0;
    this.#live += Number(numbers !== null) - Number(wasThere);
    for (const [i, column] of this.#columns.entries()) {
      const value = numbers?.[i] ?? Number.NaN;
      const line = this.#lines[i] as { least: number; most: number };
      if (wasThere && Number.isNaN(column[place])) this.#without[i] = (this.#without[i] ?? 0) - 1;
      if (numbers && Number.isNaN(value)) this.#without[i] = (this.#without[i] ?? 0) + 1;
      column[place] = value;
      if (value < line.least) line.least = value;
      if (value > line.most) line.most = value;
    }
  }

  /** The place of an id, or where it would be. */
  #placeOf(id: number): number {
    const ids = this.#ids;
    let [low, high] = [0, this.#length];
    if (high > 0 && (ids[high - 1] as number) < id) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(place: number, id: number): number {
    if (this.#length === this.#ids.length) this.#grow();
    for (const column of [this.#ids, this.#there, ...this.#columns]) {
      if (place < this.#length) column.copyWithin(place + 1, place, this.#length);
    }
    this.#ids[place] = id;
    this.#there[place] = 0;
    this.#length += 1;
    return place;
  }

  #grow(): void {
    // By half: the whole is copied while others wait.
    const capacity = Math.ceil(this.#ids.length * 1.5);
    const larger = <T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#ids = larger(this.#ids, new Int32Array(capacity));
    this.#there = larger(this.#there, new Uint8Array(capacity));
    for (const [i, column] of this.#columns.entries()) this.#columns[i] = larger(column, new Float64Array(capacity));
  }
}
