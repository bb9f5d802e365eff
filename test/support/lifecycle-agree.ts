/** Compares everything that the service answers with the model: lists, totals, reads, search, stored text, audit. */

import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { registry } from '../../src/model/registry.ts';
import { relationTypes } from '../../src/model/seed/relation-types.ts';
import { rebuildJson } from '../../src/operations/rebuild/rebuild-json.ts';
import { sql } from '../../src/sql/sql.ts';
import { type Item, isThere, type Json, KINDS, type Model, type Pair } from './lifecycle-model.ts';
import { listOf } from './lifecycle-steps.ts';
import type { Client } from './service.ts';

const OWN = [...new Set(KINDS.filter(({ own }) => own).map(({ path }) => path))];

const byId = (a: Json, b: Json): number => Number(a.id) - Number(b.id);

/** The rows of pairs as one end sees them. */
const seenFrom = (model: Model, pairs: readonly Pair[], path: string, id: number) =>
  pairs
    .filter(({ live }) => live)
    .flatMap(({ ids, ends, types }) =>
      ([0, 1] as const).map((at) => ({
        id: ids[at],
        owner: ends[at],
        other: ends[at === 0 ? 1 : 0],
        type: types[at],
      })),
    )
    .filter(({ owner, other }) => owner.path === path && owner.id === id && isThere(model, other));

const linksOf = (model: Model, path: string, id: number): Json[] =>
  seenFrom(model, model.links, path, id).map(({ id: own, other }) => ({
    id: own,
    kid: path === 'customers' ? id : null,
    owner_section: path,
    owner_id: id,
    foreign_section: other.path,
    foreign_id: other.id,
  }));

const relationsOf = (model: Model, id: number): Json[] =>
  seenFrom(model, model.relations, 'customers', id).map(({ id: own, other, type }) => {
    const { name, vorname } = model.items.find((item) => item.path === 'customers' && item.id === other.id)?.json ?? {};
    const { name: beziehung_name, parent_id } = relationTypes.find((one) => one.id === type) ?? {};
    const contact = { kid: other.id, name: [vorname, name].filter(Boolean).join(' ') };
    return { id: own, kid: id, kid_beziehung: other.id, beziehung: type, beziehung_name, parent_id, contact };
  });

/** The expected list at an address; null where its parent is deleted. */
const expectedAt = (model: Model, place: string): Json[] | null => {
  const [first = '', number, name = ''] = place.split('/');
  if (number === undefined)
    return model.items.filter(({ path, live }) => path === first && live).map(({ json }) => json);
  const id = Number(number);
  if (!isThere(model, { path: first, id })) return null;
  if (name === 'links') return linksOf(model, first, id);
  if (name === 'relations') return relationsOf(model, id);
  const lies = ({ parent, json }: Item) => (parent ? parent.path === first && parent.id === id : json.kid === id);
  return model.items.filter((item) => item.path === name && item.live && lies(item)).map(({ json }) => json);
};

const agreeList = async (model: Model, client: Client, place: string): Promise<void> => {
  const { body, error } = await listOf(client, place);
  const expected = expectedAt(model, place);
  if (!expected) return expect([place, error]).toEqual([place, 'not_found']);
  const items = place.endsWith('/links') ? body.items.map(({ insert_datum: _, ...row }: Json) => row) : body.items;
  expect({ place, total: body.total, items }).toEqual({
    place,
    total: expected.length,
    items: [...expected].sort(byId),
  });
};

const agreeRead = async (model: Model, client: Client, item: Item): Promise<void> => {
  const base = item.parent ? `${item.parent.path}/${item.parent.id}/${item.path}` : item.path;
  const { status, body, error } = await client.get(`/v3/${base}/${item.id}`);
  if (isThere(model, item)) expect([status, body]).toEqual([200, item.json]);
  else expect([base, item.id, error]).toEqual([base, item.id, 'not_found']);
};

/** Records whose search entry has the word: in their own text or in that of a part. */
const foundBy = (model: Model, word: string, path: string): number[] => {
  const has = ({ kind, json }: Item): boolean =>
    kind.path === 'customers' ? json.name === word || json.vorname === word : json[kind.text ?? ''] === word;
  const live = model.items.filter((item) => item.path === path && item.live);
  const parts = model.items.filter((item) => item.kind.foundWithParent && item.live && has(item));
  return live
    .filter((item) => has(item) || parts.some(({ parent }) => parent?.path === path && parent.id === item.id))
    .map(({ id }) => id);
};

const agreeSearch = async (model: Model, client: Client, word: string): Promise<void> => {
  const indices = OWN.map((path) => registry.get(path).search.index ?? path);
  const { body } = await client.post('/v3/search', { query: word, indices, limit: 5000 });
  const sorted = (ids: number[]) => ids.sort((a, b) => a - b);
  for (const [i, path] of OWN.entries()) {
    const items: Json[] = body.data[indices[i] ?? ''].items;
    expect([word, path, sorted(items.map(({ id }) => Number(id)))]).toEqual([
      word,
      path,
      sorted(foundBy(model, word, path)),
    ]);
  }
};

/** `section id action`, with the changed fields of an update. */
const auditOf = async (db: Database, orgId: number, after: number): Promise<string[]> => {
  const rows = await db.read<{ section: string; record_id: number; action: string; changes: string }>(
    sql`select section, record_id, action, changes from audit_entry where org_id = ${orgId} and id > ${after} order by id`,
  );
  return rows.map(({ section, record_id, action, changes }) =>
    [section, record_id, action, ...(action === 'update' ? [Object.keys(JSON.parse(changes)).join()] : [])].join(' '),
  );
};

/** The last audit entry there is. */
export const auditEnd = async (db: Database, orgId: number): Promise<number> => {
  const [row] = await db.read<{ id: number }>(
    sql`select coalesce(max(id), 0) as id from audit_entry where org_id = ${orgId}`,
  );
  return row?.id ?? 0;
};

/** Whose answers are compared. */
export interface Asked {
  readonly db: Database;
  readonly client: Client;
  readonly orgId: number;
  /** Audit entries up to this one are older than the model. */
  readonly after: number;
}

/** Everything agrees. @throws where it does not */
export const agree = async (model: Model, { db, client, orgId, after }: Asked, words: readonly string[]) => {
  const single = model.items.filter(({ kind }) => !kind.listOnly);
  await Promise.all([
    ...[...OWN, ...model.places].map((place) => agreeList(model, client, place)),
    ...single.map((item) => agreeRead(model, client, item)),
    ...words.map((word) => agreeSearch(model, client, word)),
  ]);
  expect(await rebuildJson(db, registry, orgId, false)).toEqual([]);
  expect(await auditOf(db, orgId, after)).toEqual(model.log);
};
