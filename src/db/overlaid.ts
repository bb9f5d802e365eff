/** A database as one call needs it, which does some things in another way. */
import type { Database } from './database.ts';

/** What may be done in another way. */
type Otherwise = Partial<Pick<Database, 'of' | 'readLong' | 'stream' | 'transaction'>>;

/**
 * It is made for every call, so each has the same shape, and the engine knows where its members are: `Object.create(db)` gave each one of
 * its own, and a copy by `...` took as long (docs/performance.md).
 */
class Overlaid implements Database {
  readonly of: Database['of'];
  readonly readLong: Database['readLong'];
  readonly stream: Database['stream'];
  readonly transaction: Database['transaction'];
  readonly #below: Database;

  constructor(below: Database, otherwise: Otherwise) {
    this.#below = below;
    this.of = otherwise.of ?? below.of;
    this.readLong = otherwise.readLong ?? below.readLong;
    this.stream = otherwise.stream ?? below.stream;
    this.transaction = otherwise.transaction ?? below.transaction;
  }

  get keyRing(): Database['keyRing'] {
    return this.#below.keyRing;
  }

  get nextId(): Database['nextId'] {
    return this.#below.nextId;
  }

  get coordinator(): Database {
    return this.#below.coordinator;
  }

  get read(): Database['read'] {
    return this.#below.read;
  }

  get brief(): Database['brief'] {
    return this.#below.brief;
  }

  get pools(): Database['pools'] {
    return this.#below.pools;
  }

  get rangeOf(): Database['rangeOf'] {
    return this.#below.rangeOf;
  }

  get ranges(): Database['ranges'] {
    return this.#below.ranges;
  }

  get close(): Database['close'] {
    return this.#below.close;
  }
}

/** A database that does some things in another way, as one call needs it. */
export const overlaid = (db: Database, otherwise: Otherwise): Database => new Overlaid(db, otherwise);
