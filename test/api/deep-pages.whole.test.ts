/**
 * Deep pages start at a block of ids and have the same records as pages counted from the first record (rules 4.1).
 */

import { expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const { service, client } = setUpService();

const idsOf = async (query: string): Promise<number[]> =>
  (await client.get(`/v3/goals?${query}`)).body.items.map((one: { id: number }) => one.id);

test('far pages equal the same part of the whole list, also after deletes in other blocks', async () => {
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
