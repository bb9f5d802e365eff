/** What one connection keeps prepared of the statements of many organisations: those that came last. */
import type pg from 'pg';
import { preparedNames } from './prepared-names.ts';

/** A prepared statement of a node takes some 30 KB of it, for each connection. */
const MOST_KEPT = 300;
/** A statement is prepared when it comes again before so many others. */
const MOST_SEEN = 2000;

/** A connection, and how one of its statements is given up: the driver's types are of an older one. */
type Connection = Omit<pg.Connection, 'close'> & {
  close(message: { readonly type: 'S'; readonly name: string }): void;
};

interface Named {
  readonly name: string;
  readonly text: string;
}

/** Forgets what came longest ago where there are too many. @returns its key */
const oldestBeyond = (most: number, of: ReadonlyMap<string, unknown> | ReadonlySet<string>): string | undefined =>
  of.size > most ? of.keys().next().value : undefined;

/** The statements that one connection has prepared. */
export class KeptStatements {
  readonly #connection: Connection;
  readonly #kept = new Map<string, Named>();
  readonly #seen = new Set<string>();
  #made = 0;

  constructor(client: pg.ClientBase) {
    this.#connection = (client as pg.ClientBase & { readonly connection: Connection }).connection;
  }

  /**
   * @param key of the statement, for one organisation
   * @param make its text
   * @returns the text, with a name where it came before not long ago; to be sent at once
   */
  take(key: string, make: () => string): { readonly text: string; readonly name?: string } {
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
    if (oldest !== undefined) this.#giveUp(oldest);
    return named;
  }

  /** Travels with the statement that is sent next. The server minds no name that it does not know. */
  #giveUp(key: string): void {
    const { name } = this.#kept.get(key) ?? {};
    this.#kept.delete(key);
    if (name === undefined) return;
    this.#connection.close({ type: 'S', name });
    preparedNames(this.#connection as unknown as pg.Connection).forget(name);
  }
}
