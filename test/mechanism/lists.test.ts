/** List traits of a declaration: comparisons and order. No other source file is touched. */
import { beforeAll, expect, test } from 'vitest';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { date, int, money, reference, rowId, stamps, text } from '../../src/model/declaration/field.ts';
import { definePart, defineResource } from '../../src/model/declaration/resource.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { belongsTo } from '../../src/model/parts/contact.ts';
import { buildRegistry, declarations } from '../../src/model/registry.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const testvehicles = defineResource({
  path: 'testvehicles',
  table: 'testvehicle',
  title: 'Testvehicle',
  about: 'A testvehicle of a customer.',
  scope: 'contracts',
  nesting: { below: ['customers'] },
  fields: {
    id: rowId(),
    kid: belongsTo('Kunde', 'customers'),
    kennzeichen: text('Kennzeichen', { filter: true }),
    wert: money('Wert', { filter: true }),
    zugelassen: { ...date('Zugelassen am', { filter: true }), kind: kinds.day },
    ...stamps(),
  },
});
const testinspections = definePart({
  path: 'testinspections',
  table: 'testinspection',
  title: 'Testinspection',
  about: 'An testinspection of a testvehicle.',
  nesting: { below: ['testvehicles'], parentColumn: 'testvehicle_id' },
  responses: { orderedBy: 'am' },
  fields: {
    id: rowId(),
    testvehicle_id: int('Fahrzeug', { server: true }),
    am: date('Am', { required: true }),
    ...stamps(),
  },
});
const testtrips = defineResource({
  path: 'testtrips',
  table: 'testtrip',
  title: 'Testtrip',
  about: 'A testtrip of a testvehicle.',
  scope: 'contracts',
  nesting: { below: ['testvehicles'], parentColumn: 'testvehicle_id' },
  responses: { orderedBy: 'ziel' },
  fields: {
    id: rowId(),
    testvehicle_id: reference('Fahrzeug', 'testvehicles', { filter: true }),
    ziel: text('Ziel'),
    ...stamps(),
  },
});
const added = [testvehicles, testinspections, testtrips];
const registry = buildRegistry([...declarations, ...added]);

let kid: number;

const { service, organisation, client } = setUpService({ added });
beforeAll(async () => {
  kid = (await client.post('/v3/customers', { name: 'Halter' })).body.kid;
});

