/** A sample message of an event, for developers of receivers (rules 7.1). */
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { eventNames, IMPORT_DONE } from './event-names.ts';
import { eventFamily, isInChangeFeed } from './record-diff.ts';

type Members = Readonly<Record<string, unknown>>;

const NUMBER = 5;
const CHANGE_ID = 71;

const sampleOf = ({ kind, options }: Field): unknown => options?.[0]?.value ?? kind.example;

const recordOf = ({ fields, nesting: place }: Resource): Members => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)])),
  [place.key]: NUMBER,
});

const changedOf = ({ fields }: Resource): string[] =>
  Object.entries(fields)
    .filter(([, { server }]) => !server)
    .slice(0, 2)
    .map(([name]) => name);

const payloadOf = (resource: Resource, action: string): Members => {
  const { nesting: place, storage: rows, events } = resource;
  const record = recordOf(resource);
  return {
    id: NUMBER,
    ...(rows.section ? { kid: NUMBER } : record.kid !== undefined ? { kid: 1 } : {}),
    ...(place.ownerSection ? { owner_section: 'customers', owner_id: 1 } : {}),
    ...(action === 'update' ? { changes: changedOf(resource) } : {}),
    ...Object.fromEntries(
      Object.entries(events.customEvents[action] ?? {}).map(([name, field]) => [name, sampleOf(field)]),
    ),
    ...(isInChangeFeed(resource) ? { change_id: CHANGE_ID } : {}),
    record,
  };
};

const IMPORT_SAMPLE: Members = {
  id: NUMBER,
  state: 'done',
  format: 'csv',
  section: 'customers',
  total: 3,
  applied: 2,
  counts: { new: 1, changed: 1, unchanged: 1 },
};

/** The message of an event with made-up values; null where there is no such event. */
export const eventSample = (registry: Registry, name: string): Members | null => {
  const dot = name.lastIndexOf('.');
  const [family, action] = [name.slice(0, dot), name.slice(dot + 1)];
  const resource = registry.resources.find((one) => eventFamily(one) === family);
  const payload =
    name === IMPORT_DONE
      ? IMPORT_SAMPLE
      : resource && eventNames(registry).includes(name) && payloadOf(resource, action);
  if (!payload) return null;
  return {
    request_id: '0b1e5a52-8a0c-4f6e-9d5b-3f6f0c2d7a11',
    event_name: name,
    timestamp: '2026-01-31T08:30:00.000Z',
    payload,
  };
};
