/**
 * An event in addition to those of the verbs, as docs/changing-it.md describes: declared once, emitted by an
 * operation.
 */
import { beforeAll, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { eventSample } from '../../src/derive/events/event-sample.ts';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { date, int, money, reference, rowId, secret, stamps, text } from '../../src/model/declaration/field.ts';
import { defineResource } from '../../src/model/declaration/resource.ts';
import { belongsTo } from '../../src/model/parts/contact.ts';
import { buildRegistry, declarations } from '../../src/model/registry.ts';
import type { Context } from '../../src/operations/call/call.ts';
import type { RecordChange } from '../../src/operations/call/record-change.ts';
import { eventWrites, mergeEvent } from '../../src/operations/commit/outbox-events.ts';
import { sql } from '../../src/sql/sql.ts';
import { createWebhook } from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { setUpService } from '../support/fixture.ts';

const testparcels = defineResource({
  path: 'testparcels',
  table: 'testparcel',
  title: 'Testparcel',
  about: 'A testparcel for a customer.',
  scope: 'contracts',
  nesting: { below: ['customers'] },
  fields: {
    id: rowId(),
    kid: belongsTo('Kunde', 'customers'),
    inhalt: text('Inhalt'),
    kennwort: secret('x'),
    ...stamps(),
  },
  events: {
    customEvents: {
      send: {
        zusteller: text('Who brings it.', { always: true }),
        am: date('When it comes.'),
        porto: money('What it costs.'),
        stapel: int('How high.'),
        empfaenger: reference('Who gets it.', 'customers'),
      },
      lose: {},
    },
  },
});
const registry = buildRegistry([...declarations, testparcels]);

let record: Record<string, unknown>;
const { service, organisation } = setUpService({ added: [testparcels] });
beforeAll(async () => {
  const client = await organisation.client();
  const { kid } = (await client.post('/v3/customers', { name: 'Halter' })).body;
  const { id } = (await client.post('/v3/testparcels', { kid, inhalt: 'Buch', kennwort: 'geheim' })).body;
  record = (await client.get(`/v3/testparcels/${id}`)).body;
});

test('the payload of an event is described like its fields, and shown in the sample', () => {
  const { components } = openapiDocument(registry, allRoutes(registry)) as {
    components: { schemas: Record<string, { properties: { payload: { properties: object } } }> };
  };
  expect(components.schemas.TestparcelEvent?.properties.payload.properties).toMatchObject({
    zusteller: { type: 'string', description: 'Who brings it.' },
    am: { type: ['string', 'null'], format: 'date' },
    porto: { type: ['string', 'null'], pattern: expect.any(String) },
    empfaenger: { type: ['integer', 'null'], format: 'int32', minimum: 1 },
  });
  expect(components.schemas.CustomerEvent?.properties.payload.properties).toMatchObject({
    slave_kid: { type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 },
  });
  expect(eventNames(registry)).toEqual(expect.arrayContaining(['testparcels.send', 'testparcels.lose']));
  expect(eventSample(registry, 'testparcels.send')?.payload).toMatchObject({ am: '2026-01-31', porto: '12.50' });
});

const SENT = { zusteller: 'Post', am: '2026-01-31', porto: '4.50', stapel: null, empfaenger: 1 };

const context = (events: readonly string[]): Context =>
  ({ actor: { orgId: organisation.orgId, events: new Set(events) }, now: Date.now, model: { registry } }) as never;
const change = (more: Partial<RecordChange>): RecordChange => {
  const [id, changes] = [Number(record.id), { inhalt: ['', 'Buch'] as const }];
  return { resource: testparcels, action: 'update', id, changes, record: { ...record, kennwort: 'geheim' }, ...more };
};

/** The deliveries of a change to a webhook that subscribes to every event. */
const delivered = async (more: Partial<RecordChange>): Promise<Record<string, unknown>> => {
  const all = eventNames(registry);
  const { db } = service;
  const reach = { allows: addressRule(['127.0.0.0/8']), eventNames: all };
  const made = await createWebhook(db, reach, organisation.orgId, { url: 'http://127.0.0.1:9/', events: all });
  await db.read(sql`update webhook set active = true where id = ${made.webhook_id}`);
  await db.transaction(async (tx) => {
    for (const write of eventWrites(context(all), change(more))) await tx.run(write);
  });
  const rows = await db.read<{ event_name: string; payload: string }>(
    sql`select event_name, payload from webhook_delivery where webhook_id = ${made.webhook_id}`,
  );
  return Object.fromEntries(rows.map(({ event_name, payload }) => [event_name, JSON.parse(payload)]));
};

test('an operation emits the event, instead of or in addition to its own, with the record as a read returns it', async () => {
  const facts = { id: record.id, kid: record.kid, changes: ['inhalt'], change_id: expect.any(Number) };
  expect(await delivered({ event: { action: 'send', payload: SENT } })).toEqual({
    'testparcels.send': { ...facts, ...SENT, record },
  });
  expect(await delivered({ secondaryEvent: { action: 'send', payload: SENT } })).toEqual({
    'testparcels.update': { ...facts, record },
    'testparcels.send': { ...facts, ...SENT, record },
  });
});

test('an undeclared event or one with other fields is refused for every subscriber', () => {
  const telling = (more: Partial<RecordChange>) => () => eventWrites(context([]), change(more));
  expect(telling({ event: { action: 'sned' } })).toThrow(
    'testparcels declares no event sned in events.customEvents. There are: send, lose.',
  );
  expect(telling({ secondaryEvent: { action: 'sned' } })).toThrow('There are: send, lose.');
  expect(telling({ event: { action: 'lose', payload: { wo: 'Hof' } } })).toThrow(
    'The event lose of testparcels has the payload wo, declared is nothing.',
  );
  expect(telling({ event: { action: 'lose' } })).not.toThrow();
  expect(() => mergeEvent(context([]), 1, 2, [])).not.toThrow();
});
