/**
 * The difference of two versions of a record: the source of the audit entry, of `updated`, and of an event's payload.
 */
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { MASK } from '../../model/declaration/value-kinds.ts';
import type { Registry } from '../../model/registry.ts';

/** Field -> [before, after]; secrets are masked. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

const masked = (resource: Resource, name: string, value: unknown): unknown =>
  resource.fields[name]?.kind.secret && value ? MASK : value;

/** Fields whose value differs, with both values. Stamps and second names do not count (rules 3.8). */
export const changesBetween = (resource: Resource, before: Values, after: Values): Changes => {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name of Object.keys(after)) {
    const field = resource.fields[name];
    if (!field || field.sameAs || field.stamp) continue;
    const from = before[name] ?? null;
    const to = after[name] ?? null;
    if (from !== to) changes[name] = [masked(resource, name, from), masked(resource, name, to)];
  }
  return changes;
};

/** Whether callers can read records of a kind at all: the change feed contains only those (rules 8.5). */
export const isInChangeFeed = ({ nesting: place }: Pick<Resource, 'nesting'>): boolean => {
  const verbs = [
    ...(place.topLevel ? place.verbs : []),
    ...(place.below.length || place.ownerSection ? place.verbsBelow : []),
  ];
  return verbs.includes('list') || verbs.includes('retrieve');
};

/** Paths of all kinds that the change feed knows. */
export const sectionNames = ({ resources }: Registry): readonly string[] =>
  resources.filter(isInChangeFeed).map(({ path }) => path);

/** First part of a record kind's event names (rules 7.1). */
export const eventFamily = (resource: Resource): string => resource.events.name ?? resource.path;

/** An event other than those of the verbs (`events.customEvents`), emitted by an operation. */
export interface CustomEvent {
  readonly action: string;
  /** Payload fields in addition to the record: exactly the declared ones. */
  readonly payload?: Values;
}

/**
 * Validates an event of an operation, even without a subscriber: an undeclared event would never be delivered.
 * @throws Error where the record kind declares no such event, or other payload fields
 */
export const customEvent = (resource: Resource, { action, payload: says = {} }: CustomEvent): string => {
  const { customEvents: further } = resource.events;
  const declared = further[action];
  if (!declared) {
    const there = Object.keys(further).join(', ') || 'none';
    throw new Error(`${resource.path} declares no event ${action} in events.customEvents. There are: ${there}.`);
  }
  const [given, asked] = [says, declared].map((members) => Object.keys(members).sort().join(', '));
  if (given !== asked)
    throw new Error(
      `The event ${action} of ${resource.path} has the payload ${given || 'nothing'}, declared is ${asked || 'nothing'}.`,
    );
  return `${eventFamily(resource)}.${action}`;
};
