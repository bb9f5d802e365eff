/** Grants for the role of the service, where another role owns the tables (docs/operating.md). */
import type pg from 'pg';
import { lookupTable } from '../../shared/lookup-table.ts';

/** Tables with restricted rights of the service; it has all row rights on the others. */
const LESS: Readonly<Record<string, string>> = lookupTable({
  // Entries are added and read, never changed or removed.
  audit_entry: 'select, insert',
  schema_migration: 'select',
});
const ROWS = 'select, insert, update, delete';

/** The reason why a role cannot be that of the service. */
export class RoleError extends Error {}

const relations = async (client: pg.Client, kind: 'r' | 'S'): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = $1 order by 1',
    [kind],
  );
  return rows.map(({ name }) => name);
};

/** @throws RoleError where a role does not exist, or could change the log all the same */
const requireFit = async (client: pg.Client, role: string): Promise<void> => {
  const { rows } = await client.query<{ able: boolean }>(
    "select rolsuper or pg_has_role(oid, (select relowner from pg_class where oid = 'audit_entry'::regclass), 'member') as able from pg_roles where rolname = $1",
    [role],
  );
  if (!rows[0])
    throw new RoleError(`There is no role ${role}; make it first: create role ${role} login password '...'`);
  if (rows[0].able) throw new RoleError(`${role} owns the tables or is a superuser; name a role of its own.`);
};

/**
 * Grants the rights that the service needs, and revokes others.
 * @param client in a transaction
 * @throws RoleError
 */
export const grantService = async (client: pg.Client, role: string): Promise<void> => {
  await requireFit(client, role);
  const name = client.escapeIdentifier(role);
  const tables = await relations(client, 'r');
  const list = (names: readonly string[]): string => names.map((one) => client.escapeIdentifier(one)).join(', ');
  const all = tables.filter((table) => !Object.hasOwn(LESS, table));
  const { rows } = await client.query<{ schema: string }>('select current_schema()::text as schema');
  const schema = list(rows.map((row) => row.schema));
  const statements = [
    `grant usage on schema ${schema} to ${name}`,
    // Tables that the owner creates later are no part of the log.
    `alter default privileges in schema ${schema} grant ${ROWS} on tables to ${name}`,
    `alter default privileges in schema ${schema} grant usage, select on sequences to ${name}`,
    `grant ${ROWS} on ${list(all)} to ${name}`,
    `grant usage, select on sequence ${list(await relations(client, 'S'))} to ${name}`,
    `grant execute on function search_shares() to ${name}`,
    `grant execute on function erase_audit_values(int, text, text, int[]) to ${name}`,
    ...Object.entries(LESS).flatMap(([table, allowed]) => [
      `revoke all on ${list([table])} from ${name}`,
      `grant ${allowed} on ${list([table])} to ${name}`,
    ]),
  ];
  for (const statement of statements) await client.query(statement);
};

/** Roles with earlier grants: each gets rights on new tables. */
export const servicesOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select r.rolname as name from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where c.oid = 'audit_entry'::regclass and a.privilege_type = 'INSERT' and a.grantee <> c.relowner and not r.rolsuper`,
  );
  return rows.map(({ name }) => name);
};

/** The schema of the views for reports (derive/ddl/reporting-views.ts). */
const REPORTING = 'reporting';

/**
 * Grants a role to read the views for reports, those of later migrations too, and nothing else.
 * @param client in a transaction
 * @throws RoleError
 */
export const grantReports = async (client: pg.Client, role: string): Promise<void> => {
  await requireFit(client, role);
  const name = client.escapeIdentifier(role);
  for (const statement of [
    `grant usage on schema ${REPORTING} to ${name}`,
    `grant select on all tables in schema ${REPORTING} to ${name}`,
    `alter default privileges in schema ${REPORTING} grant select on tables to ${name}`,
  ])
    await client.query(statement);
};
