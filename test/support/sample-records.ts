/** One record of every kind at every address, made over HTTP from the declarations alone. */

import type { Database } from '../../src/db/database.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { type Collection, collectionsOf } from '../../src/derive/routing/collections.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import type { Resource } from '../../src/model/declaration/resource.ts';
import type { Registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { type Named, sampleCreate } from './sample-body.ts';
import type { Client } from './service.ts';

/** A client that can create records. */
export type Poster = Pick<Client, 'post'>;

/** Records of one making. */
export interface SampleRecords extends Named {
  /** Record kind with addresses of its own -> id. */
  readonly ids: Map<string, number>;
  /** Address below a record (`customers/#/addresses`) -> id of the record made there. */
  readonly below: Map<string, number>;
}

/** The address of a collection with its path number. */
export const addressOf = (collection: Collection, parentId?: number): string =>
  collection.address.replace(/\{\w+\}/, String(parentId));

/** Runs work over items, some at a time. */
export const eachOf = async <T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 8): Promise<void> => {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
};

/** POSTs a sample and answers its id. @throws where it is refused */
export const make = async (client: Poster, collection: Collection, named: Named, parentId?: number) => {
  const body = sampleCreate(collection, named);
  const answer = await client.post(addressOf(collection, parentId), body);
  if (answer.status !== 201) throw new Error(`POST ${collection.address} ${JSON.stringify(body)}: ${answer.text}`);
  return Number(answer.body.ids?.[0] ?? answer.body.id);
};

const isCreated = ({ verbs }: Collection): boolean => verbs.includes('create');
const requires = ({ fields }: Resource): string[] =>
  Object.values(fields).flatMap(({ required, reference }) => (required && reference ? [...reference.to] : []));

/** Collections at which records are made below a parent. */
export const createdBelow = (registry: Registry): readonly Collection[] =>
  collectionsOf(registry).filter((collection) => collection.parent && isCreated(collection));

/** Makes a stock: a record of each kind, and one at each address below them. */
export const createSampleRecords = async (client: Poster, registry: Registry, mark: string): Promise<SampleRecords> => {
  const ids = new Map<string, number>();
  const mate = (await client.post('/v3/customers', { name: `${mark} mate` })).body.kid as number;
  const stock: SampleRecords = { ids, below: new Map(), mark, mate };
  const own = collectionsOf(registry).filter((one) => !one.parent && isCreated(one));
  for (let left = own; left.length; ) {
    const ready = left.filter(({ resource }) => requires(resource).every((path) => ids.has(path)));
    if (!ready.length) throw new Error(`Cannot make ${left.map(({ address }) => address)}`);
    await eachOf(ready, async (one) => {
      ids.set(one.resource.path, await make(client, one, stock));
    });
    left = left.filter((one) => !ready.includes(one));
  }
  await eachOf(createdBelow(registry), async (one) => {
    stock.below.set(one.pattern, await make(client, one, stock, ids.get(one.parent?.path ?? '')));
  });
  return stock;
};

/** The pattern of the parent of a nested route: `products/#/portals`. */
export const parentPattern = ({ pattern }: Route): string => pattern.split('/').slice(0, 3).join('/');

/** Nested routes that make records, `/v3/products/{kid}/portals/{id}/comments`. */
export const nestedCreates = (registry: Registry): readonly Route[] =>
  allRoutes(registry).filter(({ grandparent, verb }) => grandparent && verb === 'create');

/** Makes a record at one nested route. */
export const makeNested = (client: Poster, route: Route, stock: SampleRecords): Promise<number> => {
  const { collection, grandparent } = route;
  if (!collection || !grandparent) throw new Error('The route is not nested');
  const left = [stock.ids.get(grandparent.path), stock.below.get(parentPattern(route))];
  const filled = route.address.replace(/\{\w+\}/g, () => String(left.shift()));
  return make(client, { ...collection, address: filled }, stock);
};

/** Adds to a stock a record at each nested route. */
export const createNestedSampleRecords = (client: Poster, registry: Registry, stock: SampleRecords): Promise<void> =>
  eachOf(nestedCreates(registry), async (route) => {
    stock.below.set(route.pattern, await makeNested(client, route, stock));
  });

/** Record kinds count alike from then on, so that ids of one kind are ids of others too, and stand out in texts. */
export const alignSequences = async (db: Database): Promise<void> => {
  await db.read(
    sql`select setval(c.oid::regclass, 1000000) from pg_class c where c.relkind = 'S' and c.relname <> 'organisation_id_seq'`,
  );
};

/** Records without a declaration: an export, letters that no worker makes, and a message, whose document is of the customer. */
export const addWork = async (client: Client, stock: SampleRecords): Promise<void> => {
  const kid = stock.ids.get('customers');
  const { mark } = stock;
  const made = async (path: string, body: object): Promise<number> => (await client.post(path, body)).body.id;
  stock.ids.set('exports', await made('/v3/exports', { sections: ['customers'], format: 'csv' }));
  const letter = { subject: mark, text: mark, to: [], send: 'none' };
  stock.ids.set('messages', await made(`/v3/customers/${kid}/messages`, letter));
  const text = { section: 'customers', kind: 'letter', name: mark, text: 'B' };
  const template = await made('/v3/system/templates', text);
  stock.ids.set('letters', await made('/v3/customers/letters', { template, ids: [kid] }));
};

let imports = 0;

/** An import with a row, whose number no other import has. */
export const addImport = async (
  db: Database,
  orgId: number,
  stock: SampleRecords,
  userKid: number | null = null,
): Promise<void> => {
  imports += 1;
  const [row] = await db.read<{ id: number }>(sql`insert into import_job
      (org_id, id, state, fingerprint, format, asked, options, file_name, sha256, size, aws, user_kid, total, created_at, queued_at)
    values (${orgId}, nextval('import_job_id_seq'), 'ready', ${String(imports)}, 'csv', '{}', '{}', 'a.csv', '', 0, 0, ${userKid}, 1, now(), now())
    returning id`);
  const result = JSON.stringify({ name: stock.mark, changes: {}, issues: [], hints: [] });
  await db.read(sql`insert into import_row
      (org_id, job_id, "row", line, outcome, section, source, result)
    values (${orgId}, ${row?.id}, ${imports}, 1, 'invalid', 'customers', ${JSON.stringify({ externalIds: [], references: {} })}, ${result})`);
  stock.ids.set('imports', row?.id ?? 0);
  stock.below.set('imports/#/rows', imports);
};
