/** Which record kinds own which: parts, kinds with addresses of their own, annotations; and the columns that name a kind. */
import type { Resource } from './declaration/resource.ts';
import type { Registry } from './registry.ts';

/** A stored column that holds ids of a record kind. */
export interface NamingColumn {
  readonly resource: Resource;
  readonly column: string;
  /** As a reference, as a value that the service sets, or as the parent: its own column, or a copy of the parent's column. */
  readonly by: 'reference' | 'pointer' | 'parent';
}

interface Ownership {
  readonly parts: readonly Resource[];
  readonly children: readonly Resource[];
  readonly annotations: readonly Resource[];
  readonly owners: readonly Resource[];
  readonly columns: readonly NamingColumn[];
}

/** How a column names records of a kind. */
const namingOf = (registry: Registry, resource: Resource, column: string, path: string): NamingColumn['by'] | null => {
  const { fields, nesting } = resource;
  const { reference, pointsTo } = fields[column] ?? {};
  if (reference) return reference.to.includes(path) ? 'reference' : null;
  if (pointsTo?.includes(path)) return 'pointer';
  const isCopied = (parent: string) => registry.get(parent).fields[column]?.reference?.to.includes(path);
  const isParent =
    (column === nesting.parentColumn && nesting.below.includes(path)) ||
    (nesting.inherits.includes(column) && nesting.below.some(isCopied));
  return isParent ? 'parent' : null;
};

const columnsTo = (registry: Registry, path: string): readonly NamingColumn[] =>
  registry.resources.flatMap((resource) =>
    Object.entries(resource.storage.stored ? resource.fields : {}).flatMap(([column, { custom, sameAs }]) => {
      const by = custom || sameAs ? null : namingOf(registry, resource, column, path);
      return by ? [{ resource, column, by }] : [];
    }),
  );

const ownershipOf = (registry: Registry, { path, annotated, nesting }: Resource): Ownership => {
  const all = registry.resources;
  const below = all.filter((one) => one.nesting.below.includes(path));
  return {
    parts: below.filter((one) => !one.nesting.topLevel),
    children: below.filter((one) => one.nesting.topLevel),
    annotations: annotated ? all.filter((one) => one.nesting.ownerSection) : [],
    owners: nesting.ownerSection
      ? all.filter((one) => one.annotated)
      : nesting.below.map((parent) => registry.get(parent)),
    columns: columnsTo(registry, path),
  };
};

const known = new WeakMap<Registry, Map<string, Ownership>>();

const memberOf =
  <Name extends keyof Ownership>(name: Name) =>
  (registry: Registry, { path }: Pick<Resource, 'path'>): Ownership[Name] => {
    const ofRegistry = known.get(registry) ?? new Map<string, Ownership>();
    known.set(registry, ofRegistry);
    const ownership = ofRegistry.get(path) ?? ownershipOf(registry, registry.get(path));
    ofRegistry.set(path, ownership);
    return ownership[name];
  };

/** Kinds that exist only below a record kind, in the order of the registry. */
export const parts = memberOf('parts');

/** Kinds below a record kind that have addresses of their own: reads there do not check the parent. */
export const children = memberOf('children');

/** Kinds that any record of a kind can have, by section and id. */
export const annotations = memberOf('annotations');

/** Kinds that can own records of a kind, the inverse of the others. */
export const owners = memberOf('owners');

/** Columns that hold ids of a record kind; annotations name theirs by section and id. */
export const columnsNaming = memberOf('columns');
