/** Reads of one round of the event loop: what goes together, and where. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Lane } from '../../src/db/lane.ts';
import type { Sql } from '../../src/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

// Kept texts of its own: those of other tests may have filled the room there is.
vi.resetModules();
const { createLane } = await import('../../src/db/lane.ts');
const { createReads, leastBusy, readOn } = await import('../../src/db/reads.ts');
const { MOST_TOGETHER, prepared, rowId, sql } = await import('../../src/sql.ts');

let made: TestDatabase;
let lane: Lane;
let read: (statement: Sql) => Promise<unknown[]>;
let sent = 0;
const makeLane = () => createLane({ ...made.connection, pipeline: true } as typeof made.connection);
beforeAll(async () => {
  made = await testDatabase();
  lane = makeLane();
  read = createReads([lane], () => {
    sent += 1;
  });
  await read(sql`create table thing (org_id int, id int, colour text, primary key (org_id, id))`);
  await read(sql`insert into thing (org_id, id, colour) select o, i, o || '/' || i
    from generate_series(1, 2) o, generate_series(1, 100) i`);
});
afterAll(async () => {
  await lane.close();
  await made.drop();
});

const thing = (orgId: number, id: number): Sql =>
  prepared`select t.id, t.colour from thing t where t.org_id = ${orgId} and t.id = ${rowId(id)}`;
const rowOf = (orgId: number, id: number) => (id > 100 ? [] : [{ id, colour: `${orgId}/${id}` }]);
/** How often the connection did reads of things: those of one row, and those of several. */
const runs = async (): Promise<unknown[]> =>
  read(sql`select statement like '%any(%' as several, generic_plans + custom_plans as runs from pg_prepared_statements
    where statement like '%from thing t where%' order by several`);

test('reads of one round that ask for one row each are few statements, and each has its own row', async () => {
  const ids = [1, 2, 2, 101, ...Array.from({ length: MOST_TOGETHER * 2 }, (_, i) => i + 50), 3];
  sent = 0;
  const answers = await Promise.all(ids.map((id) => read(thing(1, id))));
  expect(answers).toEqual(ids.map((id) => rowOf(1, id)));
  expect(sent).toBe(Math.ceil(ids.length / MOST_TOGETHER));
  expect(await read(thing(1, 5))).toEqual(rowOf(1, 5));
  expect(await runs()).toEqual([
    { several: false, runs: 1 },
    { several: true, runs: Math.ceil(ids.length / MOST_TOGETHER) },
  ]);
});

test('reads of two organisations, and of other statements, are never one', async () => {
  const asked = [1, 2, 1, 2, 1, 1].map((orgId, i) => [orgId, i + 1] as const);
  sent = 0;
  const [one, ...answers] = await Promise.all([
    read(sql`select 1 as n`),
    ...asked.map(([orgId, id]) => read(thing(orgId, id))),
  ]);
  expect(one).toEqual([{ n: 1 }]);
  expect(answers).toEqual(asked.map(([orgId, id]) => rowOf(orgId, id)));
  expect(sent).toBe(3);
});

test('what the database says of several is told to each', async () => {
  const broken = (id: number): Sql =>
    prepared`select t.id, 1 / (t.id - 2) as n from thing t where t.org_id = ${1} and t.id = ${rowId(id)}`;
  const answers = await Promise.allSettled([1, 2, 3].map((id) => read(broken(id))));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await read(thing(1, 2))).toEqual(rowOf(1, 2));
});

test('a statement that is none is refused by itself', async () => {
  const ofTwo = sql`select 1 from thing t join thing u on u.org_id = ${1} where t.org_id = ${2}`;
  const [refused, answered] = await Promise.allSettled([read(ofTwo), read(thing(1, 2))]);
  expect(refused).toMatchObject({ reason: { message: 'A statement names one organisation' } });
  expect(answered).toEqual({ status: 'fulfilled', value: rowOf(1, 2) });
});

test('where the next one cannot be opened, one that is open answers', async () => {
  const nowhere = { host: '127.0.0.1', port: 1, database: 'x', user: 'x', pipeline: true } as typeof made.connection;
  const closed = createLane(nowhere);
  expect([lane.isOpen(), closed.isOpen()]).toEqual([true, false]);
  expect(await readOn([closed, lane], closed, sql`select 1 as n`)).toEqual([{ n: 1 }]);
  await expect(readOn([closed], closed, sql`select 1 as n`)).rejects.toThrow('No connection to 127.0.0.1:1');
  // What the database refuses is asked once.
  await expect(readOn([lane], lane, sql`select 1 / 0 as n`)).rejects.toThrow('division by zero');
});

test('of several, a few reads of one round go to the same, and none behind one that takes long', async () => {
  const lanes: [Lane, ...Lane[]] = [makeLane(), makeLane(), makeLane()];
  const ask = createReads(lanes, () => undefined);
  const asked = async (): Promise<unknown> =>
    (await ask(sql`select pg_backend_pid() as pid`)).map((row) => (row as { pid: number }).pid)[0];
  try {
    // What stands at the far end is known of a connection that is open.
    for (const one of lanes) await one.read(sql`select 1 as n`);
    const pids = await Promise.all(Array.from({ length: 8 }, asked));
    expect(pids.slice(0, 4)).toEqual(Array(4).fill(pids[0]));
    expect(pids.slice(4)).toEqual(Array(4).fill(pids[4]));
    expect(pids[4]).not.toBe(pids[0]);
    let isOver = false;
    const long = leastBusy(lanes)()
      .read(sql`select pg_sleep(2)::text`)
      .then(() => {
        isOver = true;
      });
    for (let n = 0; n < 12; n += 1) await asked();
    expect(isOver).toBe(false);
    await long;
  } finally {
    await Promise.all(lanes.map((one) => one.close()));
  }
});
