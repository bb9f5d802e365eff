/** An event besides those of the verbs, as docs/changing-it.md has it: declared once, told by an operation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../src/derive/all-routes.ts';
import { eventNames } from '../src/derive/event-names.ts';
import { eventSample } from '../src/derive/event-sample.ts';
import { openapiDocument } from '../src/derive/openapi.ts';
import { holder } from '../src/model/contact.ts';
import { date, int, money, refersTo, rowId, secret, stamps, text } from '../src/model/field.ts';
import { buildRegistry, declarations } from '../src/model/registry.ts';
import { defineResource } from '../src/model/resource.ts';
import type { Context } from '../src/operations/call.ts';
import type { Change } from '../src/operations/changed-record.ts';
import { eventWrites, mergeEvent } from '../src/operations/events.ts';
import { sql } from '../src/sql.ts';
import { createWebhook } from '../src/webhooks/administer.ts';
import { addressRule } from '../src/webhooks/public-address.ts';
import { type Organisation, startTestService, type TestService } from './support/service.ts';

const parcels = defineResource({
  path: 'parcels',
  table: 'parcel',
  title: 'Parcel',
  about: 'A parcel for a customer.',
  scope: 'contracts',
  place: { below: ['customers'] },
  fields: {
    id: rowId(),
    kid: holder('Kunde', 'customers'),
    inhalt: text('Inhalt'),
    kennwort: secret('x'),
    ...stamps(),
  },
  events: {
    further: {
      send: {
        zusteller: text('Who brings it.', { always: true }),
        am: date('When it comes.'),
        porto: money('What it costs.'),
        stapel: int('How high.'),
        empfaenger: refersTo('Who gets it.', 'customers'),
      },
      lose: {},
    },
  },
});
const registry = buildRegistry([...declarations, parcels]);

let service: TestService;
let organisation: Organisation;
let record: Record<string, unknown>;
beforeAll(async () => {
  service = await startTestService({ added: [parcels] });
  organisation = await service.organisation();
  const client = await organisation.client();
  const { kid } = (await client.post('/v3/customers', { name: 'Halter' })).body;
  const { id } = (await client.post('/v3/parcels', { kid, inhalt: 'Buch', kennwort: 'geheim' })).body;
  record = (await client.get(`/v3/parcels/${id}`)).body;
});
afterAll(() => service.stop());

test('its payload is described as its fields are, and shown in the sample', () => {
  const { components } = openapiDocument(registry, allRoutes(registry)) as {
    components: { schemas: Record<string, { properties: { payload: { properties: object } } }> };
  };
  expect(components.schemas.ParcelEvent?.properties.payload.properties).toMatchObject({
    zusteller: { type: 'string', description: 'Who brings it.' },
    am: { type: ['string', 'null'], format: 'date' },
    porto: { type: ['string', 'null'], pattern: expect.any(String) },
    empfaenger: { type: ['integer', 'null'], format: 'int32', minimum: 1 },
  });
  expect(components.schemas.CustomerEvent?.properties.payload.properties).toMatchObject({
    slave_kid: { type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 },
  });
  expect(eventNames(registry)).toEqual(expect.arrayContaining(['parcels.send', 'parcels.lose']));
  expect(eventSample(registry, 'parcels.send')?.payload).toMatchObject({ am: '2026-01-31', porto: '12.50' });
});

const SENT = { zusteller: 'Post', am: '2026-01-31', porto: '4.50', stapel: null, empfaenger: 1 };

const context = (events: readonly string[]): Context =>
  ({ actor: { orgId: organisation.orgId, events: new Set(events) }, now: Date.now, model: { registry } }) as never;
const change = (more: Partial<Change>): Change => {
  const [id, changes] = [Number(record.id), { inhalt: ['', 'Buch'] as const }];
  return { resource: parcels, action: 'update', id, changes, record: { ...record, kennwort: 'geheim' }, ...more };
};

/** What is delivered of a change to a webhook that wants everything. */
const delivered = async (more: Partial<Change>): Promise<Record<string, unknown>> => {
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

test('an operation tells it, in place of its own or beside it, with the record as a read shows it', async () => {
  const facts = { id: record.id, kid: record.kid, changes: ['inhalt'] };
  expect(await delivered({ event: { action: 'send', says: SENT } })).toEqual({
    'parcels.send': { ...facts, ...SENT, record },
  });
  expect(await delivered({ alsoEvent: { action: 'send', says: SENT } })).toEqual({
    'parcels.update': { ...facts, record },
    'parcels.send': { ...facts, ...SENT, record },
  });
});

test('one that is not declared, or says something else, is refused whoever wants it', () => {
  const telling = (more: Partial<Change>) => () => eventWrites(context([]), change(more));
  expect(telling({ event: { action: 'sned' } })).toThrow(
    'parcels declares no event sned in events.further. There are: send, lose.',
  );
  expect(telling({ alsoEvent: { action: 'sned' } })).toThrow('There are: send, lose.');
  expect(telling({ event: { action: 'lose', says: { wo: 'Hof' } } })).toThrow(
    'The event lose of parcels says wo, declared is nothing.',
  );
  expect(telling({ event: { action: 'lose' } })).not.toThrow();
  expect(() => mergeEvent(context([]), 1, 2, [])).not.toThrow();
});
