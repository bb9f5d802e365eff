/** What a write did to one record: the source of its audit entry, counters, search entry and event. */
import type { Changes } from '../derive/change.ts';
import type { Values } from '../model/kinds.ts';
import type { Resource } from '../model/resource.ts';

/** One changed record. */
export interface Change {
  readonly resource: Resource;
  readonly action: 'insert' | 'update' | 'delete';
  readonly id: number;
  readonly changes: Changes;
  /** The record after the change; at a delete its last state. */
  readonly record: Values;
  /** The record before an update. */
  readonly before?: Values;
}
