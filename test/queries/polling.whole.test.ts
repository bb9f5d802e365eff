/**
 * Clients that poll for changes miss none under 16 writers: by `edit_datum[gte]`, and by the feed (rules 4.9, 8.5).
 */
import { beforeAll, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const WRITERS = 16;
const WRITES = 40;
/** How far a poll reaches back behind the newest time it saw: a write is stamped when it begins and seen when it is committed. */
const OVERLAP_S = 10;

const { client } = setUpService();
let customer = 0;
beforeAll(async () => {
  customer = (await client.post('/v3/customers', { name: 'Viel' })).body.kid;
});

interface Contract {
  readonly id: number;
  readonly nummer: string;
  readonly edit_datum: string;
}
/** Numbers of contracts by their ids. */
type Copy = Map<number, string>;

const pages = async (path: string, take: (item: Contract) => void): Promise<void> => {
  for (let page = 1, more = true; more; page += 1) {
    const { body } = await client.get(`${path}&page=${page}&limit=500`);
    for (const item of body.items) take(item);
    more = body.items.length === 500;
  }
};

const earlier = (time: string): string =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - OVERLAP_S * 1000).toISOString().slice(0, 19).replace('T', ' ');

const pollingTimes = (copy: Copy) => {
  let newest = '2000-01-01 00:00:00';
  return async (): Promise<void> => {
    const since = encodeURIComponent(earlier(newest));
    await pages(`/v3/contracts?edit_datum[gte]=${since}&sort=edit_datum`, ({ id, nummer, edit_datum }) => {
      copy.set(id, nummer);
      if (edit_datum > newest) newest = edit_datum;
    });
  };
};

const pollingFeed = (copy: Copy, from: string) => {
  let after = from;
  return async (): Promise<void> => {
    for (let more = true; more; ) {
      const { body } = await client.get(`/v3/changes?after=${after}&sections=contracts&with_record=true&limit=50`);
      for (const { id, record } of body.items) copy.set(id, record.nummer);
      ({ next: after, more } = body);
    }
  };
};

test('two copies made by polling equal the list', async () => {
  const made: number[] = [];
  let writing = true;
  const times = new Map<object, number>();
  const writer = async (number: number): Promise<void> => {
    // Both copies are polled while others write, not only behind them.
    for (let write = 0; write < WRITES || Math.min(...polls.map((poll) => times.get(poll) ?? 0)) <= 2; write += 1) {
      // A slow copy catches up without delaying writers.
      if (write >= WRITES) await new Promise((later) => setTimeout(later, 100));
      const nummer = `${number}-${write}`;
      const known = made[Math.floor(Math.random() * made.length)];
      if (known === undefined || Math.random() < 0.4)
        made.push((await client.post('/v3/contracts', { kid: customer, nummer })).body.id);
      else await client.patch(`/v3/contracts/${known}`, { nummer });
    }
  };
  const [byTime, byFeed]: [Copy, Copy] = [new Map(), new Map()];
  const polls = [pollingTimes(byTime), pollingFeed(byFeed, (await client.get('/v3/changes')).body.next)];
  const polling = polls.map(async (poll) => {
    for (; writing; times.set(poll, (times.get(poll) ?? 0) + 1)) await poll();
    await poll();
  });
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  writing = false;
  await Promise.all(polling);
  const truth: Copy = new Map();
  await pages('/v3/contracts?x=1', ({ id, nummer }) => truth.set(id, nummer));
  const sorted = (copy: Copy) => [...copy].sort(([one], [other]) => one - other);
  expect(sorted(byTime)).toEqual(sorted(truth));
  expect(sorted(byFeed)).toEqual(sorted(truth));
  expect(truth.size).toBe(made.length);
});
