/** Webhook events in the OpenAPI description (rules 7.1). */
import { changeId } from '../../model/calls/feed.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { formatNames } from '../../model/records/import-values.ts';
import type { Registry } from '../../model/registry.ts';
import { eventNames, familyOf, IMPORT_DONE, PING } from '../events/event-names.ts';
import { eventFamily, isInChangeFeed } from '../events/record-diff.ts';
import { COUNT, closed, ID, INTEGER, ref, schemaName } from './components/schemas.ts';
import { answered } from './record-schemas.ts';
import { answerSchema } from './zod-schema.ts';

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

/** Whether some records of a kind are visible to only one user. */
const canBePrivate = ({ rules }: Resource): boolean => rules.some(({ shownTo }) => shownTo);

/** A payload field with the schema of its kind; a reference is a record's number. */
const payloadField = (field: Field, resource: Resource, registry: Registry): Json => ({
  ...(field.reference ? ID : {}),
  ...answered(field, resource, registry),
});

/** Payload of a record kind's events (rules 7.1). */
const payloadOf = (resource: Resource, registry: Registry): Json => ({
  type: 'object',
  ...(canBePrivate(resource)
    ? { required: ['id'], description: 'Without `record` at the delete of one that became private.' }
    : { required: ['id', 'record'] }),
  properties: {
    id: ID,
    kid: { ...INTEGER, type: ['integer', 'null'] },
    changes: { type: 'array', items: TEXT, description: 'Names of the changed fields, at an update.' },
    ...(resource.nesting.ownerSection || !resource.storage.stored
      ? { owner_section: ref('OwnerSection'), owner_id: ID }
      : {}),
    ...Object.fromEntries(
      Object.values(resource.events.customEvents)
        .flatMap((fields) => Object.entries(fields))
        .map(([name, field]) => [name, payloadField(field, resource, registry)]),
    ),
    ...(isInChangeFeed(resource) ? { change_id: answerSchema(changeId, new Map()) } : {}),
    // Events of links and relations have the written row: fewer members than a read.
    record: resource.storage.stored ? ref(schemaName(resource)) : { type: 'object', additionalProperties: true },
  },
});

/** Payload of the event of an import. */
const IMPORT_PAYLOAD: Json = closed({
  id: ID,
  state: { type: 'string', enum: ['done'] },
  format: { type: 'string', enum: formatNames },
  section: { type: ['string', 'null'] },
  total: COUNT,
  applied: COUNT,
  counts: { type: 'object', additionalProperties: COUNT, description: 'Rows by outcome.' },
});

/** Schemas of webhook deliveries: one per record kind, the test delivery, and all of them as `WebhookEvent`. */
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
  const imported = envelope([IMPORT_DONE], IMPORT_PAYLOAD, 'An import was applied.');
  const test = envelope([PING, ...names], tested, 'A test delivery: any event name, no record.');
  return {
    ...Object.fromEntries(kinds),
    ImportEvent: imported,
    WebhookTestEvent: test,
    WebhookEvent: { anyOf: [...kinds.map(([name]) => ref(name)), ref('ImportEvent'), ref('WebhookTestEvent')] },
  };
};

/** The `webhooks` section of the description. */
export const webhookSection: Json = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description:
        'Sent to the URL of a webhook, signed by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). At least once: `request_id` shows which ones came twice. In no certain order: a receiver that stores records skips an event whose `change_id` is below the one that it has of the record. As `application/x-www-form-urlencoded` it has the same members, `payload` as JSON text.',
      tags: ['webhooks'],
      requestBody: { required: true, content: { 'application/json': { schema: ref('WebhookEvent') } } },
      responses: {
        '2XX': { description: 'Received.' },
        '4XX': { description: 'Refused; it is sent again, except after 410.' },
      },
    },
  },
};
