/** Concurrent writes to one record leave a state that some serial order would leave (rules 18.6). */
import { beforeAll, describe, expect, test } from 'vitest';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { perhapsQueued } from '../support/queued.ts';
import type { Client } from '../support/service.ts';
import { until } from '../support/until.ts';

const { service, organisation, client } = setUpService();

const made = async (path: string, body: object): Promise<number> => (await client.post(path, body)).body.id;
const customer = () => made('/v3/customers', { name: 'K' });

/** Calls that are made one after the other while a lock is held, each once those before it wait. @returns their states */
const meeting = async (lock: ReturnType<typeof sql>, ...calls: (() => ReturnType<Client['get']>)[]) => {
  const release = await holdLock(service.db, lock);
  const answers: ReturnType<Client['get']>[] = [];
  for (const call of calls) {
    answers.push(call());
    await perhapsQueued(service.db, answers.length);
  }
  await release();
  return (await Promise.all(answers)).map(({ status }) => status);
};

describe('a deleted record is not found by words written at the same time', () => {
  const found = async (query: string, index: string): Promise<number> =>
    (await client.post('/v3/search', { query, indices: [index] })).body.total;

  test('of a part, changed before the delete', async () => {
    const kid = await customer();
    const address = await made(`/v3/customers/${kid}/addresses`, { strasse: 'vorher' });
    const states = await meeting(
      sql`select 1 from address where org_id = ${organisation.orgId} and id = ${address} for update`,
      () => client.patch(`/v3/customers/${kid}/addresses/${address}`, { strasse: 'Waisenweg' }),
      () => client.delete(`/v3/customers/${kid}`),
    );
    expect(states).toEqual([200, 200]);
    expect(await found('waisenweg', 'customers')).toBe(0);
  });

  test('of a part that the delete removes', async () => {
    const kid = await customer();
    const address = await made(`/v3/customers/${kid}/addresses`, { strasse: 'vorher' });
    const goal = await made(`/v3/customers/${kid}/goals`, { value: '10.00' });
    const states = await meeting(
      sql`select 1 from goal where org_id = ${organisation.orgId} and id = ${goal} for update`,
      () => client.delete(`/v3/customers/${kid}`),
      () => client.patch(`/v3/customers/${kid}/addresses/${address}`, { strasse: 'Spätweg' }),
    );
    expect(states).toEqual([200, 404]);
    expect(await found('spätweg', 'customers')).toBe(0);
  });

  test('of the first record below it', async () => {
    const kid = await customer();
    const goal = await made(`/v3/customers/${kid}/goals`, { value: '10.00' });
    const states = await meeting(
      sql`select 1 from goal where org_id = ${organisation.orgId} and id = ${goal} for update`,
      () => client.patch(`/v3/goals/${goal}`, { subject: 'Erstwort' }),
      () => client.delete(`/v3/customers/${kid}`),
    );
    expect(states).toEqual([200, 200]);
    expect(await found('erstwort', 'goals')).toBe(0);
  });
});

test('a link created during the deletion of an end is reported as deleted', async () => {
  const contract = await made(`/v3/customers/${await customer()}/contracts`, { nummer: 'n' });
  const { kid } = (await client.get(`/v3/contracts/${contract}`)).body;
  const goal = await made('/v3/goals', { kid: await customer(), value: '10.00' });
  const start = (await client.get('/v3/changes')).body.next;
  const states = await meeting(
    sql`select 1 from goal where org_id = ${organisation.orgId} and id = ${goal} for update`,
    () => client.post(`/v3/contracts/${contract}/links`, { foreign_section: 'goals', foreign_id: goal }),
    () => client.delete(`/v3/customers/${kid}`),
  );
  expect(states).toEqual([201, 200]);
  expect((await client.get(`/v3/goals/${goal}/links`)).body.total).toBe(0);
  const told: { owner: { section: string }; action: string }[] = [];
  await until(async () => {
    const { body } = await client.get(`/v3/changes?after=${start}&sections=links`);
    told.splice(0, told.length, ...body.items);
    return told.length > 1;
  });
  expect(told.flatMap(({ owner, action }) => (owner.section === 'goals' ? [action] : []))).toEqual([
    'insert',
    'delete',
  ]);
});

describe('locks are taken from the contact down, as deletes and merges do: a waiting write holds no lock below', () => {
  let contact: number;
  let activity: number;
  let contract: number;
  beforeAll(async () => {
    contact = await customer();
    const kid = await customer();
    activity = await made(`/v3/customers/${kid}/activities`, { kategorie: 'aufgabe', titel: 't' });
    contract = await made(`/v3/customers/${kid}/contracts`, { nummer: 'n' });
  });

  test.each([
    ['a change that names it', 'activity', 200, () => client.patch(`/v3/activities/${activity}`, { kid: contact })],
    [
      'what is made',
      'contract',
      201,
      () => client.post(`/v3/contracts/${contract}/persons`, { name: 'P', pid: contact }),
    ],
    [
      'a link',
      'activity',
      201,
      () => client.post(`/v3/activities/${activity}/links`, { foreign_section: 'customers', foreign_id: contact }),
    ],
  ])('%s', async (_, table, status, call) => {
    const id = table === 'contract' ? contract : activity;
    let free = 0;
    const states = await meeting(
      sql`select 1 from contact where org_id = ${organisation.orgId} and id = ${contact} for update`,
      call,
      async () => {
        const locking = sql`select 1 from ${raw(table)} where org_id = ${organisation.orgId} and id = ${id} for update skip locked`;
        free = (await service.db.transaction((tx) => tx.run(locking))).length;
        return client.get('/v3/customers?limit=1');
      },
    );
    expect([states[0], free]).toEqual([status, 1]);
  });
});
