/**
 * The one door for writes: what belongs to a changed row (audit entry, counters, search projection, events) is sent
 * in the transaction of the change, together with COMMIT (architecture 4.5).
 */
import type { Tx } from '../db/database.ts';
import { eventFamily } from '../derive/change.ts';
import type { Query } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';
import { blockOf, count, counterOf, isCounted } from './counters.ts';
import { eventWrites } from './events.ts';
import { ownEntryWrites, projectionWrites } from './search-projection.ts';

/** An entry of the audit log that is no plain insert, update or delete has its own action (`move`, `merge`). */
export interface AuditEntry {
  readonly section: string;
  readonly recordId: number;
  readonly action: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly owner?: { readonly section: string; readonly id: number };
  /** Who may do what has changed, or somebody signed in or out: found by the filter "security" (decisions 8.2). */
  readonly security?: boolean;
}

/** Who acts, as an audit entry names him; nobody is known before a sign-in. */
export interface AuditActor {
  readonly actor: Pick<Context['actor'], 'orgId' | 'tokenId' | 'userKid' | 'requestId'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** INSERT of an audit entry: who (token and user), when, what, which fields from what to what (architecture 4.9). */
export const auditEntry = ({ actor, now }: AuditActor, entry: AuditEntry): Query => ({
  name: 'audit',
  text: 'insert into audit_entry (org_id, at, token_id, user_kid, request_id, section, record_id, action, owner_section, owner_id, changes, security) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
  values: [
    actor.orgId,
    new Date(now()).toISOString(),
    actor.tokenId,
    actor.userKid,
    actor.requestId,
    entry.section,
    entry.recordId,
    entry.action,
    entry.owner?.section ?? null,
    entry.owner?.id ?? null,
    JSON.stringify(entry.changes),
    entry.security ?? false,
  ],
});

/** The record a part or annotation hangs on, so that a record's history shows what happened below it. */
const ownerOf = ({ parentPath }: Context, { resource, record }: Change): AuditEntry['owner'] => {
  if (resource.ownerSection) return { section: String(record.owner_section), id: Number(record.owner_id) };
  if (resource.topLevel) return undefined;
  // Rows of a nested array lie below the record that is made with them, not below the one in the path.
  const section = resource.below.find((path) => path === parentPath) ?? resource.below[0];
  return section === undefined ? undefined : { section, id: Number(record[resource.parentColumn]) };
};

const counts = (context: Context, change: Change): Query[] => {
  const { resource, action } = change;
  if (!isCounted(resource)) return [];
  const { orgId } = context.actor;
  const block = blockOf(change.id);
  const name = counterOf(resource, change.record);
  if (action === 'insert') return count(orgId, { name, block, by: 1 });
  if (action === 'delete') return count(orgId, { name, block, by: -1 });
  const from = counterOf(resource, change.before ?? change.record);
  if (from === name) return [];
  return [...count(orgId, { name: from, block, by: -1 }), ...count(orgId, { name, block, by: 1 })];
};

/** Users sign in with what the record says; a password that was set stays with it. */
const loginWrites = ({ actor }: Context, { resource, action, id, changes, record }: Change): Query[] => {
  const { login } = resource;
  if (!login || action !== 'update' || !Object.hasOwn(changes, login)) return [];
  const text = 'update credential set email_lower = $3 where org_id = $1 and kid = $2';
  return [{ name: 'login', text, values: [actor.orgId, id, String(record[login]).toLowerCase()] }];
};

/** Everything that is written besides the row itself. */
export const consequences = (context: Context, change: Change): Query[] => [
  auditEntry(context, {
    section: eventFamily(change.resource),
    recordId: change.id,
    action: change.audit?.action ?? change.action,
    changes: change.audit?.changes ?? change.changes,
    owner: ownerOf(context, change),
  }),
  ...counts(context, change),
  ...projectionWrites(context, change),
  ...loginWrites(context, change),
  ...eventWrites(context, change),
];

/** A row to write, and the change that it is. */
export interface Write {
  readonly row: Query;
  readonly change: Change;
}

const withConsequences = (context: Context, writes: readonly Write[], further: readonly Query[]): Query[] => [
  ...writes.flatMap(({ change }) => consequences(context, change)),
  ...ownEntryWrites(
    context,
    writes.map(({ change }) => change),
  ),
  ...further,
];

/** Writes rows and all that belongs to them, and commits; answers what each row's statement returned. */
export const commit = async (
  context: Context,
  tx: Tx,
  writes: readonly Write[],
  further: readonly Query[] = [],
): Promise<unknown[][]> => tx.finish([...writes.map(({ row }) => row), ...withConsequences(context, writes, further)]);

/** As `commit`, where what is written further follows from what the rows' statements return: one trip more. */
export const commitAfterRows = async (
  context: Context,
  tx: Tx,
  writes: readonly Write[],
  further: (rows: unknown[][]) => readonly Query[],
): Promise<unknown[][]> => {
  const rows = await Promise.all(writes.map(({ row }) => tx.run(row)));
  await tx.finish(withConsequences(context, writes, further(rows)));
  return rows;
};
