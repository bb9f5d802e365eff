/**
 * Maps organisations to nodes by the metadata of Citus: the tables of an organisation are colocated, so the shards of
 * one table suffice (docs/decisions/0016). Any node can answer for any organisation, so an outdated map costs time
 * and nothing else.
 */

import { sql } from '../../sql/sql.ts';

/** A node as the metadata name it. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** One range of hash values, with the node that has its rows. */
export interface ShardRange extends NodeAddress {
  readonly min: number;
  readonly max: number;
  /** 0: the coordinator. */
  readonly group: number;
}

/** Where the range of each organisation is read; no row where the tables are not distributed. */
export const SHARDS = sql`select s.shardminvalue::int as min, s.shardmaxvalue::int as max, n.groupid as group, n.nodename as host, n.nodeport as port
from pg_dist_shard s
join pg_dist_placement p using (shardid)
join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.isactive
where s.logicalrelid = to_regclass('organisation') and s.shardminvalue is not null
order by 1`;

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** PostgreSQL's `hashint4`, by which Citus distributes rows: the final mix of Jenkins' hash over one word. */
export const hashInt4 = (value: number): number => {
  const start = (0x9e3779b9 + 4 + 3923095) | 0;
  let [a, b, c] = [(start + value) | 0, start, start];
  c = (c ^ b) - rotated(b, 14);
  a = (a ^ c) - rotated(c, 11);
  b = (b ^ a) - rotated(a, 25);
  c = (c ^ b) - rotated(b, 16);
  a = (a ^ c) - rotated(c, 4);
  b = (b ^ a) - rotated(a, 14);
  return ((c ^ b) - rotated(b, 24)) | 0;
};

/** The range that has an organisation. @param ranges by their beginnings */
export const shardFor = (ranges: readonly ShardRange[], orgId: number): ShardRange | undefined => {
  const hash = hashInt4(orgId);
  let [low, high] = [0, ranges.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ranges[middle]!.min <= hash) low = middle;
    else high = middle - 1;
  }
  const found = ranges[low];
  return found && found.min <= hash && hash <= found.max ? found : undefined;
};
