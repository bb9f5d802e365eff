/** Counters, histograms and gauges of prom-client, outside of its global registry: several services run in one test process. */
import prom from 'prom-client';

/** A family of samples as prom-client merges and prints it. */
export type Reading = prom.MetricObjectWithValues<prom.MetricValueWithName<string>>;

/** Name, help and label names of a family. The values of a label are few and never name an organisation. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

const optionsOf = ({ name, help, labels }: Described) => ({ name, help, labelNames: labels, registers: [] });

/** A number that only grows. */
export class Counter extends prom.Counter {
  constructor(readonly described: Described) {
    super(optionsOf(described));
  }
}

/** Durations in buckets. */
export class Histogram extends prom.Histogram {
  /** @param bounds upper bounds of the buckets in seconds, ascending */
  constructor(
    readonly described: Described,
    bounds: readonly number[],
  ) {
    super({ ...optionsOf(described), buckets: [...bounds] });
  }
}

type Numbers = readonly (readonly [labels: readonly (string | number)[], value: number])[];

/** Reads the present values of a gauge, one for each set of labels. */
type Look = () => Numbers | Promise<Numbers>;

/** A value that is read from its sources when Prometheus asks for it; without a source it has no sample. */
export class Gauge extends prom.Gauge {
  readonly #looks = new Set<Look>();

  constructor(
    readonly described: Described,
    aggregator: prom.Aggregator = 'sum',
  ) {
    super({ ...optionsOf(described), aggregator });
  }

  /** Adds a source. @returns a function that removes it */
  show(look: Look): () => void {
    this.#looks.add(look);
    return () => this.#looks.delete(look);
  }

  override async get(): ReturnType<prom.Gauge['get']> {
    const numbers = await Promise.all([...this.#looks].map((look) => look()));
    this.reset();
    // A reset gauge without labels has a sample of 0.
    if (!this.described.labels.length) this.remove();
    for (const [labels, value] of numbers.flat())
      if (labels.length) this.labels(...labels.map(String)).set(value);
      else this.set(value);
    return super.get();
  }
}
