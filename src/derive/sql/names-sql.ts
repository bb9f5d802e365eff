/** Names of records by their ids. */
import type { Resource } from '../../model/declaration/resource.ts';
import { and, join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { namingFields } from '../metadata/naming-fields.ts';
import { column, visible, visibleTo } from '../storage/columns.ts';

/**
 * Expression for the name of a row `t`: its naming fields that have values, else the `extra` field of `displayName`,
 * else `#` and its id.
 */
export const nameOf = (resource: Resource): Sql => {
  const text = (name: string): Sql => sql`nullif(t.${column(resource.fields[name]?.sameAs ?? name)}::text, '')`;
  const fields = namingFields(resource).map(text);
  const joined = sql`nullif(concat_ws(' ', ${join(fields.length ? fields : [raw('null')], ', ')}), '')`;
  const further = resource.displayName?.extra ? [text(resource.displayName.extra)] : [];
  return sql`coalesce(${join([joined, ...further], ', ')}, '#' || t.id)`;
};

/** The kind's own rows, deleted ones included: a shared table has the rows of several kinds. */
export const ownRows = ({ storage }: Resource): Sql =>
  storage.section === undefined ? raw('') : sql` and t.section = ${literal(storage.section)}`;

/**
 * `{section, id, name}` of records that are visible to a user.
 * @param asked ids by record kind; `deleted`: include deleted records
 */
export const namesStatement = (
  asked: readonly { readonly resource: Resource; readonly ids: readonly number[]; readonly deleted: boolean }[],
  { orgId, userKid }: { readonly orgId: number; readonly userKid: number | null },
): Sql =>
  join(
    asked.map(
      ({ resource, ids, deleted }) => sql`select ${literal(resource.path)} as section, t.id, ${nameOf(resource)} as name
from ${raw(resource.table)} t
where t.org_id = ${orgId} and t.id = any(${ids}::int[])${deleted ? ownRows(resource) : visible(resource, 't')}${and(visibleTo(resource, { orgId, userKid }))}`,
    ),
    '\nunion all\n',
  );
