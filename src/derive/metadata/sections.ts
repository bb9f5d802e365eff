/**
 * The record kinds as described for pages by `GET /v3/system/sections`: hints of the declarations, and defaults
 * derived from the fields.
 */
import type { RecordSection } from '../../model/calls/system.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { annotations, parts } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { partFiltersOf } from '../query/filters.ts';
import { derivedVerbs, nameBelow } from '../routing/collections.ts';
import { namingFields } from './naming-fields.ts';

/** Number of list columns if the declaration names none. */
const MAX_USUAL_COLUMNS = 6;
/** The group of fields without a declared group. */
const USUAL_GROUP = 'Angaben';

const isWritten = ({ server, sameAs, custom }: Field): boolean => !(server || sameAs || custom);
const writtenFields = ({ fields }: Resource): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isWritten(field) ? [name] : []));

const columnsOf = (resource: Resource): readonly string[] =>
  resource.layout.columns.length ? resource.layout.columns : writtenFields(resource).slice(0, MAX_USUAL_COLUMNS);

const layoutOf = (resource: Resource): RecordSection['layout'] => {
  const { label: _label, ...layout } = resource.layout;
  return {
    ...layout,
    title: layout.title.length ? layout.title : namingFields(resource),
    columns: columnsOf(resource),
    groups: Object.keys(layout.groups).length ? layout.groups : { [USUAL_GROUP]: writtenFields(resource) },
  };
};

const isBelow = ({ nesting: place }: Resource, { path }: Resource): boolean =>
  place.below.includes(path) || place.alsoBelow.includes(path);

const partsOf = (resource: Resource, registry: Registry): RecordSection['parts'] =>
  parts(registry, resource)
    .filter(({ storage }) => storage.stored)
    .map((part) => ({
      path: nameBelow(part),
      embed: resource.embeds.find(({ of }) => of === part.path)?.as ?? null,
      columns: columnsOf(part),
      form: part.layout.form,
    }));

/** Record kinds that have a top-level list. */
export const listedKinds = ({ resources }: Registry): readonly Resource[] =>
  resources.filter(({ nesting: place }) => place.topLevel && place.verbs.includes('list'));

/**
 * The record kinds that a caller may read, in the order of the registry.
 * @param scopes of the caller
 */
export const sectionsFor = (
  registry: Registry,
  scopes: ReadonlySet<string>,
): readonly Omit<RecordSection, 'total'>[] => {
  const may = ({ scope }: Resource, action: 'read' | 'write'): boolean => scopes.has(`v3:${scope}:${action}`);
  const readable = listedKinds(registry).filter((resource) => may(resource, 'read'));
  return readable.map((resource) => ({
    path: resource.path,
    title: resource.layout.label ?? resource.title,
    key: resource.nesting.key,
    called: resource.displayName ? { by: resource.displayName.by, beside: resource.displayName.extra ?? null } : null,
    scope: resource.scope ?? '',
    can: may(resource, 'write') ? ['read', 'write'] : ['read'],
    search_index: resource.search.index ?? null,
    below: [...resource.nesting.below, ...resource.nesting.alsoBelow],
    children: readable.filter((child) => isBelow(child, resource)).map(({ path }) => path),
    parts: partsOf(resource, registry),
    annotations: annotations(registry, resource).map(({ path }) => path),
    verbs: [...resource.nesting.verbs, ...derivedVerbs(resource)],
    filters: partFiltersOf(resource),
    content: resource.content === 'served',
    layout: layoutOf(resource),
  }));
};
