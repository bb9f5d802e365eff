/** What changed: the source of the audit entry, of `updated`, and of an event's payload. */
import type { Values } from '../model/field-shape.ts';
import { MASK } from '../model/kinds.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';

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

/** Whether callers can read records of a kind at all: the change feed tells of those (rules 8.5). */
export const isTold = ({ place }: Pick<Resource, 'place'>): boolean => {
  const verbs = [
    ...(place.topLevel ? place.verbs : []),
    ...(place.below.length || place.ownerSection ? place.verbsBelow : []),
  ];
  return verbs.includes('list') || verbs.includes('retrieve');
};

/** Paths of all kinds that the change feed knows. */
export const sectionNames = ({ resources }: Registry): readonly string[] =>
  resources.filter(isTold).map(({ path }) => path);

/** First part of a record kind's event names (rules 7.1). */
export const eventFamily = (resource: Resource): string => resource.events.name ?? resource.path;

/** An event besides those of the verbs (`events.further`), as an operation tells it. */
export interface FurtherEvent {
  readonly action: string;
  /** What its payload says besides the record: all that is declared, and nothing else. */
  readonly says?: Values;
}

/**
 * Name of an event that an operation tells, whether anybody wants it or not: one that is not declared would be told to nobody.
 * @throws Error where the record kind declares no such event, or others than these members of its payload
 */
export const furtherEvent = (resource: Resource, { action, says = {} }: FurtherEvent): string => {
  const { further } = resource.events;
  const declared = further[action];
  if (!declared) {
    const there = Object.keys(further).join(', ') || 'none';
    throw new Error(`${resource.path} declares no event ${action} in events.further. There are: ${there}.`);
  }
  const [given, asked] = [says, declared].map((members) => Object.keys(members).sort().join(', '));
  if (given !== asked)
    throw new Error(
      `The event ${action} of ${resource.path} says ${given || 'nothing'}, declared is ${asked || 'nothing'}.`,
    );
  return `${eventFamily(resource)}.${action}`;
};
