/** The records of a customer: the kinds whose rows belong to one, derived from the declarations. */
import type { Resource } from '../../model/declaration/resource.ts';
import { annotations, parts } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { join, literal, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { memoizeByIdentity } from '../memoize.ts';
import { referencedKinds } from '../metadata/describe-fields.ts';
import { column, storedColumns } from '../storage/columns.ts';

/** The record kind of persons. */
export const PERSONS = 'customers';

/** A column that names a record of the customer. */
interface Via {
  readonly column: string;
  readonly kind: PersonKind;
}

/** A record kind whose rows belong to customers. */
export interface PersonKind {
  readonly resource: Resource;
  /** Column with the number of the customer; a row with another customer's number belongs to that one. */
  readonly kid: string;
  /** Columns by which a row without a customer belongs to one: a document of a contract. */
  readonly via: readonly Via[];
  /** Parts: rows below one of its records. */
  readonly parts: readonly Resource[];
}

/** The parts of a kind that are stored. */
export const partsOf = (registry: Registry, resource: Resource): readonly Resource[] =>
  parts(registry, resource).filter(({ storage }) => storage.stored);

const referencesOf = (resource: Resource, kinds: readonly PersonKind[]): readonly Via[] =>
  storedColumns(resource).flatMap(({ name, field }) => {
    const kind = kinds.find((one) => referencedKinds(field).includes(one.resource.path));
    return kind && kind.resource.path !== PERSONS ? [{ column: name, kind }] : [];
  });

/** The column of a record kind with addresses of its own that names the customer it belongs to. */
const customerColumn = (resource: Resource): string | undefined => {
  const { topLevel, parentColumn } = resource.nesting;
  if (!topLevel || !resource.storage.stored || resource.storage.section) return undefined;
  return resource.fields[parentColumn]?.reference?.to.includes(PERSONS) ? parentColumn : undefined;
};

const kindsBelow = (registry: Registry): readonly PersonKind[] => {
  const customers = registry.get(PERSONS);
  const kinds: PersonKind[] = [{ resource: customers, kid: 'id', via: [], parts: partsOf(registry, customers) }];
  for (const resource of registry.resources) {
    const kid = customerColumn(resource);
    if (kid === undefined) continue;
    // A required customer is always there.
    const via = resource.fields[kid]?.required ? [] : referencesOf(resource, kinds);
    kinds.push({ resource, kid, via, parts: partsOf(registry, resource) });
  }
  return kinds;
};

/** The kinds of records of a customer: customers first, and each before those that name it. */
export const personKinds = memoizeByIdentity(kindsBelow);

/** Stored annotations that records of a kind may have. */
export const annotationsOf = (registry: Registry, resource: Resource): readonly Resource[] =>
  annotations(registry, resource).filter(({ storage }) => storage.stored);

/** Record kinds that may have rows about a customer: kinds, parts and annotations. */
export const personResources = memoizeByIdentity((registry: Registry): ReadonlySet<Resource> => {
  const kinds = personKinds(registry);
  return new Set(kinds.flatMap(({ resource, parts }) => [resource, ...parts, ...annotationsOf(registry, resource)]));
});

/** Which rows: of these customers. */
export interface PersonRows {
  readonly orgId: number;
  /** The customer, and the customers that were merged into it. */
  readonly kids: readonly number[];
}

/** Condition on rows `t` of the kind that `kids` names. @param live as indexes of live and of deleted rows need it */
const named = ({ resource, kid, via }: PersonKind, rows: PersonRows, live: Sql): Sql => {
  const section = resource.storage.section ? sql` and t.section = ${literal(resource.storage.section)}` : raw('');
  const kidColumn = sql`t.${column(kid)}`;
  const own = sql`(${live}${section} and ${kidColumn} = any(${rows.kids}::int[]))`;
  const others = via.map(
    ({ column: name, kind }) =>
      sql`(${live} and ${kidColumn} is null and t.${column(name)} = any(array(${idsOf(kind, rows)})))`,
  );
  return join([own, ...others], ' or ');
};

/** Condition on rows `t` of a kind that they belong to the customers, deleted rows included. */
export const belongsTo = (kind: PersonKind, rows: PersonRows): Sql =>
  sql`(${named(kind, rows, raw('t.del = 0'))} or ${named(kind, rows, raw('t.del <> 0'))})`;

/** SELECT of the ids of all rows of a kind that belong to the customers. */
const idsOf = (kind: PersonKind, rows: PersonRows): Sql => sql`
  select t.id
  from ${raw(kind.resource.table)} t
  where t.org_id = ${rows.orgId} and ${belongsTo(kind, rows)}`;

/**
 * SELECT of a page of the records of a kind, by id.
 * @param shown further columns of rows `t`
 * @param page after which id, and how many
 */
export const recordsPage = (
  kind: PersonKind,
  rows: PersonRows,
  shown: readonly Sql[],
  page: { readonly after: number; readonly limit: number },
): Sql => sql`select ${join([raw('t.id'), raw('t.del'), ...shown], ', ')}
  from ${raw(kind.resource.table)} t
  where t.org_id = ${rows.orgId} and t.id > ${page.after}::int and ${belongsTo(kind, rows)}
  order by t.id
  limit ${page.limit}::int`;

/** Condition on rows `t` of a part or an annotation: they belong to records of a kind. Deleted rows are included. */
export const hangsOn = (part: Resource, { path }: Resource, ids: readonly number[]): Sql => {
  const { ownerSection, parentColumn } = part.nesting;
  const below = sql`t.${column(parentColumn)} = any(${sharedParam(ids)}::int[])`;
  const own = ownerSection ? sql`t.owner_section = ${literal(path)} and ${below}` : below;
  // As indexes of live and of deleted rows need it.
  return part.storage.removal === 'soft' ? sql`(t.del = 0 and ${own} or t.del <> 0 and ${own})` : own;
};
