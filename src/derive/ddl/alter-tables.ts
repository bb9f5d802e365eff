/**
 * SQL for changes of existing tables: columns, indexes and keys of new fields, and views that include new record
 * kinds. `broker-crm migration` prints it for a migration (docs/changing-it.md).
 */

import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { quoted } from '../storage/columns.ts';
import { schemaSql, tableColumns, tableSql } from './create-tables.ts';
import { droppedViewSql, viewSql } from './reporting-views.ts';

const STATEMENT_END = /(?<=;\n)/;
const INDEX = /^create (?:unique )?index (\w+)/;

const without = (resource: Resource, names: ReadonlySet<string>): Resource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([name]) => !names.has(name))),
});

/** The previous registry. @param earlier previous versions of some declarations */
const earlierRegistry = (registry: Registry, earlier: ReadonlyMap<Resource, Resource>): Registry => {
  const before = (resource: Resource): Resource => earlier.get(resource) ?? resource;
  return {
    resources: registry.resources.map(before),
    get: (path) => before(registry.get(path)),
    find: (path) => registry.resources.map(before).find((resource) => resource.path === path),
  };
};

/**
 * Recreates views, after a changed label. A view cannot lose a column, or get one in its middle, so it is dropped
 * first.
 */
export const renewedViewsSql = (resources: readonly Resource[], registry: Registry): string =>
  resources.map((resource) => `${droppedViewSql(resource)}\n${viewSql(resource, registry)}`).join('\n');

/**
 * Columns, indexes, keys and views for new fields of a table. An index with more columns than before is recreated.
 * @param resources all record kinds of the table
 * @param names of the new fields
 */
export const addedFieldsSql = (
  resources: readonly Resource[],
  names: ReadonlySet<string>,
  registry: Registry,
): string => {
  const earlier = new Map(resources.map((resource) => [resource, without(resource, names)]));
  const before = [...earlier.values()];
  const statementsOf = (all: readonly Resource[], of: Registry) => tableSql(all, of).split(STATEMENT_END).slice(2);
  const there = statementsOf(before, earlierRegistry(registry, earlier));
  const known = new Set(there);
  const indexes = new Set(there.map((statement) => INDEX.exec(statement)?.[1]));
  const columns = tableColumns(before);
  const added = [...tableColumns(resources)].filter(([name]) => !columns.has(name));
  const lines = added.map(([name, type]) => `alter table ${resources[0]?.table} add column ${quoted(name)} ${type};\n`);
  for (const statement of statementsOf(resources, registry)) {
    if (known.has(statement)) continue;
    const index = INDEX.exec(statement)?.[1];
    if (index && indexes.has(index)) lines.push(`drop index ${index};\n`);
    lines.push(statement);
  }
  return [lines.join(''), renewedViewsSql(resources, registry)].join('\n');
};

/** The views of annotations, which show those of records that are there: of a kind that is new, too. */
const annotationViewsSql = (resources: readonly Resource[], registry: Registry): string => {
  if (!resources.some(({ annotated }) => annotated)) return '';
  const annotations = registry.resources.filter(({ nesting: place }) => place.ownerSection && !place.topLevel);
  return renewedViewsSql(annotations, registry);
};

/**
 * Tables and views of new record kinds, and recreated views of annotations. Keys follow all tables, and views follow
 * keys: new kinds may reference each other.
 * @param resources all record kinds of the tables
 */
export const addedKindsSql = (resources: readonly Resource[], registry: Registry): string => {
  const views = resources.map((resource) => viewSql(resource, registry));
  const others = annotationViewsSql(resources, registry);
  return [schemaSql(registry, resources), ...views, ...(others ? [others] : [])].join('\n');
};
