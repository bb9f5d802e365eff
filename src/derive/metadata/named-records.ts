/**
 * The records that a record references by number: its reference fields, and pairs of a record kind and a number
 * (`owner_section`, `owner_id`).
 */
import type { Embed, Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { memoizeByIdentity } from '../memoize.ts';
import { referencedKinds } from './describe-fields.ts';

/** Numbers of records by record kind. */
export type NamedIds = Map<string, Set<number>>;

type Values = Readonly<Record<string, unknown>>;

/** A field and the record kinds it can reference: those of its reference, or the one in another field. */
interface Naming {
  readonly field: string;
  readonly kinds: readonly string[];
  readonly kindIn?: string;
}

const SECTION = /_section$/;

const namingOf = memoizeByIdentity(({ fields }: Resource): readonly Naming[] =>
  Object.entries(fields).flatMap(([name, field]): Naming[] => {
    if (field.section) return [{ field: name.replace(SECTION, '_id'), kinds: [], kindIn: name }];
    const kinds = referencedKinds(field);
    return kinds.length ? [{ field: name, kinds }] : [];
  }),
);

const add = (ids: NamedIds, kind: string, id: unknown): void => {
  if (typeof id !== 'number') return;
  const known = ids.get(kind);
  if (known) known.add(id);
  else ids.set(kind, new Set([id]));
};

/** Adds the records that a record and its arrays reference. */
export const collectNamed = (
  { resource, embeds, registry }: { resource: Resource; embeds: readonly Embed[]; registry: Registry },
  record: Values,
  ids: NamedIds,
): void => {
  for (const { field, kinds, kindIn } of namingOf(resource)) {
    const named = kindIn === undefined ? kinds : [String(record[kindIn])];
    for (const kind of named) add(ids, kind, record[field]);
  }
  for (const { as, of } of embeds)
    for (const row of (record[as] ?? []) as readonly Values[])
      collectNamed({ resource: registry.get(of), embeds: [], registry }, row, ids);
};
