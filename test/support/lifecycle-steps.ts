/** One step of a customer's life: sent over HTTP, answered as the model says, and done in the model too. */
import { expect } from 'vitest';
import { relationCatalogue } from '../../src/derive/metadata/relation-catalogue.ts';
import {
  type Item,
  isDouble,
  isThere,
  type Json,
  KINDS,
  type Model,
  mergeItems,
  type Pair,
  type Ref,
  removeItem,
} from './lifecycle-model.ts';
import type { Client, Reply } from './service.ts';

/** A generated step; numbers choose among existing records, deleted ones included. */
export type Step =
  | { readonly do: 'create'; readonly kind: number; readonly at: number; readonly word: string }
  | { readonly do: 'patch'; readonly at: number; readonly word: string }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'link'; readonly at: number; readonly other: number }
  | { readonly do: 'relate'; readonly at: number; readonly other: number; readonly type: number }
  | { readonly do: 'unlink' | 'unrelate'; readonly at: number; readonly end: 0 | 1 }
  | { readonly do: 'merge'; readonly at: number; readonly other: number; readonly mode: string };

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** Parent and child, spouses, and two professions with the same reverse: client. */
const RELATION_TYPES: readonly number[] = [101, 104, 201, 319, 323, 321];

const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];
const refOf = ({ path, id }: Ref): Ref => ({ path, id });
const addressOf = (item: Item): string =>
  item.parent ? `/v3/${item.parent.path}/${item.parent.id}/${item.path}/${item.id}` : `/v3/${item.path}/${item.id}`;

/** Compares status or code of an answer; true where the step was done. */
const went = (reply: Reply, refusal: string | null): boolean => {
  expect([reply.status < 300, reply.error ?? null], reply.text).toEqual([refusal === null, refusal]);
  return refusal === null;
};

/** Where a list below a parent, or of a kind, is asked. */
export const listOf = async (client: Client, place: string): Promise<Reply> => client.get(`/v3/${place}?limit=5000`);

const create = async (model: Model, client: Client, { kind: at, at: below, word }: Of<'create'>): Promise<void> => {
  const kind = pick(KINDS, at) as (typeof KINDS)[number];
  const own = model.items.filter((item) => (kind.below === 'any' ? item.kind.own : item.path === kind.below));
  const parent = kind.below ? pick(own, below) : undefined;
  if (kind.below && !parent) return;
  const place = parent ? `${parent.path}/${parent.id}/${kind.path}` : kind.path;
  const body: Json = { ...kind.more, ...(kind.text ? { [kind.text]: word } : {}) };
  if (kind.path === 'persons') body.pid = parent?.json.kid;
  const isOnce = (item: Item): boolean =>
    item.live && item.path === kind.path && item.parent?.path === parent?.path && item.parent?.id === parent?.id;
  const there = !parent || isThere(model, parent);
  const refusal = there ? (kind.once && model.items.some(isOnce) ? kind.once.code : null) : kind.orphan;
  const reply = await client.post(`/v3/${place}`, body);
  model.places.add(place);
  if (!went(reply, refusal)) return;
  const { id } = reply.body;
  const made = ((await listOf(client, place)).body.items as Json[]).find((one) => one.id === id) ?? {};
  expect(made).toMatchObject(kind.text ? { id, [kind.text]: word } : { id });
  model.items.push({
    path: kind.path,
    id,
    kind,
    parent: kind.own || !parent ? null : refOf(parent),
    json: made,
    live: true,
  });
  model.log.push(`${kind.path} ${id} insert`);
};

const patch = async (model: Model, client: Client, { at, word }: Of<'patch'>): Promise<void> => {
  const item = pick(
    model.items.filter(({ kind }) => !kind.listOnly),
    at,
  );
  const name = item?.kind.text;
  if (!item || !name) return;
  const reply = await client.patch(addressOf(item), { [name]: word });
  if (!went(reply, isThere(model, item) ? null : 'not_found')) return;
  const updated = item.json[name] === word ? 0 : 1;
  expect(reply.body).toEqual({ success: true, updated });
  if (!updated) return;
  item.json[name] = word;
  if (item.kind.twin) item.json[item.kind.twin] = word;
  item.json.edit_datum = (await client.get(addressOf(item))).body.edit_datum;
  model.log.push(`${item.path} ${item.id} update ${name}`);
};

const remove = async (model: Model, client: Client, { at }: Of<'remove'>): Promise<void> => {
  const item = pick(model.items, at);
  if (!item) return;
  const reply = await client.delete(addressOf(item));
  if (!went(reply, isThere(model, item) ? null : 'not_found')) return;
  expect(reply.body).toMatchObject({ success: true, soft_deleted: true });
  removeItem(model, item);
  model.log.push(`${item.path} ${item.id} delete`);
};

