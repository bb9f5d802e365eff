/** Overrides methods of a Database for one request. */
import type { Database } from './database.ts';

/** Methods that may be overridden. */
type Overrides = {
  readonly [method in 'forOrg' | 'queryLong' | 'stream' | 'transaction']?: Database[method] | undefined;
};

/**
 * A database with some methods overridden. Each member is written out, because one is made for every request:
 * literals share a hidden class, a spread or `Object.create` is 10-20 % slower (docs/performance.md).
 */
export const withOverrides = (db: Database, { forOrg, queryLong, stream, transaction }: Overrides): Database => ({
  keyRing: db.keyRing,
  nextId: db.nextId,
  coordinator: db.coordinator,
  read: db.read,
  shortTransaction: db.shortTransaction,
  pools: db.pools,
  shardOf: db.shardOf,
  ranges: db.ranges,
  close: db.close,
  forOrg: forOrg ?? db.forOrg,
  queryLong: queryLong ?? db.queryLong,
  stream: stream ?? db.stream,
  transaction: transaction ?? db.transaction,
});
