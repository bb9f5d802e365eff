/** Events are written in the transaction of the change, and only where an active webhook wants them (rules 7.2). */
import { eventFamily } from '../derive/change.ts';
import { hasAddedFields, shownText } from '../derive/shown-text.ts';
import type { Values } from '../model/field-shape.ts';
import { MASK } from '../model/kinds.ts';
import type { Resource } from '../model/resource.ts';
import type { Query } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';

/** Columns of the deliveries of one event: a row for each webhook that wants it. */
const INTO = `insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at)
select w.org_id, w.id, gen_random_uuid(), $2, $3, `;
const FROM = ' from webhook w where w.org_id = $1 and w.active and $2 = any(w.events)';

/** A delivery whose payload is known here. */
const known = ({ actor, now }: Context, name: string, payload: Values): Query[] => {
  if (!actor.events.has(name)) return [];
  const at = new Date(now()).toISOString();
  return [
    {
      name: 'event',
      text: `${INTO}$4, $3::timestamptz${FROM}`,
      values: [actor.orgId, name, at, JSON.stringify(payload)],
    },
  ];
};

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

/** Statements that put a change's event into the outbox; the record is the row as this transaction wrote it. */
export const eventWrites = (context: Context, change: Change): Query[] => {
  const { resource, action, event, alsoEvent, id, record } = change;
  const name = `${eventFamily(resource)}.${event ?? action}`;
  const { actor, now } = context;
  const also = alsoEvent ? known(context, `${eventFamily(resource)}.${alsoEvent}`, { ...facts(change), record }) : [];
  if (!actor.events.has(name)) return also;
  if (action === 'delete') return known(context, name, { ...facts(change), record: withoutSecrets(resource, record) });
  const head = JSON.stringify(facts(change)).slice(0, -1);
  return [
    ...also,
    {
      name: `event ${resource.path}`,
      text: `${INTO}$4 || ',"record":' || t.printed || '}', $3::timestamptz from webhook w, ${resource.table} t where w.org_id = $1 and w.active and $2 = any(w.events) and t.org_id = $1 and t.id = $5`,
      values: [actor.orgId, name, new Date(now()).toISOString(), head, id],
    },
  ];
};

/**
 * Statements for an event of a link or relation: the owner's row, one event a pair (rules 7.1).
 * @param record the row as lists answer it
 */
export const linkEvent = (
  context: Context,
  name: 'links.insert' | 'links.delete' | 'relations.insert' | 'relations.delete',
  owner: { readonly section: string; readonly id: number },
  record: Values,
): Query[] =>
  known(context, name, {
    id: record.id,
    ...(record.kid ? { kid: record.kid } : {}),
    owner_section: owner.section,
    owner_id: owner.id,
    record,
  });

/** Statements for the one event of a merge. */
export const mergeEvent = (context: Context, master: number, slave: number, changed: readonly string[]): Query[] => {
  const { actor, now } = context;
  if (!actor.events.has('customers.merge')) return [];
  const customers = context.model.registry.get('customers');
  const head = JSON.stringify({ id: master, kid: master, slave_kid: slave, changes: changed }).slice(0, -1);
  return [
    {
      name: hasAddedFields([customers]) ? undefined : 'event merge',
      text: `${INTO}$4 || ',"record":' || ${shownText(customers, 't')} || '}', $3::timestamptz from webhook w, contact t where w.org_id = $1 and w.active and $2 = any(w.events) and t.org_id = $1 and t.id = $5`,
      values: [actor.orgId, 'customers.merge', new Date(now()).toISOString(), head, master],
    },
  ];
};
