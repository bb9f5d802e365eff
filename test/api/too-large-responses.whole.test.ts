/**
 * Responses longer than any text are refused without harm to other calls; long pages are never one text (rules 18.3,
 * 18.4).
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { asApiError } from '../../src/http/response/error-handler.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const { service, client } = setUpService();

/** A value of more characters than a text of Node.js may have. */
const TOO_LONG = sql`select repeat('x', 540000000) as text`;

test('a response that is too large is refused; the process and later reads continue', async () => {
  const db = service.asService;
  const [refused, ...others] = await Promise.allSettled([db.read(TOO_LONG), db.read(sql`select 1 as n`)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'ERR_STRING_TOO_LONG' } });
  expect(asApiError((refused as PromiseRejectedResult).reason)).toMatchObject({
    status: 413,
    error: 'payload_too_large',
  });
  for (const one of others)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ error: 'service_unavailable' });
  expect(await db.read(sql`select 1 as n`)).toEqual([{ n: 1 }]);
}, 120_000);

describe('records with the longest texts', () => {
  /** 390 KB: six bytes for each character. */
  const LONGEST = '\u0001'.repeat(65_000);
  /** 66 MiB of activities; the first has 17 MB in its comments, the second 14. */
  const [ACTIVITIES, MANY, FEWER] = [178, 44, 36];
  const ids: number[] = [];
  /** The change feed from before them. */
  let first = '';
  const create = async (path: string, body: object): Promise<number> => {
    const created = await client.post(path, body);
    expect(created.status).toBe(201);
    return created.body.id;
  };
  beforeAll(async () => {
    first = (await client.get('/v3/changes')).body.next;
    const { kid } = (await client.post('/v3/customers', { name: 'Langwort' })).body;
    const activity = { kid, kategorie: 2, titel: 'Langwort', beschreibung: LONGEST };
    for (let i = 0; i < ACTIVITIES; i += 1) ids.push(await create('/v3/activities', activity));
    for (const [i, comments] of [MANY, FEWER].entries())
      for (let n = 0; n < comments; n += 1) await create(`/v3/activities/${ids[i]}/comments`, { text: LONGEST });
  }, 120_000);

  const get = (path: string) => client.get(path, { 'accept-encoding': 'identity' });
  const itemsIn = ({ text }: { text: string }) => text.slice(text.indexOf('[') + 1, text.lastIndexOf(']'));

  test('a large page has the same content as several small ones', async () => {
    const whole = await get('/v3/activities?limit=27');
    const pages = await Promise.all([1, 2, 3].map((page) => get(`/v3/activities?limit=9&page=${page}`)));
    expect(itemsIn(whole)).toBe(pages.map(itemsIn).join(','));
    expect(whole.body).toMatchObject({ page: 1, page_size: 27, total: ACTIVITIES });
    const [one, alone] = [
      `/v3/activities/${ids[1]}?with_comments=true`,
      '/v3/activities?limit=1&page=2&with_comments=true',
    ];
    expect(itemsIn(await get(alone))).toBe((await get(one)).text);
  });

  test('a record with more than 16 MiB in its arrays is refused, and readable without them', async () => {
    for (const [path, wayOut] of [
      [
        `/v3/activities/${ids[0]}?with_comments=true`,
        /ask without with_comments, whose records have a list of their own\.$/,
      ],
      [
        `/v3/activities/${ids[0]}?with_comments=true&with_documents=1&flat=true`,
        /ask for fewer of with_comments, with_documents, whose records have lists of their own\.$/,
      ],
      ['/v3/activities?limit=1&with_comments=true', /ask for fewer records \(limit\)/],
    ] as const) {
      const answer = await get(path);
      expect([path, answer.status, answer.error]).toEqual([path, 413, 'payload_too_large']);
      expect(answer.body.statusMessage).toMatch(wayOut);
    }
    expect((await get(`/v3/activities/${ids[0]}`)).status).toBe(200);
  });

  test.each([
    ['a list', () => get('/v3/activities?limit=500')],
    ['a long list', () => get('/v3/activities?limit=5000')],
    ['a search', () => client.post('/v3/search', { query: 'Langwort', indices: ['activities'], limit: 5000 })],
    [
      'several searches',
      () => {
        const search = { query: 'Langwort', indices: ['activities'], limit: 100 };
        return client.post('/tools/search', { mode: 'batch', queries: [search, search] });
      },
    ],
  ])('more than 64 MiB of %s are refused, and others are answered meanwhile', async (_what, ask) => {
    const other = await (await service.organisation()).client();
    let longest = 0;
    let answered = false;
    const refused = ask().finally(() => {
      answered = true;
    });
    while (!answered) {
      const sent = performance.now();
      await other.get('/v3/customers');
      longest = Math.max(longest, performance.now() - sent);
    }
    expect(await refused).toMatchObject({ status: 413, error: 'payload_too_large' });
    expect(longest).toBeLessThan(1500);
  });

  test('a search of many bytes is answered', async () => {
    const found = await client.post('/v3/search', { query: 'Langwort', indices: ['activities'], limit: 100 });
    expect(found.body.data.activities).toMatchObject({ total: ACTIVITIES, items: { length: 100 } });
  });

  test('a page of the change feed ends early, and the next one continues after it', async () => {
    const seen: string[] = [];
    let [after, pages, more] = [first, 0, true];
    while (more) {
      const page = (await get(`/v3/changes?after=${after}&limit=1000&with_record=true`)).body;
      for (const { section, id, record } of page.items) seen.push(`${section} ${id} ${record.id ?? record.kid}`);
      ({ next: after, more } = page);
      pages += 1;
    }
    const all = (await get(`/v3/changes?after=${first}&limit=1000`)).body.items;
    expect(seen).toEqual(all.map(({ section, id }: { section: string; id: number }) => `${section} ${id} ${id}`));
    expect(pages).toBe(3);
  });
});

test('a long page is serialized record by record, with the same content as a short one', async () => {
  const people = Array.from({ length: 60 }, (_, i) => ({
    anrede: 'Frau',
    name: `N${i}`,
    kommentar: '\u0001"ü'.repeat(50),
  }));
  expect((await client.post('/v3/customers', people)).status).toBe(200);
  for (const query of [
    'flat=true',
    'flat=true&with_schema=true',
    'with_schema=true&fields=name',
    'fields=name,vorname',
  ]) {
    const [long, short] = [
      await client.get(`/v3/customers?limit=501&${query}`),
      await client.get(`/v3/customers?limit=500&${query}`),
    ];
    expect(long.status).toBe(200);
    expect(long.text.replace('"page_size":501', '"page_size":500')).toBe(short.text);
  }
});
