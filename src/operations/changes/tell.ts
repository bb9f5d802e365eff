/** Rows of the change feed, written in the transaction of the change (rules 8.5). */
import {
  type AuditActor,
  type AuditEntry,
  type AuthoredEntry,
  auditEntries,
  auditEntry,
} from '../../db/audit-entry.ts';
import type { Tx } from '../../db/database.ts';
import { isTold } from '../../derive/change.ts';
import { insertMany } from '../../insert-many.ts';
import { prepared, type Sql, shared, sql, tenant } from '../../sql.ts';
import type { Context } from '../call.ts';
import { audienceOf, type Change } from '../changed-record.ts';

/** What the feed says that was done. */
export type ToldAction = 'insert' | 'update' | 'delete' | 'merge' | 'move';

/** The record that another one hangs on. */
interface Owner {
  readonly section: string;
  readonly id: number;
}

/** One change as the feed tells it. */
export interface Told {
  /** Path of the record kind. */
  readonly section: string;
  readonly id: number;
  readonly action: ToldAction;
  /** Names of fields. */
  readonly changed: readonly string[];
  readonly owner?: Owner | undefined;
  readonly slaveKid?: number;
  /** The user who alone sees it; negative: all others; 0: nobody; without it everybody. */
  readonly audience?: number | null;
}

const COLUMNS = sql`(org_id, at, section, record_id, action, changed, owner_section, owner_id, slave_kid, audience)`;

/** INSERT of one change. */
const tell = (context: Pick<Context, 'actor' | 'now'>, told: Told): Sql => prepared`insert into change ${COLUMNS}
  values (${tenant(context.actor.orgId)}, ${new Date(context.now()).toISOString()}, ${told.section}, ${told.id}, ${told.action},
    ${JSON.stringify(told.changed)}, ${told.owner?.section ?? null}, ${told.owner?.id ?? null},
    ${told.slaveKid ?? null}, ${told.audience ?? null})`;

/** Changes that differ in nothing but the record and its owner. */
const tellAlike = (context: Pick<Context, 'actor' | 'now'>, alike: readonly Told[]): readonly Sql[] => {
  const [first, ...others] = alike;
  if (!first || !others.length) return alike.map((told) => tell(context, told));
  const ids = alike.map(({ id }) => id);
  const owners = alike.map(({ owner }) => owner?.id ?? null);
  return [
    prepared`select tell_changes(${tenant(context.actor.orgId)}, ${new Date(context.now()).toISOString()}, ${first.section},
    ${ids}::int[], ${first.action}, ${JSON.stringify(first.changed)}, ${first.owner?.section ?? null}, ${owners}::int[])`,
  ];
};

/** INSERTs of many changes; those that are alike stand together. There may be tens of thousands. */
export const tellAll = (context: Pick<Context, 'actor' | 'now'>, all: readonly Told[]): Sql[] => {
  const groups: Told[][] = [];
  const byKey = new Map<string, Told[]>();
  for (const told of all) {
    const { section, action, changed, owner } = told;
    const isPlain = told.slaveKid === undefined && told.audience == null;
    const key = `${section} ${action} ${owner?.section ?? ''} ${changed.join()}`;
    const known = isPlain ? byKey.get(key) : undefined;
    if (known) known.push(told);
    else {
      const group = [told];
      groups.push(group);
      if (isPlain) byKey.set(key, group);
    }
  }
  return groups.flatMap((group) => tellAlike(context, group));
};

/** What a changed record means to readers. One that is private from now on is gone for all others. */
const toldOf = (change: Change, owner: Owner | undefined): readonly Told[] => {
  const { resource, id, record, before } = change;
  if (!isTold(resource)) return [];
  const moved = change.audit?.action === 'move';
  const audience = audienceOf(resource, record);
  const told: Told = {
    section: resource.path,
    id,
    action: moved ? 'move' : change.action,
    changed: Object.keys(change.changes),
    owner,
    audience,
  };
  const also: Told[] = change.alsoEvent?.action === 'move' ? [{ ...told, action: 'move', changed: ['ordner'] }] : [];
  const wasOpen = change.action === 'update' && before !== undefined && audienceOf(resource, before) === null;
  const gone: Told[] =
    audience !== null && wasOpen ? [{ ...told, action: 'delete', changed: [], audience: -audience || null }] : [];
  return [told, ...also, ...gone];
};

/** The entry of the audit log, and what the feed tells of the same act. */
const noted = ({ actor, now }: AuditActor, entry: AuditEntry, { section, changed }: Told): Sql =>
  prepared`select note_change(${tenant(actor.orgId)}, ${new Date(now()).toISOString()}, ${actor.tokenId}, ${actor.userKid},
    ${actor.requestId}, ${actor.via ?? null}, ${entry.section}, ${entry.recordId}, ${entry.action},
    ${entry.owner?.section ?? null}, ${entry.owner?.id ?? null}, ${JSON.stringify(entry.changes)},
    ${entry.security ?? false}, ${section}, ${JSON.stringify(changed)})`;

/** INSERTs of a change's entry in the audit log and of what the feed tells of it. */
export const note = (context: Context, change: Change, entry: AuditEntry): Sql[] => {
  const told = toldOf(change, entry.owner);
  const [only] = told;
  // All but what is private.
  if (only && told.length === 1 && only.audience === null) return [noted(context, entry, only)];
  return [auditEntry(context, entry), ...tellAll(context, told)];
};

/** INSERTs of changes one by one, in their order. */
const tellInOrder = ({ actor, now }: Pick<Context, 'actor' | 'now'>, all: readonly Told[]): Sql[] => {
  const [org, at] = [tenant(actor.orgId), shared(new Date(now()).toISOString())];
  return insertMany(
    sql`insert into change ${COLUMNS}`,
    all.map(
      ({ section, id, action, changed, owner, slaveKid, audience }) => sql`(${org}, ${at}, ${section}, ${id}, ${action},
    ${JSON.stringify(changed)}, ${owner?.section ?? null}, ${owner?.id ?? null}, ${slaveKid ?? null}, ${audience ?? null})`,
    ),
  );
};

/** The same as `note` of many changes, which the feed tells in their order. */
export const noteAll = (context: Context, all: readonly (AuthoredEntry & { readonly change: Change })[]): Sql[] => [
  ...auditEntries(all),
  ...tellInOrder(
    context,
    all.flatMap(({ change, entry }) => toldOf(change, entry.owner)),
  ),
];

type Row = { readonly id: number } & Readonly<Record<string, unknown>>;

/** A statement that finds or changes many rows and returns the `id` of each, and how the feed tells it. */
export interface ToldWrite {
  readonly write: Sql;
  /** Null for a row that nobody sees; without it nobody sees any. */
  readonly told?: (row: Row) => Told | null;
}

/** Runs statements in their order. @returns INSERTs of what they changed */
export const runTold = async (context: Context, tx: Tx, writes: readonly ToldWrite[]): Promise<Sql[]> => {
  const rows = await Promise.all(
    writes.map(async ({ write, told }) => {
      const changed = await tx.run<Row>(write);
      return told ? changed.map(told) : [];
    }),
  );
  return tellAll(
    context,
    rows.flat().filter((one) => one !== null),
  );
};
