/** Events are written in the transaction of the change, and only where an active webhook wants them (rules 7.2). */
import { randomUUID } from 'node:crypto';
import { writtenText } from '../derive/author.ts';
import { eventFamily, furtherEvent } from '../derive/change.ts';
import { shownText } from '../derive/shown-text.ts';
import { insertMany } from '../insert-many.ts';
import type { Values } from '../model/field-shape.ts';
import { MASK } from '../model/kinds.ts';
import type { Resource } from '../model/resource.ts';
import { prepared, raw, type Sql, shared, sql, tenant } from '../sql.ts';
import type { Context } from './call.ts';
import { audienceOf, type Change } from './changed-record.ts';

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
  const [event, at] = [shared(name), shared(new Date(now()).toISOString())];
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

/** A delivery whose payload is known here. */
const known = (context: Context, name: string, payload: Values): Sql[] =>
  context.actor.events.has(name) ? [deliveries(context, name, sql`${JSON.stringify(payload)}`)] : [];

const withoutSecrets = (resource: Resource, record: Values): Values =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, resource.fields[name]?.kind.secret && value ? MASK : value]),
  );

/** What a payload says besides the record. */
const facts = ({ resource, action, id, record, changes }: Change): Values => ({
  id,
  ...(resource.rows.section ? { kid: id } : record.kid !== undefined ? { kid: record.kid } : {}),
  ...(resource.place.ownerSection ? { owner_section: record.owner_section, owner_id: record.owner_id } : {}),
  ...(action === 'update' ? { changes: Object.keys(changes) } : {}),
});

/** A change as all see it. */
interface Seen extends Change {
  /** It became private: it is said to be gone, not what it is now. */
  readonly hidden?: true;
}

/**
 * A change as those see it who are shown only what all are: webhooks belong to nobody. To them what becomes private is
 * gone, and what opens is new. Null: they see nothing of it.
 */
const openly = (change: Change): Seen | null => {
  const { resource, action, record, before } = change;
  const isOpen = audienceOf(resource, record) === null;
  const wasOpen = action === 'update' && before ? audienceOf(resource, before) === null : isOpen;
  if (isOpen) return wasOpen ? change : { ...change, action: 'insert' };
  return wasOpen ? { hidden: true, ...change, action: 'delete' } : null;
};

/** The statement that tells an event of a change. @param says what its payload says besides */
const eventWrite = (context: Context, change: Seen, name: string, says?: Values): Sql => {
  const { resource, action, id, record, hidden } = change;
  const said = says ? { ...facts(change), ...says } : facts(change);
  if (action !== 'delete') {
    const head = JSON.stringify(said).slice(0, -1);
    return deliveriesWith(context, name, head, resource, id, writtenText(resource, 't', context.actor.orgId));
  }
  const shown = hidden ? said : { ...said, record: withoutSecrets(resource, record) };
  return deliveries(context, name, sql`${JSON.stringify(shown)}`);
};

/** Statements that put a change's event into the outbox; the record is the row as this transaction wrote it. */
export const eventWrites = (context: Context, written: Change): Sql[] => {
  const change = openly(written);
  if (!change) return [];
  const { resource, action, event, alsoEvent } = change;
  const { events } = context.actor;
  const name = event ? furtherEvent(resource, event) : `${eventFamily(resource)}.${action}`;
  const writes = events.has(name) ? [eventWrite(context, change, name, event?.says)] : [];
  if (alsoEvent) {
    const beside = furtherEvent(resource, alsoEvent);
    if (events.has(beside)) writes.push(eventWrite(context, change, beside, alsoEvent.says));
  }
  return writes;
};

/** A record that was just made, with the text that reads show of it. */
interface Made {
  readonly change: Change;
  readonly printed: string;
  /** Whose call made it. */
  readonly by: Context;
}

/** Those that all are shown, by the event that somebody wants of them. */
const wantedOf = ({ actor }: Context, made: readonly Made[]): ReadonlyMap<string, readonly Made[]> => {
  const byName = new Map<string, Made[]>();
  for (const one of made) {
    const name = `${eventFamily(one.change.resource)}.insert`;
    if (!actor.events.has(name) || !openly(one.change)) continue;
    const known = byName.get(name);
    if (known) known.push(one);
    else byName.set(name, [one]);
  }
  return byName;
};

/**
 * The same as `eventWrites` of many records that are made together.
 * @returns for each event a look for the webhooks that want it, and the INSERTs that follow from what that found
 */
export const madeEvents = (
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
      const [org, event, at] = [tenant(actor.orgId), shared(name), shared(new Date(now()).toISOString())];
      const rows = wanted.flatMap(({ change, printed, by }) => {
        const trace = shared(by.actor.traceparent ?? null);
        const payload = shared(`${JSON.stringify(facts(change)).slice(0, -1)},"record":${printed}}`);
        return webhooks.map(
          ({ id }) => sql`(${org}, ${id}, ${randomUUID()}, ${event}, ${at}, ${payload}, ${at}, ${trace})`,
        );
      });
      return insertMany(DELIVERY, rows);
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
  const name = furtherEvent(customers, { action: 'merge', says });
  if (!context.actor.events.has(name)) return [];
  const head = JSON.stringify({ id: master, kid: master, ...says, changes: changed }).slice(0, -1);
  return [deliveriesWith(context, name, head, customers, master, shownText(customers, 't'))];
};
