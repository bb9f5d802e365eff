/** CREATE TABLE from declarations: printed by `broker-crm migration`, compared by the schema check. */

import type { Field } from '../../model/declaration/field-shape.ts';
import { foldedBy } from '../../model/declaration/folds.ts';
import { filterParameters, queryFields } from '../../model/declaration/list-parameters.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { hasOrder } from '../query/comparisons.ts';
import { orderColumns } from '../query/ordering.ts';
import { referencingColumns } from '../sql/repoint-references.ts';
import { archiveFlag, CUSTOM_INDEX, indexedAs, quoted, storedAs, storedColumns } from '../storage/columns.ts';

/** Column name -> type, of all record kinds that share the table. */
export const tableColumns = (resources: readonly Resource[]): ReadonlyMap<string, string> => {
  const columns = new Map<string, string>([['org_id', 'int not null']]);
  if (resources.some((resource) => resource.storage.section)) columns.set('section', 'text not null');
  for (const resource of resources) {
    for (const { name, field } of storedColumns(resource)) {
      if (!columns.has(name)) columns.set(name, `${field.kind.column}${name === 'id' ? ' not null' : ''}`);
    }
  }
  if (resources.some((resource) => resource.settings.configurable)) columns.set('extra', 'text');
  if (resources.some((resource) => resource.storage.removal === 'soft')) {
    columns.set('del', 'smallint not null default 0');
    columns.set('deleted_at', 'timestamp(0)');
  }
  columns.set('printed', 'text not null');
  return columns;
};

/** The WHERE of an index: rows that lists show, and further conditions. */
const live = (resource: Resource, ...further: readonly string[]): string => {
  const conditions = [...(resource.storage.removal === 'soft' ? ['del = 0'] : []), ...further];
  return conditions.length ? ` where ${conditions.join(' and ')}` : '';
};

/**
 * An index for lists in the order of creation, and one without hidden records: an archive grows and has the oldest
 * records, which a first page would skip.
 */
const forLists = (resource: Resource, name: string, rest: string, ...of: readonly string[]): string[] => {
  const { table } = resource;
  const hides = archiveFlag(resource);
  const index = (suffix: string, ...shown: readonly string[]) =>
    `create index ${table}_${name}${suffix} on ${table} (org_id, ${rest}${live(resource, ...of, ...shown)};`;
  return [index(''), ...(hides ? [index('_shown', `${quoted(hides.field)} = 0`)] : [])];
};

/** Numbers from a list or of other records: many rows share a value, and callers combine these filters. */
const isShared = (field: Field | undefined): boolean =>
  field?.kind.shared === true && Boolean(field.list ?? field.reference);

const filterFields = (resource: Resource): string[] => [...new Set(filterParameters(resource).map(([, name]) => name))];

/** Fields for comparisons and sorting in addition to the filters. Lists below a parent are short and need none. */
const orderedFields = (resource: Resource): string[] => {
  const { nesting: place, responses: answers } = resource;
  if (!place.topLevel || answers.envelope !== 'page' || !place.verbs.includes('list')) return [];
  return Object.entries(queryFields(resource)).flatMap(([name, field]) => (hasOrder(field) ? [name] : []));
};

/** Whether the index of a rule covers a filter. */
const isIndexedByRule = (resource: Resource, field: Field, name: string): boolean =>
  field.folds !== undefined &&
  resource.rules.some(({ index }) => index?.(resource).includes(`(org_id, ${foldedBy(field.folds ?? 'case', name)})`));

/** Columns that say which record a part belongs to. */
const parentColumns = ({ nesting: { ownerSection, parentColumn } }: Resource): readonly string[] =>
  (ownerSection ? ['owner_section', parentColumn] : [parentColumn]).map(quoted);

/** Shared filters are included in each other's indexes: combinations are counted by index-only scans. */
const forFilters = (resource: Resource): string[] => {
  const section = resource.storage.section ? 'section, ' : '';
  const names = [...new Set([...filterFields(resource), ...orderedFields(resource)])];
  const fields = queryFields(resource);
  const shared = names.filter((name) => isShared(fields[name]));
  return names.flatMap((name) => {
    const field = fields[name];
    if (!field || isIndexedByRule(resource, field, name)) return [];
    const stored = storedAs(field, name);
    const others = shared.includes(name) ? shared.filter((other) => other !== name).map(quoted) : [];
    // An index on an expression supports index-only scans only if it includes the column too.
    if (field.kind.comparedAs || field.kind.made || field.folds) others.push(quoted(stored));
    // Lists of the records above are narrowed by the filters of a part.
    if (!resource.nesting.topLevel) others.push(...parentColumns(resource));
    const hides = archiveFlag(resource);
    const ofCreation = field.stamp === 'made';
    // In other orders one index, which has the flag, serves lists with and without hidden records.
    if (hides && !ofCreation) others.push(quoted(hides.field));
    const include = others.length ? ` include (${others.join(', ')})` : '';
    const columns = [...new Set([indexedAs(field, name), ...orderColumns(resource)])].join(', ');
    const rest = `${section}${columns})${include}`;
    const has = `${quoted(stored)} is not null`;
    if (ofCreation) return forLists(resource, name, rest, has);
    return [`create index ${resource.table}_${name} on ${resource.table} (org_id, ${rest}${live(resource, has)};`];
  });
};

