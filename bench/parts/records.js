// Records below customers: a contract with its tariffs, a batch, a filtered list.
import { systemContext } from '../../dist/operations/call/system-actor.js';
import { bulk, loadCustomers, STAMP } from '../load.js';
import { COMPARED, compare, table } from '../measure.js';
import { asFloor, asService } from '../stage.js';
import { creates, listOf, markOf } from '../statements.js';

const FIRST = 40_000_000;
const CUSTOMERS = 1000;
const BATCH = 100;
const TARIFFS = [1, 2, 3].map((ranking) => ({ name: `Tarif ${ranking}`, ranking }));
const CONTRACT = { nummer: 'KFZ 4711', gesellschaft: 'Muster AG', beitrag: '49.90' };
const DAMAGE = { art: 'Haftpflicht', nummer: 'S 2026 17', anschrift_ort: 'Köln', betrag: '1200.00' };
const FILTER = { kategorie: 1, status: 0 };

export const run = async (stage) => {
  const { client, db } = stage;
  const { orgId, kid: user, token } = await stage.organisation('records');
  await loadCustomers(client, orgId, CUSTOMERS, FIRST, false);
  await client.query(
    bulk('activities', orgId, 100_000 * stage.scale, FIRST, {
      id: 'n',
      kid: `${FIRST} + n % ${CUSTOMERS}`,
      kategorie: 'n % 20',
      status: 'n / 20 % 2',
      titel: "'Anruf ' || n",
      ersteller: String(user),
      ...STAMP,
    }),
  );
  await client.query('vacuum analyze activity, contact');
  const kid = FIRST;
  const context = await systemContext(db, orgId, user);
  const tariff = (values, at) => ['tariffs', markOf(at + 1), { ...values, vid: markOf(0), kid }];
  await stage.startApi();
  await stage.startFloor({
    contract: { queries: creates(context, [['contracts', markOf(0), { ...CONTRACT, kid }], ...TARIFFS.map(tariff)]) },
    damages: { queries: creates(context, [['damages', markOf(0), { ...DAMAGE, kid }]]), times: BATCH },
    activities: { statement: listOf(orgId, 'activities', { filters: FILTER }) },
  });

  const row = table(...COMPARED);
  const contract = { ...CONTRACT, tariffs: TARIFFS.map(({ name }) => ({ name })) };
  await compare(stage, row, {
    title: 'create a contract with 3 tariffs',
    wanted: 0.6,
    service: asService({ token }, `/v3/customers/${kid}/contracts`, { body: contract }),
    bare: asFloor('/contract', { method: 'POST' }),
  });
  await compare(stage, row, {
    title: `create ${BATCH} damages in a batch`,
    wanted: 0.6,
    connections: 2,
    service: asService({ token }, `/v3/customers/${kid}/damages`, { body: Array(BATCH).fill(DAMAGE) }),
    bare: asFloor('/damages', { method: 'POST' }),
  });
  await compare(stage, row, {
    title: `create ${BATCH} damages in a batch, together`,
    wanted: 0.6,
    connections: 2,
    service: asService({ token }, `/v3/customers/${kid}/damages?together=true`, { body: Array(BATCH).fill(DAMAGE) }),
    bare: asFloor('/damages', { method: 'POST' }),
  });
  const query = new URLSearchParams(FILTER).toString();
  await compare(stage, row, {
    title: 'list of 50 activities with two filters',
    wanted: 0.8,
    service: asService({ token }, `/v3/activities?${query}`),
    bare: asFloor('/activities/50'),
  });
};
