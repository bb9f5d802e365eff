/** What a write did to one record: the source of its audit entry, counters, search entry and event. */
import type { AuditAction } from '../db/audit-entry.ts';
import type { Changes, FurtherEvent } from '../derive/change.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';

/** One changed record. */
export interface Change {
  readonly resource: Resource;
  readonly action: 'insert' | 'update' | 'delete';
  readonly id: number;
  readonly changes: Changes;
  /** The record after the change; at a delete its last state. */
  readonly record: Values;
  /** Entry of the audit log where it is not the usual one; null for none. */
  readonly audit?: { readonly action: AuditAction; readonly changes: Readonly<Record<string, unknown>> };
  /** The event where it is not the change's own. */
  readonly event?: FurtherEvent;
  /** An event beside it: of a document that was moved besides other changes. */
  readonly alsoEvent?: FurtherEvent;
  /** The record before an update. */
  readonly before?: Values;
}

/** The user who alone is shown a record of a kind (0: nobody); null where all are. */
export const audienceOf = ({ rules }: Resource, record: Values): number | null => {
  for (const { shownTo } of rules) if (shownTo) return shownTo(record);
  return null;
};
