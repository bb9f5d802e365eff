// PostGraphile: the customers in a schema of the same database; once as the role of one tenant with row security, once without.
import { randomBytes } from 'node:crypto';
import { json } from './call.js';
import { columnsOf, makeTables, TABLES } from './data.js';

const PROGRAM = 'bench/peers/postgraphile/server.js';

const TIMES = `create function postgraphile.set_edit_datum() returns trigger language plpgsql as
  $$ begin new.edit_datum := now(); return new; end $$`;

/** What its users add: times by triggers, a trigram index for the search, row security for tenants. */
const makeReady = async (client) => {
  await client.query('create extension if not exists pg_trgm');
  await client.query('create role postgraphile_tenant');
  await client.query('grant postgraphile_tenant to postgraphile');
  await client.query('grant usage on schema postgraphile to postgraphile_tenant');
  await client.query('grant usage on all sequences in schema postgraphile to postgraphile_tenant');
  await client.query(TIMES);
  for (const name of TABLES) {
    const table = `postgraphile.${name}`;
    await client.query(
      `create trigger times before update on ${table} for each row execute function postgraphile.set_edit_datum()`,
    );
    await client.query(`grant select, insert, update, delete on ${table} to postgraphile_tenant`);
    await client.query(`alter table ${table} enable row level security`);
    await client.query(
      `create policy own on ${table} to postgraphile_tenant using (org_id = current_setting('app.org_id')::int)`,
    );
  }
  for (const name of ['name', 'vorname'])
    await client.query(`create index on postgraphile.customers using gin (${name} gin_trgm_ops)`);
};

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
/** The `id` of a row is `rowId` in GraphQL, where `id` names a node. */
const fieldsOf = (path) =>
  columnsOf(path)
    .map((name) => (name === 'id' ? 'id: rowId' : camel(name)))
    .join(' ');

const CUSTOMER = fieldsOf('customers');
const PARTS = ['addresses', 'contacts']
  .map((name) => `${name}: ${name}ByKid { nodes { ${fieldsOf(name)} } }`)
  .join(' ');
const LIST = 'query ($n: Int!) { customers: allCustomers(first: $n) ';
const PATCH = `mutation ($id: Int!, $patch: CustomerPatch!) {
  updateCustomerByRowId(input: { rowId: $id, customerPatch: $patch }) { customer { id: rowId } } }`;
const DOCUMENTS = {
  one: `query ($id: Int!) { customer: customerByRowId(rowId: $id) { ${CUSTOMER} } }`,
  list: `${LIST} { totalCount nodes { ${CUSTOMER} } } }`,
  plainList: `${LIST} { nodes { ${CUSTOMER} } } }`,
  arrays: `${LIST} { nodes { ${CUSTOMER} ${PARTS} } } }`,
  search: `query ($word: String!) { customers: allCustomers(first: 50, filter: { or: [
    { name: { includesInsensitive: $word } }, { vorname: { includesInsensitive: $word } }] }) { nodes { ${CUSTOMER} } } }`,
  create: `mutation ($person: CustomerInput!) {
    createCustomer(input: { customer: $person }) { customer { ${CUSTOMER} } } }`,
  patch: PATCH,
};
const ask = (name, variables) => json('POST', '/graphql', { query: DOCUMENTS[name], variables });

const side = async (stage, name, port, password, NODE, more) => {
  const { host, database } = stage.place;
  const env = {
    NODE,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    PORT: port,
    CONNECTION: `postgres://postgraphile:${password}@localhost:${stage.place.port}/${database}?host=${encodeURIComponent(host)}`,
    ...more,
  };
  const child = await stage.start([PROGRAM], env, /ready/);
  return {
    name,
    table: 'postgraphile.customers',
    pid: child.pid,
    origin: `http://127.0.0.1:${port}`,
    headers: {},
    ask: {
      one: ({ id }) => ask('one', { id }),
      list: () => ask('list', { n: 50 }),
      arrays: () => ask('arrays', { n: 50 }),
      page: () => ask('plainList', { n: 1000 }),
      search: ({ word }) => ask('search', { word }),
      create: ({ person }) => ask('create', { person }),
      patch: ({ id, vorname }) => ask('patch', { id, patch: { vorname } }),
      plain: ({ id, geb }) => ask('patch', { id, patch: { geb } }),
    },
    read: ({ data, errors }) => {
      if (errors) throw new Error(`PostGraphile: ${JSON.stringify(errors)}`);
      const found = data.customers?.nodes ?? [data.customer ?? Object.values(data)[0].customer];
      const records = found.map(({ addresses, contacts, ...record }) => ({
        ...record,
        ...(addresses ? { addresses: addresses.nodes, contacts: contacts.nodes } : {}),
      }));
      return { records, total: data.customers?.totalCount };
    },
  };
};

/** Starts PostGraphile twice. @returns two sides of the comparison (bench/parts/peers.js) */
export const startPostGraphile = async (stage, { orgId }, NODE) => {
  const password = randomBytes(16).toString('hex');
  await makeTables(stage.client, 'postgraphile', orgId, password);
  await makeReady(stage.client);
  return [
    // The owner of the tables: row security does not ask it.
    await side(stage, 'PostGraphile', '18083', password, NODE, {}),
    await side(stage, 'PostGraphile, row security', '18084', password, NODE, { ORGANISATION: String(orgId) }),
  ];
};
