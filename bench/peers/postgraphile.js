// PostGraphile: the customers in a schema of the same database; once as its documentation starts it, once with equal work.
import { randomBytes } from 'node:crypto';
import { json } from './call.js';
import { columnsOf, makeTables, OWN_FIELD, TABLES } from './data.js';

const PROGRAM = 'bench/peers/postgraphile/server.js';

/** The usual additions: timestamps by triggers and a trigram index for the search. */
const addUsual = async (client, schema) => {
  await client.query('create extension if not exists pg_trgm');
  await client.query(`create function ${schema}.set_edit_datum() returns trigger language plpgsql as
    $$ begin new.edit_datum := now(); return new; end $$`);
  for (const name of TABLES)
    await client.query(
      `create trigger times before update on ${schema}.${name} for each row execute function ${schema}.set_edit_datum()`,
    );
  for (const name of ['name', 'vorname'])
    await client.query(`create index on ${schema}.customers using gin (${name} gin_trgm_ops)`);
};

/**
 * The work that the service does with each call: row security for tenants; an audit entry with the old and the new
 * row, found by record and by time; an entry of a change feed with the number of the change.
 */
const addEqualWork = async (client, schema) => {
  const role = `${schema}_tenant`;
  for (const text of [
    `create index on ${schema}.customers using gin (nummer gin_trgm_ops)`,
    `create role ${role}`,
    `grant ${role} to ${schema}`,
    `grant usage on schema ${schema} to ${role}`,
    `grant usage on all sequences in schema ${schema} to ${role}`,
    `create table ${schema}.audit_log (id bigint generated always as identity primary key, org_id int not null, at timestamptz not null default now(),
      actor text not null default current_user, section text not null, record_id int not null, action text not null, old_row jsonb, new_row jsonb)`,
    `create index on ${schema}.audit_log (org_id, section, record_id, id)`,
    `create index on ${schema}.audit_log (org_id, at)`,
    `create table ${schema}.change_feed (seq bigint generated always as identity primary key, org_id int not null, section text not null,
      record_id int not null, action text not null, at timestamptz not null default now())`,
    `comment on table ${schema}.audit_log is '@omit'`,
    `comment on table ${schema}.change_feed is '@omit'`,
    `create function ${schema}.record_change() returns trigger language plpgsql security definer as $$
      begin
        insert into ${schema}.audit_log (org_id, section, record_id, action, old_row, new_row)
          values (new.org_id, tg_table_name, new.id, tg_op, case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new));
        insert into ${schema}.change_feed (org_id, section, record_id, action) values (new.org_id, tg_table_name, new.id, tg_op);
        return null;
      end $$`,
  ])
    await client.query(text);
  for (const name of TABLES) {
    const table = `${schema}.${name}`;
    await client.query(`grant select, insert, update, delete on ${table} to ${role}`);
    await client.query(`alter table ${table} enable row level security`);
    await client.query(`create policy own on ${table} to ${role} using (org_id = current_setting('app.org_id')::int)`);
    await client.query(
      `create trigger changes after insert or update on ${table} for each row execute function ${schema}.record_change()`,
    );
  }
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
const patchOf = (Kind, kind) => `mutation ($id: Int!, $patch: ${Kind}Patch!) {
  update${Kind}ByRowId(input: { rowId: $id, ${kind}Patch: $patch }) { ${kind} { id: rowId } } }`;
const DOCUMENTS = {
  one: `query ($id: Int!) { customer: customerByRowId(rowId: $id) { ${CUSTOMER} } }`,
  list: `${LIST} { totalCount nodes { ${CUSTOMER} } } }`,
  plainList: `${LIST} { nodes { ${CUSTOMER} } } }`,
  arrays: `${LIST} { nodes { ${CUSTOMER} ${PARTS} } } }`,
  search: `query ($word: String!) { customers: allCustomers(first: 50, filter: { or: [
    { name: { includesInsensitive: $word } }, { vorname: { includesInsensitive: $word } }] }) { nodes { ${CUSTOMER} } } }`,
  create: `mutation ($person: CustomerInput!) {
    createCustomer(input: { customer: $person }) { customer { ${CUSTOMER} } } }`,
  patch: patchOf('Customer', 'customer'),
  contract: patchOf('Contract', 'contract'),
};
const ask = (name, variables) => json('POST', '/graphql', { query: DOCUMENTS[name], variables });

const side = async (stage, { name, port, schema, orgId, add, NODE }) => {
  const { host, database } = stage.place;
  const password = randomBytes(16).toString('hex');
  await makeTables(stage.client, schema, orgId, password);
  for (const addition of add) await addition(stage.client, schema);
  const tenant = add.includes(addEqualWork) ? { ORGANISATION: String(orgId) } : {};
  const env = {
    NODE,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    PORT: port,
    SCHEMA: schema,
    CONNECTION: `postgres://${schema}:${password}@localhost:${stage.place.port}/${database}?host=${encodeURIComponent(host)}`,
    ...tenant,
  };
  const child = await stage.start([PROGRAM], env, /ready/);
  return {
    name,
    table: `${schema}.customers`,
    contracts: `${schema}.contracts`,
    own: OWN_FIELD,
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
      indexed: ({ id, geb }) => ask('patch', { id, patch: { geb } }),
      own: ({ id, vorname }) => ask('patch', { id, patch: { [camel(OWN_FIELD)]: vorname } }),
      contract: ({ id, beitrag }) => ask('contract', { id, patch: { beitrag } }),
    },
    read: ({ data, errors }) => {
      if (errors) throw new Error(`PostGraphile: ${JSON.stringify(errors)}`);
      const found = data.customers?.nodes ?? [data.customer ?? Object.values(Object.values(data)[0])[0]];
      const records = found.map(({ addresses, contacts, ...record }) => ({
        ...record,
        ...(addresses ? { addresses: addresses.nodes, contacts: contacts.nodes } : {}),
      }));
      return { records, total: data.customers?.totalCount };
    },
  };
};

/** Starts PostGraphile twice. @returns two sides of the comparison (bench/parts/peers.js) */
export const startPostGraphile = async (stage, { orgId }, NODE) => [
  // The owner of the tables: row security does not apply to it.
  await side(stage, { name: 'PostGraphile', port: '18083', schema: 'postgraphile', orgId, add: [addUsual], NODE }),
  await side(stage, {
    name: 'PostGraphile, equal work',
    port: '18084',
    schema: 'postgraphile_equal',
    orgId,
    add: [addUsual, addEqualWork],
    NODE,
  }),
];
