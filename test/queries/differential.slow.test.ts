/**
 * Random queries of random records: each answer is the one that a model in memory gives (rules 4.9 to 4.11). The seed is
 * printed where it fails; QUERIES_SEED repeats it, QUERIES_RUNS makes more of them.
 */
import { expect, test } from 'vitest';
import { type Random, seeded } from '../crash/random.ts';
import { setUpService } from '../support/fixture.ts';
import { createFixture, type QueryFixture, randomDay, randomNumber, randomTime, tableOf } from './fixture.ts';
import { kindLists, type ListOf, partLists } from './lists.ts';
import { type Asked, answerOf, type Condition, type Item, type Scale } from './model.ts';

const FIRST = Number(process.env.QUERIES_SEED ?? 1);
const RUNS = Number(process.env.QUERIES_RUNS ?? 1);
const QUERIES = 400;

const { service } = setUpService();

const DECIMALS = new Set('betrag reserve leistung est zkf gwv vwl vwl_ag fb re4 value ind_1'.split(' '));
const OPERATORS = ['gte', 'gt', 'lte', 'lt'] as const;
const own: Readonly<Record<string, Scale>> = { ind_1: 'number', ind_2: 'date', ind_3: 'second', ind_4: 'number' };

/** A value to compare with: one that a record has, near one, or any. */
const valueFor = (random: Random, scale: Scale, name: string, items: readonly Item[]): string => {
  if (typeof scale === 'object') return random.pick(scale) ?? '';
  const known = random.pick(items)?.[name];
  if (known !== null && known !== undefined && random.next() < 0.7) return String(known);
  if (scale === 'date') return randomDay(random);
  if (scale !== 'number') return random.next() < 0.5 ? randomDay(random) : randomTime(random);
  return String(DECIMALS.has(name) ? randomNumber(random) : Math.trunc(randomNumber(random)));
};

const askedOf = (
  random: Random,
  by: Readonly<Record<string, Scale>>,
  short: boolean,
  items: readonly Item[],
): Asked => {
  const names = Object.keys(by);
  const conditions = new Map<string, Condition>();
  for (let i = random.whole(0, 3); i > 0 && names.length; i -= 1) {
    const field = random.pick(names) ?? '';
    const known = random.pick(items)?.[field];
    const equal = known != null && !/^(insert|edit)_datum$|^sparte$/.test(field) && random.next() < 0.2;
    const scale = by[field] ?? 'number';
    const value = equal ? String(known) : valueFor(random, scale, field, items);
    if (typeof scale === 'object') {
      const begins = field === 'addresses.ort' && random.next() < 0.5;
      const operator = begins ? 'prefix' : '';
      conditions.set(`${field}[${operator}]`, { field, operator, value: begins ? value.slice(0, 2) : value });
      continue;
    }
    const operator = equal ? '' : (random.pick(OPERATORS) ?? 'gte');
    conditions.set(`${field}[${operator}]`, { field, operator, value });
  }
  const sorted = random.next() < 0.7 ? random.pick(['id', ...names.filter((name) => !name.includes('.'))]) : undefined;
  const members = Object.keys(items[0] ?? { id: 1 });
  const fields = random.next() < 0.3 ? members.filter(() => random.next() < 0.3) : [];
  const limit = short ? 1e6 : (random.pick([1, 3, 7, 50, 600]) ?? 50);
  const pages = Math.ceil(items.length / limit) + 1;
  return {
    conditions: [...conditions.values()],
    sort: sorted ? `${random.next() < 0.5 ? '-' : ''}${sorted}` : null,
    fields: fields.length ? fields : null,
    page: short ? 1 : random.whole(1, pages),
    limit,
  };
};

const queryOf = ({ conditions, sort, fields, page, limit }: Asked, short: boolean, besides: Record<string, string>) => {
  const query = new URLSearchParams(besides);
  for (const { field, operator, value } of conditions) query.set(operator ? `${field}[${operator}]` : field, value);
  if (sort) query.set('sort', sort);
  if (fields) query.set('fields', fields.join(','));
  if (!short) for (const [name, value] of Object.entries({ page, limit })) query.set(name, String(value));
  return query;
};

/** Asks one list for something random. */
const compare = async (
  random: Random,
  fixture: QueryFixture,
  list: ListOf,
  whole: Map<string, Item[]>,
  by = list.path === 'customers' ? { ...list.by, ...own } : list.by,
): Promise<void> => {
  const address = fixture.at(list.path);
  const archived: Record<string, string> =
    address.endsWith('contracts') && random.next() < 0.5 ? { with_archived: '1' } : {};
  const short = list.short === true;
  const key = `${address} ${JSON.stringify(archived)}`;
  let items = whole.get(key);
  if (!items) {
    const all = await fixture.client.get(`${address}?${new URLSearchParams({ limit: '5000', ...archived })}`);
    expect([address, all.status]).toEqual([address, 200]);
    items = all.body.items as Item[];
    whole.set(key, items);
  }
  const asked = askedOf(random, by, short, items);
  const query = queryOf(asked, short, archived);
  const answer = await fixture.client.get(`${address}?${query}`);
  const table = tableOf(list.path);
  const wanted = answerOf(items, by, asked, (item, field) => fixture.stored(table, item.id, field));
  const said = { query: `${address}?${decodeURIComponent(query.toString())}` };
  const { total } = short && answer.body.total === undefined ? wanted : answer.body;
  expect({ ...said, status: answer.status, total, items: answer.body.items }).toEqual({
    ...said,
    status: 200,
    ...wanted,
  });
};

test.each(Array.from({ length: RUNS }, (_, i) => FIRST + i))('seed %i', async (seed) => {
  const random = seeded(seed);
  const fixture = await createFixture(service, random, 40);
  const whole = new Map<string, Item[]>();
  for (let i = 0; i < QUERIES; i += 1) {
    const list = random.pick(random.next() < 0.7 ? kindLists : partLists);
    if (list) await compare(random, fixture, list, whole);
  }
  // Filters of parts: alone, several, and with those of the fields.
  for (const list of kindLists.slice(0, 3))
    for (const filters of [...Object.entries(fixture.parts).map((one) => [one]), Object.entries(fixture.parts)])
      for (let i = 0; i < 8; i += 1)
        await compare(random, fixture, list, whole, { ...Object.fromEntries(filters), ...(i % 4 ? {} : list.by) });
});
