/** Webhook events in the OpenAPI description (rules 7.1). */
import type { Field } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { eventFamily } from './change.ts';
import { eventNames, familyOf, PING } from './event-names.ts';
import { answered } from './openapi-records.ts';
import { closed, ID, INTEGER, ref, schemaName } from './openapi-shapes.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };

const envelope = (names: readonly string[], payload: Json, description: string): Json =>
  closed(
    {
      request_id: { type: 'string', format: 'uuid', description: 'The same in every retry.' },
      event_name: { type: 'string', enum: names },
      timestamp: { type: 'string', format: 'date-time' },
      payload,
    },
    description,
  );

/** Whether some records of a kind are shown to one user alone. */
const canBePrivate = ({ rules }: Resource): boolean => rules.some(({ shownTo }) => shownTo);

/** What an event says besides, as records answer a field of that kind; one that names a record is a record's number. */
const payloadField = (field: Field, resource: Resource, registry: Registry): Json => ({
  ...(field.reference ? ID : {}),
  ...answered(field, resource, registry),
});

/** Members of a payload besides `id` and `record` (rules 7.1). */
const payloadOf = (resource: Resource, registry: Registry): Json => ({
  type: 'object',
  ...(canBePrivate(resource)
    ? { required: ['id'], description: 'Without `record` at the delete of one that became private.' }
    : { required: ['id', 'record'] }),
  properties: {
    id: ID,
    kid: { ...INTEGER, type: ['integer', 'null'] },
    changes: { type: 'array', items: TEXT, description: 'Names of the changed fields, at an update.' },
    ...(resource.place.ownerSection || !resource.rows.stored
      ? { owner_section: ref('OwnerSection'), owner_id: ID }
      : {}),
    ...Object.fromEntries(
      Object.values(resource.events.further)
        .flatMap((fields) => Object.entries(fields))
        .map(([name, field]) => [name, payloadField(field, resource, registry)]),
    ),
    // Events of links and relations hold the row as it was written, so their record is shorter than in a read.
    record: resource.rows.stored ? ref(schemaName(resource)) : { type: 'object', additionalProperties: true },
  },
});

/** Schemas of what webhooks deliver: one a record kind, the test delivery, and all of them as `WebhookEvent`. */
export const eventSchemas = (registry: Registry): Readonly<Record<string, Json>> => {
  const names = eventNames(registry);
  const kinds = registry.resources.map((resource): [string, Json] => {
    const own = names.filter((name) => familyOf(name) === eventFamily(resource));
    const about = `A change of this record kind: ${resource.title.toLowerCase()}.`;
    return [`${schemaName(resource)}Event`, envelope(own, payloadOf(resource, registry), about)];
  });
  const tested = closed({
    test: { type: 'boolean', const: true },
    message: TEXT,
    triggered_at: { type: 'string', format: 'date-time' },
  });
  const test = envelope([PING, ...names], tested, 'A test delivery: any event name, no record.');
  return {
    ...Object.fromEntries(kinds),
    WebhookTestEvent: test,
    WebhookEvent: { anyOf: [...kinds.map(([name]) => ref(name)), ref('WebhookTestEvent')] },
  };
};

/** The `webhooks` section of the description. */
export const webhookSection: Json = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description:
        'Sent to the URL of a webhook, signed by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). At least once: `request_id` shows which ones came twice. As `application/x-www-form-urlencoded` it has the same members, `payload` as JSON text.',
      tags: ['webhooks'],
      requestBody: { required: true, content: { 'application/json': { schema: ref('WebhookEvent') } } },
      responses: {
        '2XX': { description: 'Received.' },
        '4XX': { description: 'Refused; it is sent again, except after 410.' },
      },
    },
  },
};
