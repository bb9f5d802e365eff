/** The kinds whose deleted records are purged, and the rows that keep those which belong to no customer (rules 16.22). */
import type { Resource } from '../../model/declaration/resource.ts';
import { columnsNaming } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { join, raw, type Sql, sql } from '../../sql/sql.ts';
import { memoizeByIdentity } from '../memoize.ts';
import { column } from '../storage/columns.ts';
import { type PersonKind, partsOf, personKinds } from './person-records.ts';

/** Tables of the service that name users in `user_kid`. */
export const USER_TABLES = [
  'api_token',
  'audit_entry',
  'erasure',
  'export_job',
  'import_job',
  'legal_hold',
  'letter_job',
];

/** A record kind with its parts; `kid` is null where its records belong to no customer. */
export type PurgedKind = Omit<PersonKind, 'kid'> & { readonly kid: string | null };

/** All kinds with soft removal: each before those that name it, those of customers last. */
export const purgedKinds = memoizeByIdentity((registry: Registry): readonly PurgedKind[] => {
  const persons = personKinds(registry);
  const others = registry.resources.filter(
    (resource) =>
      resource.nesting.topLevel &&
      resource.storage.stored &&
      resource.storage.removal === 'soft' &&
      !persons.some((kind) => kind.resource === resource),
  );
  return [
    ...others.map((resource) => ({ resource, kid: null, via: [], parts: partsOf(registry, resource) })),
    ...persons,
  ];
});

/** Columns that name records of a kind, as pairs of table and column. */
const namingColumns = (registry: Registry, resource: Resource): ReadonlyMap<string, readonly [string, string]> => {
  const declared = columnsNaming(registry, resource)
    .filter(({ by }) => by !== 'parent')
    .map((naming) => [naming.resource.table, naming.column] as const);
  const all = [...declared, ...(resource.login ? USER_TABLES.map((table) => [table, 'user_kid'] as const) : [])];
  // Kinds that share a table have the same columns.
  return new Map(all.map((one) => [one.join('.'), one]));
};

/** Condition on rows `t` of a kind that no other row names them, deleted rows included. */
export const unnamed = (registry: Registry, resource: Resource, orgId: number): Sql =>
  join(
    [...namingColumns(registry, resource).values()].map(([table, name]) => {
      const other = table === resource.table ? raw(' and n.id <> t.id') : raw('');
      return sql` and not exists (
        select 1
        from ${raw(table)} n
        where n.org_id = ${orgId} and n.${column(name)} = t.id${other})`;
    }),
    '',
  );
