/** Record kinds that imports write, with their parts. */
import { type Collection, nameBelow } from '../../derive/routing/collections.ts';
import { annotationsOf, partsOf } from '../../formats/table/part-sections.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Model } from '../call/tenant-model.ts';

/** A record kind as the target of an import. */
export interface ImportTarget {
  readonly section: string;
  /** The collection of its own address; its creates also take all parts. */
  readonly collection: Collection;
  /** Collections of its parts and annotations, by path. */
  readonly parts: ReadonlyMap<string, Collection>;
}

/** Whether imports can write a record kind: plain creates and changes at an address of its own. */
const isImportable = ({ nesting, storage, content, login, rules }: Resource): boolean =>
  nesting.topLevel &&
  nesting.verbs.includes('create') &&
  nesting.verbs.includes('update') &&
  !nesting.instead.create &&
  !nesting.instead.update &&
  storage.stored &&
  !content &&
  !login &&
  !rules.some(({ shownTo }) => shownTo);

const buildTarget = (model: Model, section: string): ImportTarget => {
  const plain = model.collection(section);
  const { resource } = plain;
  const parts = partsOf(model.registry, section);
  const nested = { ...resource.requests.nested, ...Object.fromEntries(parts.map(({ path }) => [path, path])) };
  const withParts: Resource = {
    ...resource,
    origin: resource.origin ?? resource,
    requests: { ...resource.requests, nested },
  };
  return {
    section,
    collection: { ...plain, resource: withParts },
    parts: new Map(
      [...parts, ...annotationsOf(model.registry, section)].map((part) => [
        part.path,
        model.collection(`${section}/#/${nameBelow(part)}`),
      ]),
    ),
  };
};

const targets = new WeakMap<Model, Map<string, ImportTarget | null>>();

/** The target of a section; null if imports cannot write it. */
export const importTarget = (model: Model, section: string): ImportTarget | null => {
  const known = targets.get(model) ?? new Map<string, ImportTarget | null>();
  targets.set(model, known);
  let target = known.get(section);
  if (target === undefined) {
    const resource = model.registry.find(section);
    target = resource && isImportable(resource) ? buildTarget(model, section) : null;
    known.set(section, target);
  }
  return target;
};

/** The scope that writing a section needs. */
export const writeScopeOf = ({ collection }: ImportTarget): string => `v3:${collection.scope}:write`;
