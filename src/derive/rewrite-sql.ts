/** Statements that make every row which names one customer name another, printed text included (rules 16.2). */
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { printExpression, quoted, storedColumns } from './columns.ts';

/** A column that can hold the kid of a customer. */
export interface NamingColumn {
  readonly resource: Resource;
  readonly column: string;
}

/** Whether a column names the parent of such a record, or what the parent itself names there. */
const isParent = (registry: Registry, { place }: Resource, column: string, path: string): boolean =>
  (column === place.parentColumn && place.below.includes(path)) ||
  (place.inherits.includes(column) &&
    place.below.some((parent) => registry.get(parent).fields[column]?.reference?.to.includes(path)));

/** Every column of the declarations that can name a customer; annotations name theirs by section and id. */
export const columnsNaming = (registry: Registry, path: string): readonly NamingColumn[] =>
  registry.resources
    .filter(({ rows, place }) => rows.stored && !place.ownerSection)
    .flatMap((resource) =>
      storedColumns(resource)
        .filter(({ name, field }) => {
          if (field.reference) return field.reference.to.includes(path);
          return isParent(registry, resource, name, path);
        })
        .map(({ name }) => ({ resource, column: name })),
    );

/** A statement for live rows and one for deleted ones, so that each finds its index and none reads the whole table. */
const forEach = (resource: Resource, text: string): readonly string[] =>
  resource.rows.removal === 'soft' ? [`${text} and t.del = 0`, `${text} and t.del <> 0`] : [text];

/** UPDATEs of one such column. Parameters: organisation, the kid that stays, the kid that goes. */
export const rewriteColumn = ({ resource, column }: NamingColumn): readonly string[] =>
  forEach(
    resource,
    `update ${resource.table} t set ${quoted(column)} = $2::int, printed = ${printExpression(resource, 't', { [column]: '$2::int' })} where t.org_id = $1 and t.${quoted(column)} = $3::int`,
  );

/** UPDATEs of the rows of an annotation. Parameters: organisation, id that stays, id that goes, record kind. */
export const rewriteOwner = (resource: Resource): readonly string[] =>
  forEach(
    resource,
    `update ${resource.table} t set owner_id = $2::int, printed = ${printExpression(resource, 't', { owner_id: '$2::int' })} where t.org_id = $1 and t.owner_section = $4 and t.owner_id = $3::int`,
  );

/** The column of an annotation that must not stand twice at one record (follower, tag), where there is one. */
export const onceColumn = (resource: Resource): string | null =>
  resource.rules.some(({ unique }) => unique)
    ? (storedColumns(resource).find(({ field }) => field.reference)?.name ?? null)
    : null;

/** Soft delete of rows that would stand twice after the rewrite. Parameters as for `rewriteOwner`. */
export const dropDoubles = (resource: Resource, column: string): string =>
  `update ${resource.table} t set del = 1 where t.org_id = $1 and t.owner_section = $4 and t.owner_id = $3::int and t.del = 0 and exists (select 1 from ${resource.table} m where m.org_id = $1 and m.owner_section = $4 and m.owner_id = $2::int and m.del = 0 and m.${quoted(column)} = t.${quoted(column)})`;