const indexes = (resource: Resource): string[] => {
  const { table } = resource;
  const owner = resource.nesting.ownerSection ? 'owner_section, owner_id' : quoted(resource.nesting.parentColumn);
  return [
    ...(resource.nesting.topLevel
      ? forLists(
          resource,
          'live',
          `${resource.storage.section ? 'section, ' : ''}${orderColumns(resource).join(', ')})`,
        )
      : [
          `create index ${table}_parent on ${table} (org_id, ${owner}, ${orderColumns(resource).join(', ')})${live(resource)};`,
        ]),
    ...forFilters(resource),
    ...(resource.settings.configurable ? [`create index ${table}_extra on ${table} using gin ${CUSTOM_INDEX};`] : []),
  ];
};

/**
 * Indexes by which a merge of customers finds rows, deleted ones included: those that no list needs, and small ones
 * on deleted rows, so that it never scans a whole table.
 */
const forMerge = (resource: Resource, registry: Registry): string[] => {
  const { table } = resource;
  if (resource.storage.removal !== 'soft') return [];
  if (resource.nesting.ownerSection) {
    return [`create index ${table}_parent_gone on ${table} (org_id, owner_section, owner_id) where del <> 0;`];
  }
  const listed = filterFields(resource);
  if (!resource.nesting.topLevel) listed.push(resource.nesting.parentColumn);
  return referencingColumns(registry, 'customers')
    .filter((naming) => naming.resource === resource)
    .flatMap(({ column }) => [
      ...(listed.includes(column)
        ? []
        : [`create index ${table}_${column} on ${table} (org_id, ${quoted(column)}) where del = 0;`]),
      `create index ${table}_${column}_gone on ${table} (org_id, ${quoted(column)}) where del <> 0;`,
    ]);
};

const own = (resource: Resource): string[] =>
  [...resource.rules.flatMap(({ index }) => index?.(resource) ?? []), ...resource.storage.indexes].map((text) => {
    const [, unique, name, rest] = /^(unique )?(\w+) (.*)$/s.exec(text) ?? [];
    return `create ${unique ?? ''}index ${name} on ${resource.table} ${rest};`;
  });

/**
 * DDL for one table and all record kinds in it. Valid on PostgreSQL 15 to 18; the `distribute` line is the hint for
 * Citus that the migration runner reads.
 */
export const tableSql = (resources: readonly Resource[], registry: Registry): string => {
  const [first] = resources;
  if (!first) return '';
  const { table } = first;
  const columns = [...tableColumns(resources)].map(([name, type]) => `  ${quoted(name)} ${type}`);
  const lines = [
    `create sequence ${first.storage.sequence} as int;`,
    `create table ${table} (\n${[...columns, '  primary key (org_id, id)'].join(',\n')}\n);`,
    `-- distribute: ${table}`,
  ];
  lines.push(...new Set(resources.flatMap(indexes)), ...new Set(resources.flatMap(own)));
  lines.push(...resources.flatMap((resource) => forMerge(resource, registry)));
  lines.push(...foreignKeys(resources, registry));
  // One clause a line, so that a difference can be read.
  return `${lines.join('\n').replace(/ (?=include \(|where |foreign key )/g, '\n  ')}\n`;
};

/** `(org_id, column)` names a row of the same organisation, or the database refuses (docs/decisions/0002). */
const foreignKeys = (resources: readonly Resource[], registry: Registry): string[] => {
  const lines = new Set<string>();
  for (const resource of resources) {
    const add = (column: string, table: string) =>
      lines.add(
        `alter table ${resource.table} add constraint ${resource.table}_${column}_fk foreign key (org_id, ${quoted(column)}) references ${table} (org_id, id);`,
      );
    for (const { name, field } of storedColumns(resource)) {
      const to = field.reference?.to[0];
      if (to) add(name, registry.get(to).table);
    }
    const parent = resource.nesting.below[0];
    if (parent && !resource.nesting.topLevel) add(resource.nesting.parentColumn, registry.get(parent).table);
  }
  return [...lines];
};

/** DDL of the tables of record kinds, of all by default, in an order in which references exist. */
export const schemaSql = (registry: Registry, kinds: readonly Resource[] = registry.resources): string => {
  const tables = new Map<string, Resource[]>();
  for (const resource of kinds.filter(({ storage: rows }) => rows.stored)) {
    tables.set(resource.table, [...(tables.get(resource.table) ?? []), resource]);
  }
  const texts = [...tables.values()].map((resources) => tableSql(resources, registry));
  const statements = texts.flatMap((text) => text.split(/(?<=;\n)/));
  const isKey = (statement: string): boolean => statement.startsWith('alter table');
  return [...statements.filter((one) => !isKey(one)), ...statements.filter(isKey)].join('');
};
