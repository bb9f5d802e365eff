/** Behaviour of pg and pg-protocol that src/db/pool relies on, beyond their types; both are pinned for it. */
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let made: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  made = await testDatabase();
  client = new pg.Client({ ...made.connection, pipeline: true } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
});
afterAll(async () => {
  await client.end().catch(() => undefined);
  await made.drop();
});

/** Notes the calls of the driver, in the order of all statements. */
const calls: unknown[][] = [];
const note =
  (name: string, method: string) =>
  (message?: { fields?: { name: string }[]; text?: string; message?: string }): void => {
    calls.push([name, method, message?.fields?.map((field) => field?.name ?? field) ?? message?.text]);
  };

/** Two statements in one message with one Sync. */
class Recorder extends pg.Query {
  readonly ended: Promise<void>;
  override submit: (connection: pg.Connection) => Error | null;
  constructor(name: string, ...texts: string[]) {
    super('');
    const noted = (method: string) => note(name, method);
    const parts = texts.flatMap((text) => [
      serialize.parse({ name: '', text }),
      serialize.describe({ type: 'S', name: '' }),
      serialize.bind({ statement: '', values: [7], valueMapper: (value) => String(value) }),
      serialize.execute({}),
    ]);
    this.submit = (connection) => {
      calls.push([name, 'submit', undefined]);
      connection.stream.write(Buffer.concat([...parts, serialize.sync()]));
      return null;
    };
    this.ended = new Promise((resolve) => {
      const ending = (method: string) => (message?: object) => {
        noted(method)(message);
        resolve();
      };
      Object.assign(this, {
        handleRowDescription: noted('row description'),
        handleDataRow: noted('row'),
        handleCommandComplete: noted('complete'),
        handleReadyForQuery: ending('ready'),
        handleError: (error: Error) => ending('error')({ text: error.message }),
      });
    });
  }
}

const run = async (...queries: Recorder[]): Promise<unknown[][]> => {
  calls.length = 0;
  for (const query of queries) client.query(query);
  await Promise.all(queries.map(({ ended }) => ended));
  return [...calls];
};

test('both are pinned to one version', () => {
  expect([manifest.dependencies.pg, manifest.dependencies['pg-protocol']]).toEqual([
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
  ]);
});

test('statements are sent at once, and each gets its own messages in order', async () => {
  const both = [
    new Recorder('a', 'select $1::int as n', 'select 2 as m where $1::int = 7'),
    new Recorder('b', 'select $1::int as n'),
  ];
  expect(await run(...both)).toEqual([
    ['a', 'submit', undefined],
    ['b', 'submit', undefined],
    ['a', 'row description', ['n']],
    ['a', 'row', ['7']],
    ['a', 'complete', 'SELECT 1'],
    ['a', 'row description', ['m']],
    ['a', 'row', ['2']],
    ['a', 'complete', 'SELECT 1'],
    ['a', 'ready', undefined],
    ['b', 'row description', ['n']],
    ['b', 'row', ['7']],
    ['b', 'complete', 'SELECT 1'],
    ['b', 'ready', undefined],
  ]);
});

test('an error ends its own batch and no other', async () => {
  const both = [
    new Recorder('a', 'select 1 / ($1::int - 7)', 'select $1::int'),
    new Recorder('b', 'select $1::int as n'),
  ];
  const ends = (await run(...both)).filter(([, method]) => method === 'error' || method === 'ready');
  expect(ends).toEqual([
    ['a', 'error', 'division by zero'],
    ['b', 'ready', undefined],
  ]);
});

test('`errorMessage` fails the running statement; the statements behind it fail with the connection', async () => {
  const [running, behind] = [new Recorder('a', 'select pg_sleep($1::int)'), new Recorder('b', 'select $1::int')];
  const ended = run(running, behind);
  await new Promise((resolve) => setImmediate(resolve));
  client.connection.emit('errorMessage', new Error('unreadable'));
  client.connection.stream.destroy(new Error('Connection terminated: unreadable'));
  expect((await ended).slice(2)).toEqual([
    ['a', 'error', 'unreadable'],
    ['b', 'error', 'Connection terminated: unreadable'],
  ]);
});
