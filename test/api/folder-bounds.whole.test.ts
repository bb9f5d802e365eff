/** How deep folders lie, and how many may move at once (rules 5.7, docs/decisions/0037). */
import { describe, expect, test } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { rebuildJson } from '../../src/operations/rebuild/rebuild-json.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();

const customer = async (): Promise<number> => (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
const at = (kid: number, id?: number): string =>
  `/v3/customers/${kid}/documents/folders${id === undefined ? '' : `/${id}`}`;
const move = (kid: number, id: number, parent_id: number) => client.patch(at(kid, id), { parent_id });

/** Writes a chain of folders past the API, as one may lie in a database from before there was a bound. @returns their ids, top first */
const chainOf = async (kid: number, length: number, children = 0): Promise<number[]> => {
  const { orgId } = organisation;
  const rows = await service.db.queryLong<{ id: number }>(sql`with made as (
      select nextval('document_folder_id_seq')::int as id, level
      from generate_series(1, ${length}::int) level),
    ids as (select array_agg(id order by level) as all_ids from made),
    folders as (
      insert into document_folder (org_id, id, name, parent_id, kid, kundenportal, protect, insert_datum, edit_datum, printed)
      select ${orgId}::int, m.id, 'alt', all_ids[m.level - 1], ${kid}::int, 0, 0, now(), now(), '{}'
      from made m, ids
      returning id),
    closure as (
      insert into document_folder_closure (org_id, ancestor_id, descendant_id, depth)
      select ${orgId}::int, a.id, d.id, d.level - a.level
      from made a join made d on d.level >= a.level)
    select m.id from made m join folders using (id) order by m.level`);
  if (children)
    await service.db.queryLong(sql`with made as (
      select nextval('document_folder_id_seq')::int as id
      from generate_series(1, ${children}::int)),
    folders as (
      insert into document_folder (org_id, id, name, parent_id, kid, kundenportal, protect, insert_datum, edit_datum, printed)
      select ${orgId}::int, m.id, 'viele', ${rows.at(-1)!.id}::int, ${kid}::int, 0, 0, now(), now(), '{}' from made m)
      insert into document_folder_closure (org_id, ancestor_id, descendant_id, depth)
      select ${orgId}::int, a.ancestor_id, m.id, a.depth + 1
      from made m, document_folder_closure a where a.org_id = ${orgId} and a.descendant_id = ${rows.at(-1)!.id}::int
      union all select ${orgId}::int, id, id, 0 from made`);
  await rebuildJson(service.db, registry, orgId, true);
  return rows.map(({ id }) => id);
};

const tooBig = (message: string) => [{ path: ['parent_id'], code: 'too_big', message }];

/** The number of levels of the contact's deepest folder. */
const depthOf = async (kid: number): Promise<number | undefined> => {
  const [row] = await service.db.read<{ depth: number }>(sql`select max(c.depth)::int + 1 as depth
    from document_folder_closure c
    join document_folder f on f.org_id = c.org_id and f.id = c.descendant_id
    where c.org_id = ${organisation.orgId} and f.kid = ${kid}`);
  return row?.depth;
};

describe('depth', () => {
  test('a create below level 50 is refused', async () => {
    const kid = await customer();
    let parent = 0;
    for (let level = 1; level <= 50; level += 1) {
      const made = await client.post(at(kid), { name: `${level}`, parent_id: parent });
      expect(made.status, made.text).toBe(201);
      parent = made.body.id;
    }
    const refused = await client.post(at(kid), { name: '51', parent_id: parent });
    expect([refused.status, refused.error]).toEqual([400, 'validation_failed']);
    expect(refused.body.data.issues).toEqual(
      tooBig('Folders lie at most 50 levels deep; the lowest would lie 51 deep there.'),
    );
    expect((await client.get(at(kid))).body.items).toHaveLength(50);
  });

  test('a move counts the folders below', async () => {
    const kid = await customer();
    const [above, below] = [await chainOf(kid, 30), await chainOf(kid, 21)];
    const refused = await move(kid, below[0]!, above[29]!);
    expect(refused.body.data.issues).toEqual(
      tooBig('Folders lie at most 50 levels deep; the lowest would lie 51 deep there.'),
    );
    expect(await depthOf(kid)).toBe(30);
    expect((await move(kid, below[0]!, above[28]!)).status).toBe(200);
    expect(await depthOf(kid)).toBe(50);
  });

  test('concurrent moves do not exceed the limit together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const kid = await customer();
      const [a, b, c] = [await chainOf(kid, 20), await chainOf(kid, 20), await chainOf(kid, 20)];
      const answers = await Promise.all([move(kid, b[0]!, a[19]!), move(kid, c[0]!, b[19]!)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await depthOf(kid)).toBe(40);
    }
  });

  test('a tree that is already deeper than the limit can move up', async () => {
    const kid = await customer();
    const [old, short] = [await chainOf(kid, 120), await chainOf(kid, 60)];
    expect((await client.get(at(kid))).body.items).toHaveLength(180);
    expect((await client.patch(at(kid, old[99]!), { name: 'neu', parent_id: old[98] })).body.updated).toBe(1);
    expect((await client.post(at(kid), { name: 'x', parent_id: old[119] })).status).toBe(400);
    expect((await move(kid, old[60]!, short[59]!)).status).toBe(200);
    expect((await move(kid, old[61]!, short[59]!)).status).toBe(200);
    expect((await move(kid, old[61]!, old[60]!)).status).toBe(400);
    expect((await move(kid, old[61]!, short[9]!)).status).toBe(200);
    expect((await move(kid, old[61]!, 0)).status).toBe(200);
    expect((await client.delete(at(kid, old[30]!))).status).toBe(200);
  });
});

describe('how many move at once', () => {
  test('a move may write the maximum number of edges; a move to the top has no limit', async () => {
    const kid = await customer();
    const [above, [many]] = [await chainOf(kid, 48), await chainOf(kid, 1, 1041)];
    const refused = await move(kid, many!, above[47]!);
    expect(refused.body.data.issues).toEqual(
      tooBig('At most 1041 folders can move there at once; this one has 1042 with all below it.'),
    );
    expect((await move(kid, many!, above[46]!)).status).toBe(200);
    expect((await move(kid, many!, 0)).status).toBe(200);
  });
});
