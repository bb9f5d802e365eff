/**
 * Counts of live records that need no scan: spread over slots so that concurrent writers do not wait for each other,
 * changed in the transaction of the write (docs/decisions/0012).
 */

import { BLOCK } from '../../derive/sql/list-sql.ts';
import { archiveFlag } from '../../derive/storage/columns.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { prepared, type Sql } from '../../sql/sql.ts';

const SLOTS = 16;
let turn = 0;

/** Name of the counter a record counts in. */
export const counterOf = (resource: Resource, record: Values): string =>
  record[archiveFlag(resource)?.field ?? ''] === 1 ? `${resource.path}:hidden` : resource.path;

/** Names of the counters whose sum is a list's total. */
export const countersOf = (resource: Resource, withHidden: boolean): readonly string[] =>
  archiveFlag(resource) && withHidden ? [resource.path, `${resource.path}:hidden`] : [resource.path];

/** Records that lie in one block of ids. */
export interface Counted {
  readonly name: string;
  readonly block: number;
  readonly by: number;
}

/** The block of an id. */
export const blockOf = (id: number): number => Math.floor(id / BLOCK);

const addTo = (orgId: number, name: string, slot: number, by: number): Sql => prepared`insert into record_count (
    org_id, name, slot, n)
  values (${orgId}, ${name}, ${slot}, ${by})
  on conflict (org_id, name, slot) do update
  set n = record_count.n + excluded.n`;

const addToBlock = (orgId: number, { name, block, by }: Counted, slot: number): Sql =>
  prepared`insert into record_block (org_id, name, block, slot, n)
  values (${orgId}, ${name}, ${block}, ${slot}, ${by})
  on conflict (org_id, name, block, slot) do update
  set n = record_block.n + excluded.n`;

/** Writers take slots in turn, so that as many as there are slots run side by side. */
const nextSlot = (): number => {
  turn = (turn + 1) % SLOTS;
  return turn;
};

/** Adds to a counter and to its block. */
export const count = (orgId: number, counted: Counted): Sql[] => {
  const slot = nextSlot();
  return [addTo(orgId, counted.name, slot, counted.by), addToBlock(orgId, counted, slot)];
};

/**
 * Adds records to counters and blocks, once to each. All in one slot and in the order of their names and blocks, so that no two
 * writers of many wait for each other.
 */
export const countAll = (orgId: number, all: readonly Counted[]): Sql[] => {
  const slot = nextSlot();
  const [names, blocks] = [new Map<string, number>(), new Map<string, Counted>()];
  for (const { name, block, by } of all) {
    names.set(name, (names.get(name) ?? 0) + by);
    const key = `${name} ${block}`;
    blocks.set(key, { name, block, by: (blocks.get(key)?.by ?? 0) + by });
  }
  const ordered = [...blocks.values()].sort(
    (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || a.block - b.block,
  );
  return [
    ...[...names].sort().map(([name, by]) => addTo(orgId, name, slot, by)),
    ...ordered.map((counted) => addToBlock(orgId, counted, slot)),
  ];
};

/** Whether the kind has a counted list of its own. */
export const isCounted = (resource: Resource): boolean =>
  resource.nesting.topLevel && resource.responses.envelope === 'page';
