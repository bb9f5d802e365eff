/** Batches of statements that are sent in one write. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { send, sendBatch } from '../../src/db/pool/pipelined-batch.ts';
import { createPipelinedConnection } from '../../src/db/pool/pipelined-connection.ts';
import { prepared, sql } from '../../src/sql/sql.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let made: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  made = await testDatabase();
  client = new pg.Client({ ...made.connection, pipeline: true } as pg.ClientConfig);
  await client.connect();
  await client.query('create table travelled (n int primary key)');
});
afterAll(async () => {
  await client.end();
  await made.drop();
});

const insert = (n: number) => prepared`insert into travelled (n) values (${n})`;
const second = (n: unknown) => prepared`select ${n}::int + 1 as n`;
const third = (n: number) => prepared`select ${n}::int + 2 as n`;

test('a transaction is sent as one write', async () => {
  const { stream } = (client as unknown as { connection: pg.Connection }).connection;
  const written = vi.spyOn(stream, 'write');
  const { outcomes } = sendBatch(client, [sql`begin`, insert(1), second(1), insert(2), sql`commit`]);
  expect((await outcomes).map(({ rows, tag }) => [tag, ...rows])).toEqual([
    ['BEGIN'],
    ['INSERT 0 1'],
    ['SELECT 1', { n: 2 }],
    ['INSERT 0 1'],
    ['COMMIT'],
  ]);
  expect(written).toHaveBeenCalledOnce();
  written.mockRestore();
});

test('after a failed statement the rest does not run, and its statements are prepared when sent again', async () => {
  const sent = sendBatch(client, [sql`begin`, insert(3), insert(1), third(1), sql`commit`]);
  const behind = send(client, second(5));
  await expect(sent.outcomes).rejects.toMatchObject({ code: '23505' });
  expect(sent.ran()).toBe(2);
  await expect(behind).rejects.toMatchObject({ code: '25P02' });
  await client.query('rollback');
  expect(await send(client, third(1))).toEqual([{ n: 3 }]);
  expect(await send(client, sql`select n from travelled order by n`)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a prepared statement that fails, and the same statement sent before the failure is known', async () => {
  const failing = (n: number) => prepared`select 10 / ${n}::int as n`;
  const [first, behind] = [send(client, failing(0)), send(client, failing(5))];
  await expect(first).rejects.toMatchObject({ code: '22012' });
  expect(await behind).toEqual([{ n: 2 }]);
  expect(await send(client, failing(2))).toEqual([{ n: 5 }]);
});

test('a column that cannot be parsed is an error, and the connection can still be used', async () => {
  await expect(send(client, sql`select 1 as one, current_date as today`)).rejects.toThrow(/printed by its statement/);
  expect(await send(client, second(1))).toEqual([{ n: 2 }]);
});

test('values of all types arrive unchanged', async () => {
  const bytes = Buffer.from([0, 92, 255]);
  const texts = ['a "b" \\c', '{,}', '', null, 'NULL', 'ä\n'];
  const at = new Date('2026-03-04T05:06:07.089Z');
  const statement = prepared`select ${texts}::text[] as texts, ${[1, -2, null]}::int[] as numbers,
    ${[[1], [2]]}::int[] as nested, ${[true]}::bool[] as flags, ${bytes}::bytea as bytes, ${[bytes]}::bytea[] as several,
    ${{ a: ['"'] }}::jsonb #>> '{a,0}' as json, ${[{ a: 1 }]}::jsonb[] as documents,
    extract(epoch from ${at}::timestamptz)::float8 * 1000 as at, ${false}::bool as no, ${1.5}::float8 as half,
    ${undefined}::text as nothing`;
  expect(await send(client, statement)).toEqual([
    {
      texts,
      numbers: [1, -2, null],
      nested: [[1], [2]],
      flags: [true],
      bytes,
      several: [bytes],
      json: '"',
      documents: [{ a: 1 }],
      at: at.getTime(),
      no: false,
      half: 1.5,
      nothing: null,
    },
  ]);
});

test('a transaction that failed before its end is not reported as committed', async () => {
  const db = connect({ connection: made.connection, lanes: 1, writers: 1, longReaders: 1 });
  const broken = db.transaction(async (tx) => {
    await tx.run(insert(7));
    await tx.run(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(broken).rejects.toThrow('The transaction was rolled back');
  expect(await db.read(sql`select n from travelled where n = 7`)).toEqual([]);
  await db.close();
});

test('arrays of numbers are parsed, with nulls, nesting and bounds', async () => {
  const arrays = sql`select '{}'::int[] as none, array[7, -2147483648]::int[] as ids, array[1, null] as gaps, array[[1, 2], [3, 4]] as nested,
    '[0:1]={5,6}'::int[] as counted`;
  expect(await send(client, arrays)).toEqual([
    {
      none: [],
      ids: [7, -2147483648],
      gaps: [1, null],
      nested: [
        [1, 2],
        [3, 4],
      ],
      counted: [5, 6],
    },
  ]);
});

test('a pipelined connection that was closed is not reopened', async () => {
  const other = createPipelinedConnection({ ...made.connection, pipeline: true } as typeof made.connection);
  expect(await other.read(sql`select 1 as n`)).toEqual([{ n: 1 }]);
  const closing = other.close();
  await expect(other.read(sql`select 1 as n`)).rejects.toThrow(/connections are closed/);
  await closing;
  await expect(other.read(sql`select 1 as n`)).rejects.toThrow(/connections are closed/);
  expect(other.state()).toEqual({ open: 0, pending: 0 });
});