/** How PostgreSQL reads a table where sorting and reading it whole cost too much. */
const plan = (table: string, where: string, rest = ''): Promise<string> =>
  service.db.transaction(async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`);
    await tx.run(sql`set local enable_sort = off`);
    const rows = await tx.run(raw(`explain select id from ${table} where ${where} ${rest}`));
    return rows.map((row) => String(Object.values(row as object)[0])).join('\n');
  });

test('ordered filters have ranges: conditions, totals, refusals, description, an index', async () => {
  const owner = (await client.post('/v3/customers', { name: 'Vergleich' })).body.kid;
  for (const [wert, zugelassen] of [
    ['9.99', '2026-03-01'],
    ['10', '2026-03-02'],
    ['10.01', '2026-03-03'],
    [null, null],
  ]) {
    await client.post('/v3/testvehicles', { kid: owner, kennzeichen: `V ${wert}`, wert, zugelassen });
  }
  const found = async (query: string) => {
    const { body } = await client.get(`/v3/testvehicles?kid=${owner}&${query}`);
    expect(body.total).toBe(body.items.length);
    return body.items.map(({ wert }: { wert: string | null }) => wert);
  };
  expect(await found('wert[gte]=10')).toEqual(['10.00', '10.01']);
  expect(await found('wert[gt]=10')).toEqual(['10.01']);
  expect(await found('wert[lte]=10')).toEqual(['9.99', '10.00']);
  expect(await found('wert[lt]=10')).toEqual(['9.99']);
  expect(await found('wert%5Bgt%5D=9.99&wert[lt]=10.01')).toEqual(['10.00']);
  expect(await found('wert=10&wert[gt]=10')).toEqual([]);
  expect(await found('wert[in]=10,9.99')).toEqual(['9.99', '10.00']);
  expect(await found('wert[not]=10')).toEqual(['9.99', '10.01', null]);
  expect(await found('wert[not]=10&wert[in]=10, 10.01&zugelassen[not]=2026-03-01')).toEqual(['10.01']);
  // A day is that whole day.
  expect(await found('zugelassen=2026-03-02')).toEqual(['10.00']);
  expect(await found('zugelassen[gte]=2026-03-02')).toEqual(['10.00', '10.01']);
  expect(await found('zugelassen[gt]=2026-03-02')).toEqual(['10.01']);
  expect(await found('zugelassen[lte]=2026-03-02')).toEqual(['9.99', '10.00']);
  expect((await client.get(`/v3/testvehicles?limit=2&page=2&wert[gte]=10&kid=${owner}`)).body).toMatchObject({
    total: 2,
    items: [],
  });

  for (const wrong of [
    'wert[gte]=viel',
    'wert[in]=1,viel',
    'wert[in]=',
    'wert[not]=viel',
    `wert[in]=${Array(51)}`,
    'wert[gte]=',
    'wert[ge]=1',
    'wert[]=1',
    'preis[gt]=1',
    'kennzeichen[gt]=B',
  ]) {
    const { status, body } = await client.get(`/v3/testvehicles?${wrong}`);
    expect([wrong, status, body.data?.issues?.[0]?.path]).toEqual([wrong, 400, [wrong.split('=')[0]]]);
  }
  const misspelled = (await client.get('/v3/testvehicles?wert[ge]=1&wert[le]=9')).body.data.issues;
  expect(misspelled.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(
      /^wert\[ge\] is not a comparison .*; comparable fields are .*wert.*, with \[gte\], \[gt\], \[lte\], \[lt\], \[prefix\], \[empty\], \[in\], \[not\]\.$/,
    ),
    'wert[le] is not a comparison of this list.',
  ]);
  const [{ message }] = (await client.get('/v3/testvehicles?fields=id,wertt')).body.data.issues;
  expect(message).toBe('fields names wertt, which is no field of this list; did you mean wert?');
  const { id } = (await client.get('/v3/testvehicles?limit=1')).body.items[0];
  expect((await client.get(`/v3/testvehicles/${id}?wert[ge]=1`)).status).toBe(200);
  // A parameter that does not look like a comparison is ignored.
  expect((await client.get('/v3/testvehicles?preis=1')).status).toBe(200);

  const { components } = openapiDocument(registry, allRoutes(registry)) as {
    components: { parameters: Record<string, { name: string; description: string; schema: object }> };
  };
  const told = Object.values(components.parameters).filter(({ name }) => name.startsWith('wert'));
  expect(told.map(({ name }) => name)).toEqual([
    'wert',
    'wert[gte]',
    'wert[gt]',
    'wert[lte]',
    'wert[lt]',
    'wert[empty]',
    'wert[in]',
    'wert[not]',
  ]);
  expect(told[1]).toMatchObject({
    description: 'Only records not below this Wert.',
    schema: { type: 'string' },
  });
  expect(await plan('testvehicle', `org_id = 1 and "wert" >= 10 and del = 0`)).toContain('testvehicle_wert');
  expect(await plan('testvehicle', `org_id = 1 and "zugelassen"::date <= '2026-01-01' and del = 0`)).toContain(
    'testvehicle_zugelassen',
  );
});

test('an order is one trait: lists, their pages and far pages, filters, parts, an index', async () => {
  const { id: testvehicle } = (await client.post('/v3/testvehicles', { kid, kennzeichen: 'ORD' })).body;
  const { id: other } = (await client.post('/v3/testvehicles', { kid, kennzeichen: 'ORD 2' })).body;
  const goals = ['Ulm', 'Aue', null, 'Hof', 'Aue'];
  const made: { id: number; ziel: string | null }[] = [];
  for (const [i, ziel] of goals.entries()) {
    const { body } = await client.post('/v3/testtrips', { testvehicle_id: i % 2 ? testvehicle : other, ziel });
    made.push({ id: body.id, ziel });
  }
  const expected = [1, 4, 3, 0, 2].map((i) => made[i]);
  const shown = async (path: string) =>
    (await client.get(path)).body.items.map(({ id, ziel }: { id: number; ziel: string | null }) => ({ id, ziel }));
  expect(await shown('/v3/testtrips')).toEqual(expected);
  expect([...(await shown('/v3/testtrips?limit=2')), ...(await shown('/v3/testtrips?limit=2&page=2'))]).toEqual(
    expected.slice(0, 4),
  );
  expect(await shown('/v3/testtrips?limit=1000')).toEqual(expected);
  for (const path of [`/v3/testtrips?testvehicle_id=${testvehicle}`, `/v3/testvehicles/${testvehicle}/testtrips`])
    expect(await shown(path)).toEqual(expected.filter((one) => made.indexOf(one as never) % 2));
  for (const am of ['2026-05-01', '2026-01-01', '2026-03-01'])
    await client.post(`/v3/testvehicles/${testvehicle}/testinspections`, { am });
  const { items } = (await client.get(`/v3/testvehicles/${testvehicle}/testinspections`)).body;
  expect(items.map(({ am }: { am: string }) => am)).toEqual(['2026-01-01', '2026-03-01', '2026-05-01']);

  // A far page, its total from the counters and from a count.
  await service.db.transaction(async (tx) => {
    await tx.run(sql`insert into testtrip (org_id, id, testvehicle_id, ziel, insert_datum, printed)
        select ${organisation.orgId}::int, p.id, p.testvehicle_id, p.ziel, p.insert_datum::timestamp, row_to_json(p)::text
        from (
          select 1000000 - n as id, ${testvehicle}::int as testvehicle_id, 'M ' || lpad(n::text, 5, '0') as ziel,
            '2026-01-01 00:00:00' as insert_datum, null::text as edit_datum
          from generate_series(1, 1200) n) p`);
  });
  const far = (await client.get('/v3/testtrips?limit=10&page=111')).body.items;
  expect(far[0].ziel).toBe('M 01098');
  expect(far.map(({ ziel }: { ziel: string }) => ziel)).toEqual(Array.from({ length: 10 }, (_, i) => `M 0${1098 + i}`));
  const below = (await client.get(`/v3/testvehicles/${testvehicle}/testtrips?limit=10&page=111`)).body.items;
  expect(below[0].ziel).toBe('M 01099');
  const ordered = await plan('testtrip', 'org_id = 1 and del = 0', 'order by "ziel", id limit 50');
  expect(ordered).toContain('testtrip_live');
  expect(ordered).not.toContain('Sort');
});
