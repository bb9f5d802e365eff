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
import { prepared, raw, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type RecordChange, visibleTo } from '../call/record-change.ts';

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

/** The same with a record in the payload, printed as reads show it. */
const deliveriesWith = (context: Context, name: string, head: string, resource: Resource, id: number, printed: Sql) =>
  deliveries(context, name, sql`${head} || ',"record":' || ${printed} || '}'`, {
    table: sql` join ${raw(resource.table)} t on t.org_id = w.org_id`,
    where: sql` and t.org_id = ${context.actor.orgId} and t.id = ${id}`,
  });

/** A delivery with a known payload. */
const known = (context: Context, name: string, payload: Values): Sql[] =>
  context.actor.events.has(name) ? [deliveries(context, name, sql`${JSON.stringify(payload)}`)] : [];

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
    const head = JSON.stringify(said).slice(0, -1);
    return deliveriesWith(context, name, head, resource, id, writtenText(resource, 't', context.actor.orgId));
  }
  const shown = hidden ? said : { ...said, record: withoutSecrets(resource, record) };
  return deliveries(context, name, sql`${JSON.stringify(shown)}`);
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
): { readonly look: Sql; readonly writes: (webhooks: readonly { readonly id: number }[]) => Sql[] }[] =>
  [...wantedOf(context, made)].map(([name, wanted]) => ({
    look: prepared`select w.id
    from webhook w
    where w.org_id = ${context.actor.orgId} and w.active and ${name} = any(w.events)
    order by w.id`,
    writes: (webhooks) => {
      const { actor, now } = context;
      const [org, event, at] = [
        tenantParam(actor.orgId),
        sharedParam(name),
        sharedParam(new Date(now()).toISOString()),
      ];
      const rows = wanted.flatMap(({ change, printed, by }) => {
        const trace = sharedParam(by.actor.traceparent ?? null);
        const payload = sharedParam(`${JSON.stringify(payloadFields(change)).slice(0, -1)},"record":${printed}}`);
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
): Sql[] =>
  known(context, name, {
    id: record.id,
    ...(record.kid ? { kid: record.kid } : {}),
    owner_section: owner.section,
    owner_id: owner.id,
    record,
  });

/** Statements for the one event of a merge. */
export const mergeEvent = (context: Context, master: number, slave: number, changed: readonly string[]): Sql[] => {
  const customers = context.model.registry.get('customers');
  const says = { slave_kid: slave };
  const name = customEvent(customers, { action: 'merge', payload: says });
  if (!context.actor.events.has(name)) return [];
  const head = JSON.stringify({ id: master, kid: master, ...says, changes: changed }).slice(0, -1);
  return [deliveriesWith(context, name, head, customers, master, storedJson(customers, 't'))];
};

/** Statements for the event of an import that was applied. @param payload the job with its counts */
export const importEvent = (context: Context, payload: Values): Sql[] => known(context, IMPORT_DONE, payload);