const link = async (model: Model, client: Client, { at, other }: Of<'link'>): Promise<void> => {
  const own = model.items.filter(({ kind }) => kind.own);
  const [from, to] = [pick(own, at), pick(own, other)];
  if (!from || !to) return;
  const ends: [Ref, Ref] = [refOf(from), refOf(to)];
  const refusal = () => {
    if (from === to) return 'invalid_foreign_id';
    if (!isThere(model, from)) return 'record_not_found';
    if (!isThere(model, to)) return 'target_not_found';
    return isDouble(model.links, ends, [0, 0]) ? 'relation_exists' : null;
  };
  const place = `${from.path}/${from.id}/links`;
  const reply = await client.post(`/v3/${place}`, { foreign_section: to.path, foreign_id: to.id });
  model.places.add(place).add(`${to.path}/${to.id}/links`);
  if (!went(reply, refusal())) return;
  model.links.push({ ids: reply.body.ids, ends, types: [0, 0], live: true });
  model.log.push(`links ${reply.body.ids[0]} insert`);
};

const relate = async (model: Model, client: Client, { at, other, type }: Of<'relate'>): Promise<void> => {
  const customers = model.items.filter(({ path }) => path === 'customers');
  const [from, to] = [pick(customers, at), pick(customers, other)];
  if (!from || !to) return;
  const beziehung = pick(RELATION_TYPES, type) ?? 0;
  const types = [beziehung, relationCatalogue({}).reverseOf(beziehung, null) ?? 0] as const;
  const ends: [Ref, Ref] = [refOf(from), refOf(to)];
  const refusal = () => {
    if (!isThere(model, from)) return 'customer_not_found';
    if (from === to) return 'self_relationship';
    if (!isThere(model, to)) return 'target_not_found';
    return isDouble(model.relations, ends, [beziehung]) ? 'duplicate_relation' : null;
  };
  const reply = await client.post(`/v3/customers/${from.id}/relations`, { kid_beziehung: to.id, beziehung });
  for (const { id } of ends) model.places.add(`customers/${id}/relations`);
  if (!went(reply, refusal())) return;
  const { id, reverse_id } = reply.body;
  expect(reply.body).toMatchObject({ beziehung, reverse_beziehung: types[1] });
  model.relations.push({ ids: [id, reverse_id], ends, types, live: true });
  model.log.push(`relations ${id} insert`);
};

const part = async (model: Model, client: Client, step: Of<'unlink' | 'unrelate'>): Promise<void> => {
  const [name, pairs]: [string, readonly Pair[]] =
    step.do === 'unlink' ? ['links', model.links] : ['relations', model.relations];
  const pair = pick(pairs, step.at);
  if (!pair) return;
  const [id, owner] = [pair.ids[step.end], pair.ends[step.end]];
  const reply = await client.delete(`/v3/${owner.path}/${owner.id}/${name}/${id}`);
  if (!went(reply, pair.live && isThere(model, owner) ? null : 'not_found')) return;
  pair.live = false;
  model.log.push(`${name} ${id} delete`);
};

const merge = async (model: Model, client: Client, { at, other, mode }: Of<'merge'>): Promise<void> => {
  const customers = model.items.filter(({ path }) => path === 'customers');
  const [master, slave] = [pick(customers, at), pick(customers, other)];
  if (!master || !slave) return;
  const refusal = () => {
    if (master === slave) return 'validation_failed';
    if (!isThere(model, master)) return 'not_found';
    return isThere(model, slave) ? null : 'customer_not_found';
  };
  const reply = await client.post(`/v3/customers/${master.id}/merge`, { slave_kid: slave.id, mode });
  if (!went(reply, refusal())) return;
  expect(reply.body).toEqual({ success: true, master_kid: master.id, slave_kid: slave.id, mode });
  for (const place of [...model.places]) {
    model.places.add(place.replace(`customers/${slave.id}/`, `customers/${master.id}/`));
  }
  const filled = mergeItems(model, master, slave, mode);
  if (filled.length) master.json.edit_datum = (await client.get(`/v3/customers/${master.id}`)).body.edit_datum;
  model.log.push(`customers ${master.id} merge`, `customers ${slave.id} delete`);
};

/** Does one step at the service and in the model. */
export const act = async (model: Model, client: Client, step: Step): Promise<void> => {
  if (step.do === 'create') await create(model, client, step);
  else if (step.do === 'patch') await patch(model, client, step);
  else if (step.do === 'remove') await remove(model, client, step);
  else if (step.do === 'link') await link(model, client, step);
  else if (step.do === 'relate') await relate(model, client, step);
  else if (step.do === 'merge') await merge(model, client, step);
  else await part(model, client, step);
};
