/**
 * Counts of live records that need no scan: spread over slots so that concurrent writers do not wait for each other,
 * changed in the transaction of the write (docs/decisions/0012).
 */
import { hiding } from '../derive/columns.ts';
import { BLOCK } from '../derive/list-sql.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { prepared, type Sql } from '../sql.ts';

const SLOTS = 16;
let turn = 0;

/** Name of the counter a record counts in. */
export const counterOf = (resource: Resource, record: Values): string =>
  record[hiding(resource)?.field ?? ''] === 1 ? `${resource.path}:hidden` : resource.path;

/** Names of the counters whose sum is a list's total. */
export const countersOf = (resource: Resource, withHidden: boolean): readonly string[] =>
  hiding(resource) && withHidden ? [resource.path, `${resource.path}:hidden`] : [resource.path];

/** Records that lie in one block of ids. */
export interface Counted {
  readonly name: string;
  readonly block: number;
  readonly by: number;
}

/** The block of an id. */
export const blockOf = (id: number): number => Math.floor(id / BLOCK);

/**
 * Adds to a counter and to its block. Writers take slots in turn, so that as many as there are slots run side by side.
 */
export const count = (orgId: number, { name, block, by }: Counted): Sql[] => {
  turn = (turn + 1) % SLOTS;
  return [
    prepared`insert into record_count (org_id, name, slot, n)
      values (${orgId}, ${name}, ${turn}, ${by})
      on conflict (org_id, name, slot) do update
      set n = record_count.n + excluded.n`,
    prepared`insert into record_block (org_id, name, block, slot, n)
      values (${orgId}, ${name}, ${block}, ${turn}, ${by})
      on conflict (org_id, name, block, slot) do update
      set n = record_block.n + excluded.n`,
  ];
};

/** Whether the kind has a counted list of its own. */
export const isCounted = (resource: Resource): boolean =>
  resource.place.topLevel && resource.answers.envelope === 'page';
