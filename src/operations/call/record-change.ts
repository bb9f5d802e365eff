/** The change of one record by a write: the source of its audit entry, counters, search entry and event. */
import type { AuditAction } from '../../db/audit-entry.ts';
import type { Changes, CustomEvent } from '../../derive/events/record-diff.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';

/** One changed record. */
export interface RecordChange {
  readonly resource: Resource;
  readonly action: 'insert' | 'update' | 'delete';
  readonly id: number;
  readonly changes: Changes;
  /** The record after the change; at a delete its last state. */
  readonly record: Values;
  /** Entry of the audit log where it is not the usual one; null for none. */
  readonly audit?: { readonly action: AuditAction; readonly changes: Readonly<Record<string, unknown>> };
  /** The event where it is not the change's own. */
  readonly event?: CustomEvent;
  /** A second event: of a document that was moved and changed at once. */
  readonly secondaryEvent?: CustomEvent;
  /** The record before an update. */
  readonly before?: Values;
}

/** The only user who may see a private record (0: none); null where all users may. */
export const visibleTo = ({ rules }: Resource, record: Values): number | null => {
  for (const { shownTo } of rules) if (shownTo) return shownTo(record);
  return null;
};
