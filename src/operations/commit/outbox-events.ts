/** Events are written in the transaction of the change, and only where an active webhook wants them (rules 7.2). */
import { randomUUID } from 'node:crypto';
import { IMPORT_DONE } from '../../derive/events/event-names.ts';
import { customEvent, eventFamily } from '../../derive/events/record-diff.ts';
import { writtenText } from '../../derive/sql/author-sql.ts';
import { storedJson } from '../../derive/storage/stored-json.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { MASK } from '../../model/declaration/value-kinds.ts';
import { bulkInsert } from '../../sql/bulk-insert.ts';
import { literal, prepared, raw, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type RecordChange, visibleTo } from '../call/record-change.ts';
import type { FeedRow } from './append-change.ts';

const DELIVERY = sql`insert into webhook_delivery (
      org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at, traceparent)`;

/**
 * Deliveries of one event: a row for each webhook that wants it.
 * @param from further sources of the payload, and the condition on them
 */
const deliveries = (
  { actor, now }: Context,
  name: string,
  payload: Sql,
  from: { readonly table: Sql; readonly where: Sql } = { table: raw(''), where: raw('') },
): Sql => {
  const [event, at] = [sharedParam(name), sharedParam(new Date(now()).toISOString())];
  return prepared`${DELIVERY}
    select w.org_id, w.id, gen_random_uuid(), ${event}, ${at}, ${payload}, ${at}::timestamptz, ${actor.traceparent ?? null}
    from webhook w${from.table}
    where w.org_id = ${actor.orgId} and w.active and ${event} = any(w.events)${from.where}`;
};

/** A record of the change feed. */
interface InFeed {
  readonly section: string;
  readonly id: unknown;
}

/**
 * A payload as SQL text, with `change_id`: the id of the last change of the record, which this transaction wrote before
 * (rules 7.2). Transactions that change one record hold its lock, and the id is drawn under it, so it grows.
 * @param rest further members, as SQL text
 */
const payloadWith = (
  { actor }: Context,
  members: Values,
  { section, id }: InFeed,
  rest: Sql = raw("''"),
): Sql => sql`${JSON.stringify(members).slice(0, -1)} || coalesce(',"change_id":' || (
      select max(c.id)
      from change c
      where c.org_id = ${actor.orgId} and c.number = 0 and c.section = ${literal(section)} and c.record_id = ${id}), '') || ${rest} || '}'`;

/** The same with a record in the payload, printed as reads show it. */
const deliveriesWith = (
  context: Context,
  name: string,
  members: Values,
  { resource, id, printed }: { readonly resource: Resource; readonly id: number; readonly printed: Sql },
): Sql => {
  const payload = payloadWith(context, members, { section: resource.path, id }, sql`',"record":' || ${printed}`);
  return deliveries(context, name, payload, {
    table: sql` join ${raw(resource.table)} t on t.org_id = w.org_id`,
    where: sql` and t.org_id = ${context.actor.orgId} and t.id = ${id}`,
  });
};

const withoutSecrets = (resource: Resource, record: Values): Values =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, resource.fields[name]?.kind.secret && value ? MASK : value]),
  );

/** Payload fields other than the record. */
const payloadFields = ({ resource, action, id, record, changes }: RecordChange): Values => ({
  id,
  ...(resource.storage.section ? { kid: id } : record.kid !== undefined ? { kid: record.kid } : {}),
  ...(resource.nesting.ownerSection ? { owner_section: record.owner_section, owner_id: record.owner_id } : {}),
  ...(action === 'update' ? { changes: Object.keys(changes) } : {}),
});

/** A change as all see it. */
interface Seen extends RecordChange {
  /** The record became private: the event reports a deletion, not the new values. */
  readonly hidden?: true;
}

/**
 * A change as seen by users without access to private records, since webhooks belong to no user: a record that
 * becomes private is deleted, one that becomes public is new. Null: invisible to them.
 */
const publicView = (change: RecordChange): Seen | null => {
  const { resource, action, record, before } = change;
  const isOpen = visibleTo(resource, record) === null;
  const wasOpen = action === 'update' && before ? visibleTo(resource, before) === null : isOpen;
  if (isOpen) return wasOpen ? change : { ...change, action: 'insert' };
  return wasOpen ? { hidden: true, ...change, action: 'delete' } : null;
};

/** The INSERT of an event of a change. @param says further payload fields */
const eventWrite = (context: Context, change: Seen, name: string, says?: Values): Sql => {
  const { resource, action, id, record, hidden } = change;
  const said = says ? { ...payloadFields(change), ...says } : payloadFields(change);
  if (action !== 'delete') {
    const printed = writtenText(resource, 't', context.actor.orgId);
    return deliveriesWith(context, name, said, { resource, id, printed });
  }
  const shown = hidden ? said : { ...said, record: withoutSecrets(resource, record) };
  return deliveries(context, name, payloadWith(context, shown, { section: resource.path, id }));
};

