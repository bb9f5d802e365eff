/** What an event looks like: a message for people who write a receiver (rules 7.1). */
import type { Field } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { eventFamily } from './change.ts';
import { eventNames } from './event-names.ts';

type Members = Readonly<Record<string, unknown>>;

const NUMBER = 5;

const sampleOf = ({ kind, options }: Field): unknown => options?.[0]?.value ?? kind.example;

const recordOf = ({ fields, place }: Resource): Members => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)])),
  [place.key]: NUMBER,
});

const changedOf = ({ fields }: Resource): string[] =>
  Object.entries(fields)
    .filter(([, { server }]) => !server)
    .slice(0, 2)
    .map(([name]) => name);

const payloadOf = (resource: Resource, action: string): Members => {
  const { place, rows, events } = resource;
  const record = recordOf(resource);
  return {
    id: NUMBER,
    ...(rows.section ? { kid: NUMBER } : record.kid !== undefined ? { kid: 1 } : {}),
    ...(place.ownerSection ? { owner_section: 'customers', owner_id: 1 } : {}),
    ...(action === 'update' ? { changes: changedOf(resource) } : {}),
    ...Object.fromEntries(Object.entries(events.further[action] ?? {}).map(([name, field]) => [name, sampleOf(field)])),
    record,
  };
};

/** The message of an event with made-up values; null where there is no such event. */
export const eventSample = (registry: Registry, name: string): Members | null => {
  const dot = name.lastIndexOf('.');
  const [family, action] = [name.slice(0, dot), name.slice(dot + 1)];
  const resource = registry.resources.find((one) => eventFamily(one) === family);
  if (!resource || !eventNames(registry).includes(name)) return null;
  return {
    request_id: '0b1e5a52-8a0c-4f6e-9d5b-3f6f0c2d7a11',
    event_name: name,
    timestamp: '2026-01-31T08:30:00.000Z',
    payload: payloadOf(resource, action),
  };
};
