/** What one connection keeps prepared of the statements of many organisations: those that came last. */

/** A prepared statement of a node takes some 30 KB of it, for each connection. */
const MOST_KEPT = 300;
/** A statement is prepared when it comes again before so many others. */
const MOST_SEEN = 2000;

/** A text, with a name where it is to be prepared, and the name of the one that makes room for it. */
interface Taken {
  readonly text: string;
  readonly name?: string;
  readonly instead?: string | undefined;
}

interface Named {
  readonly name: string;
  readonly text: string;
}

/** Forgets what came longest ago where there are too many. @returns its key */
const oldestBeyond = (most: number, of: ReadonlyMap<string, unknown> | ReadonlySet<string>): string | undefined =>
  of.size > most ? of.keys().next().value : undefined;

/** The statements that one connection has prepared. */
export class KeptStatements {
  readonly #kept = new Map<string, Named>();
  readonly #seen = new Set<string>();
  #made = 0;

  /**
   * @param key of the statement, for one organisation
   * @param make its text
   * @returns the text, with a name where it came before not long ago; to be sent at once
   */
  take(key: string, make: () => string): Taken {
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const text = make();
    if (!this.#seen.delete(key)) {
      this.#seen.add(key);
      const oldest = oldestBeyond(MOST_SEEN, this.#seen);
      if (oldest !== undefined) this.#seen.delete(oldest);
      return { text };
    }
    this.#made += 1;
    // A name is never used again: what became of its statement is unknown where a transaction failed.
    const named = { name: `${key}n${this.#made}`, text };
    this.#kept.set(key, named);
    const oldest = oldestBeyond(MOST_KEPT, this.#kept);
    const instead = oldest === undefined ? undefined : this.#kept.get(oldest)?.name;
    if (oldest !== undefined) this.#kept.delete(oldest);
    return { ...named, instead };
  }
}