/** Statements that put a change's event into the outbox; the record is the row as this transaction wrote it. */
export const eventWrites = (context: Context, written: RecordChange): Sql[] => {
  const change = publicView(written);
  if (!change) return [];
  const { resource, action, event, secondaryEvent: alsoEvent } = change;
  const { events } = context.actor;
  const name = event ? customEvent(resource, event) : `${eventFamily(resource)}.${action}`;
  const writes = events.has(name) ? [eventWrite(context, change, name, event?.payload)] : [];
  if (alsoEvent) {
    const customName = customEvent(resource, alsoEvent);
    if (events.has(customName)) writes.push(eventWrite(context, change, customName, alsoEvent.payload));
  }
  return writes;
};

/** A record that was just made, with the text that reads show of it. */
interface Made {
  readonly change: RecordChange;
  readonly printed: string;
  /** The call that caused the event. */
  readonly by: Context;
}

/** The publicly visible changes, grouped by event with a subscribed webhook. */
const wantedOf = ({ actor }: Context, made: readonly Made[]): ReadonlyMap<string, readonly Made[]> => {
  const byName = new Map<string, Made[]>();
  for (const one of made) {
    const name = `${eventFamily(one.change.resource)}.insert`;
    if (!actor.events.has(name) || !publicView(one.change)) continue;
    const known = byName.get(name);
    if (known) known.push(one);
    else byName.set(name, [one]);
  }
  return byName;
};

/**
 * Like `eventWrites`, for many records created at once.
 * @returns for each event a query for its webhooks, and the INSERTs that follow from its rows
 */
export const insertEvents = (
  context: Context,
  made: readonly Made[],
): {
  readonly look: Sql;
  readonly writes: (webhooks: readonly { readonly id: number }[], feed: readonly FeedRow[]) => Sql[];
}[] =>
  [...wantedOf(context, made)].map(([name, wanted]) => ({
    look: prepared`select w.id
    from webhook w
    where w.org_id = ${context.actor.orgId} and w.active and ${name} = any(w.events)
    order by w.id`,
    writes: (webhooks, feed) => {
      const { actor, now } = context;
      const changeIds = new Map(feed.map(({ id, section, record_id }) => [`${section} ${record_id}`, id]));
      const [org, event, at] = [
        tenantParam(actor.orgId),
        sharedParam(name),
        sharedParam(new Date(now()).toISOString()),
      ];
      const rows = wanted.flatMap(({ change, printed, by }) => {
        const trace = sharedParam(by.actor.traceparent ?? null);
        const members = { ...payloadFields(change), change_id: changeIds.get(`${change.resource.path} ${change.id}`) };
        const payload = sharedParam(`${JSON.stringify(members).slice(0, -1)},"record":${printed}}`);
        return webhooks.map(
          ({ id }) => sql`(${org}, ${id}, ${randomUUID()}, ${event}, ${at}, ${payload}, ${at}, ${trace})`,
        );
      });
      return bulkInsert(DELIVERY, rows);
    },
  }));

/**
 * Statements for an event of a link or relation: the owner's row, one event a pair (rules 7.1).
 * @param record the row as lists answer it
 */
export const linkEvent = (
  context: Context,
  name: 'links.insert' | 'links.delete' | 'relations.insert' | 'relations.delete',
  owner: { readonly section: string; readonly id: number },
  record: Values,
): Sql[] => {
  if (!context.actor.events.has(name)) return [];
  const members = {
    id: record.id,
    ...(record.kid ? { kid: record.kid } : {}),
    owner_section: owner.section,
    owner_id: owner.id,
    record,
  };
  const [section = ''] = name.split('.');
  return [deliveries(context, name, payloadWith(context, members, { section, id: record.id }))];
};

/** Statements for the one event of a merge. */
export const mergeEvent = (context: Context, master: number, slave: number, changed: readonly string[]): Sql[] => {
  const customers = context.model.registry.get('customers');
  const says = { slave_kid: slave };
  const name = customEvent(customers, { action: 'merge', payload: says });
  if (!context.actor.events.has(name)) return [];
  const members = { id: master, kid: master, ...says, changes: changed };
  const printed = storedJson(customers, 't');
  return [deliveriesWith(context, name, members, { resource: customers, id: master, printed })];
};

/** Statements for the event of an import that was applied. @param payload the job with its counts */
export const importEvent = (context: Context, payload: Values): Sql[] =>
  context.actor.events.has(IMPORT_DONE) ? [deliveries(context, IMPORT_DONE, sql`${JSON.stringify(payload)}`)] : [];
