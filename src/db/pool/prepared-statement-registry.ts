/** LRU registry of the statements prepared on one connection, for many organisations. */
import { LRUCache } from 'lru-cache';

/** A prepared statement of a node takes some 30 KB of it, for each connection. */
const MAX_PREPARED = 300;
/** A statement is prepared if it recurs within this many others. */
const MAX_CANDIDATES = 2000;

/** A text, with a name where it should be prepared, and the name of the evicted statement. */
interface Taken {
  readonly text: string;
  readonly name?: string;
  readonly instead?: string | undefined;
}

interface Named {
  readonly name: string;
  readonly text: string;
}

/** The statements that one connection has prepared. */
export class PreparedStatementRegistry {
  readonly #seen = new LRUCache<string, true>({ max: MAX_CANDIDATES });
  readonly #kept = new LRUCache<string, Named>({
    max: MAX_PREPARED,
    dispose: ({ name }) => {
      this.#evicted = name;
    },
  });
  #evicted: string | undefined;
  #made = 0;

  /**
   * @param key of the statement, for one organisation
   * @param make its text
   * @returns the text, with a name where it came before not long ago; to be sent at once
   */
  acquire(key: string, make: () => string): Taken {
    const known = this.#kept.get(key);
    if (known) return known;
    const text = make();
    if (!this.#seen.delete(key)) {
      this.#seen.set(key, true);
      return { text };
    }
    this.#made += 1;
    // Names are never reused: the state of a statement is unknown after a failed transaction.
    const named = { name: `${key}n${this.#made}`, text };
    this.#evicted = undefined;
    this.#kept.set(key, named);
    return { ...named, instead: this.#evicted };
  }
}
