/** Far pages start at their block of ids and still show what counting from the first record would (rules 4.1). */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
});
afterAll(() => service.stop());

const idsOf = async (query: string): Promise<number[]> =>
  (await client.get(`/v3/goals?${query}`)).body.items.map((one: { id: number }) => one.id);

test('pages agree with the whole list, after deletes in other blocks too', async () => {
  // Rows far apart in ids, so that several blocks count.
  await service.db.transaction((tx) => tx.run(sql`select setval('goal_id_seq', 4000)`));
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(Array.from({ length: 80 }, (_, i) => client.post('/v3/goals', { subject: `${round}-${i}` })));
    if (round === 7) await service.db.transaction((tx) => tx.run(sql`select setval('goal_id_seq', 20000)`));
  }
  const check = async (): Promise<void> => {
    const all = await idsOf('limit=5000');
    for (const page of [1001, 1050, 1100, 1150])
      expect(await idsOf(`limit=1&page=${page}`)).toEqual(all.slice(page - 1, page));
    expect(await idsOf('limit=100&page=11')).toEqual(all.slice(1000, 1100));
    expect(await idsOf('limit=1000&page=3')).toEqual([]);
  };
  await check();
  for (const id of (await idsOf('limit=5000')).filter((_, i) => i % 97 === 0)) await client.delete(`/v3/goals/${id}`);
  await check();
}, 60_000);
