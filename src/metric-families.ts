/**
 * Numbers that the process counts of itself: counters, gauges and histograms with labels, as Prometheus names them. They
 * are plain numbers, since a library that hashes labels anew takes more time than a request may lose (docs/performance.md);
 * what is read of them has the shape that prom-client merges and prints.
 */

/** One number, as it is read. */
interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Where it is not the family's: the parts of a histogram. */
  readonly metricName?: string;
}

/** A family, as it is read. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** How the readings of several processes become one. */
  readonly aggregator: 'sum' | 'min' | 'max';
  readonly values: readonly Sample[];
}

/** Name, what it counts, and the names of its labels, whose values are few and never a tenant's. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Values of labels, in the order of their names. */
type Labels = readonly (string | number)[];

const labelled = (names: readonly string[], values: Labels): Record<string, string | number> =>
  Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));

const NONE: Labels = [];

type Branch<T> = Map<string | number, Branch<T> | T>;

/** The series of a family, each made when it is first counted: found label by label, since to join them takes longer. */
class Series<T> {
  readonly #all: { readonly labels: Readonly<Record<string, string | number>>; readonly kept: T }[] = [];
  readonly #root: Branch<T> = new Map();
  /** Of a family without labels. */
  #only: T | undefined;

  constructor(
    readonly names: readonly string[],
    readonly make: () => T,
  ) {}

  of(values: Labels): T {
    if (!this.names.length) return (this.#only ??= this.#add(values));
    let found: Branch<T> | T | undefined = this.#root;
    for (const value of values) {
      found = (found as Branch<T>).get(value);
      if (found === undefined) return this.#add(values);
    }
    return found as T;
  }

  #add(values: Labels): T {
    const kept = this.make();
    this.#all.push({ labels: labelled(this.names, values), kept });
    values.reduce<Branch<T>>((branch, value, i) => {
      const next = branch.get(value) ?? (i === values.length - 1 ? kept : new Map());
      branch.set(value, next);
      return next as Branch<T>;
    }, this.#root);
    return kept;
  }

  read(samples: (labels: Readonly<Record<string, string | number>>, kept: T) => readonly Sample[]): Sample[] {
    return this.#all.flatMap(({ labels, kept }) => samples(labels, kept));
  }
}

/** A number that only grows. */
export class Counter {
  readonly #series: Series<{ value: number }>;

  constructor(readonly described: Described) {
    this.#series = new Series(described.labels, () => ({ value: 0 }));
  }

  /** The number of one set of labels, for whoever counts often. */
  of(labels: Labels): { value: number } {
    return this.#series.of(labels);
  }

  /** Counts. */
  add(labels: Labels = NONE, by = 1): void {
    this.#series.of(labels).value += by;
  }

  read(): Reading {
    const { name, help } = this.described;
    const values = this.#series.read((labels, { value }) => [{ labels, value }]);
    return { name, help, type: 'counter', aggregator: 'sum', values };
  }
}

/** How often values of one set of labels fell into which bucket. */
class Distribution {
  readonly counts: number[];
  sum = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  /** Notes a value, such as seconds. */
  observe(value: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1;
    counts[bucket] = (counts[bucket] as number) + 1;
    this.sum += value;
  }
}

/** How often what took how long. */
export class Histogram {
  readonly #series: Series<Distribution>;

  /** @param bounds upper bounds of the buckets, ascending */
  constructor(
    readonly described: Described,
    readonly bounds: readonly number[],
  ) {
    this.#series = new Series(described.labels, () => new Distribution(bounds));
  }

  /** The values of one set of labels, which are noted there. */
  of(labels: Labels): Distribution {
    return this.#series.of(labels);
  }

  read(): Reading {
    const { name, help } = this.described;
    const values = this.#series.read((labels, { counts, sum }) => {
      let count = 0;
      const buckets = counts.map((n, i) => {
        count += n;
        return { labels: { ...labels, le: this.bounds[i] ?? '+Inf' }, value: count, metricName: `${name}_bucket` };
      });
      return [
        ...buckets,
        { labels, value: sum, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ];
    });
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}

type Numbers = readonly (readonly [labels: Labels, value: number])[];

/** What a gauge shows now: a number for each set of labels. */
type Look = () => Numbers | Promise<Numbers>;

/** A number as it is now: whoever knows it is asked when it is read. */
export class Gauge {
  readonly #looks = new Set<Look>();

  constructor(
    readonly described: Described,
    readonly aggregator: Reading['aggregator'] = 'sum',
  ) {}

  /** From now on this is asked too. @returns what ends that */
  show(look: Look): () => void {
    this.#looks.add(look);
    return () => this.#looks.delete(look);
  }

  async read(): Promise<Reading> {
    const { described, aggregator } = this;
    const { name, help, labels } = described;
    const numbers = await Promise.all([...this.#looks].map((look) => look()));
    const values = numbers.flat().map(([given, value]) => ({ labels: labelled(labels, given), value }));
    return { name, help, type: 'gauge', aggregator, values };
  }
}
