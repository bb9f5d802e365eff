/** Bodies that are accepted, made from the declarations, so that tests of every record kind need no list of their own. */

import type { Collection } from '../../src/derive/routing/collections.ts';
import { writableFields } from '../../src/derive/validation/body-schema.ts';
import type { Field, Kind } from '../../src/model/declaration/field-shape.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { generatedLists, optionLists } from '../../src/model/seed/option-lists.ts';
import { relationPairs } from '../../src/model/seed/relation-types.ts';

/** Records that a body may name: record kind -> id, and a customer that is not the one in the path. */
export interface Named {
  readonly ids: ReadonlyMap<string, number>;
  readonly mate: number;
  /** Contained in every text, so that the search finds the created record. */
  readonly mark: string;
}

let made = 0;

const plain = new Map<Kind, unknown>([
  [kinds.int, 1],
  [kinds.money, '12.50'],
  [kinds.rate, '0.12500'],
  [kinds.date, '2026-01-31'],
  [kinds.yearDay, '12-24'],
  [kinds.datetime, '2026-01-31 09:30:00'],
  [kinds.flag, 1],
  [kinds.boolean, true],
]);

const usualOptions = (list: string) => optionLists[list] ?? generatedLists[list]?.({}).options ?? [];

/** A value that a field accepts. */
const sampleValue = (name: string, field: Field, named: Named): unknown => {
  if (field.reference) return named.ids.get(field.reference.to[0] ?? '');
  if (field.list) return field.options?.[0]?.value ?? usualOptions(field.list)[0]?.value ?? 0;
  if (name === 'email') return `${named.mark}${++made}@example.com`;
  return plain.get(field.kind) ?? `${named.mark} ${name}`;
};

const special: Readonly<Record<string, (named: Named) => Record<string, unknown>>> = {
  createLink: ({ mate }) => ({ foreign_section: 'customers', foreign_id: mate }),
  createRelation: ({ mate }) => ({ kid_beziehung: mate, beziehung: relationPairs[0]?.beziehung }),
  uploadDocument: () => ({ base64: 'eA==' }),
  submitToInbox: () => ({ base64: 'eA==' }),
};

/** Fields that the path gives, so that a body must not have them. */
export const givenByPath = ({ fixed, forbidden }: Collection): readonly string[] => [
  ...fixed.map(({ column }) => column),
  ...forbidden,
];

/** Fields of the collection's bodies. */
export const bodyFields = (collection: Collection, mode: 'create' | 'patch'): readonly [string, Field][] =>
  writableFields(collection.resource, mode, givenByPath(collection));

/** A body for a create, with required fields and at least one text. */
export const sampleCreate = (collection: Collection, named: Named): Record<string, unknown> => {
  const { resource } = collection;
  const own = special[resource.nesting.instead.create ?? ''];
  const given = own?.(named) ?? {};
  if (own && !resource.storage.stored) return given;
  const fields = bodyFields(collection, 'create');
  const text = fields.find(([, field]) => field.kind === kinds.text && field.search && !field.list);
  const wanted = fields.filter(([name, field]) => field.required || name === text?.[0]);
  const chosen = wanted.length ? wanted : fields.slice(0, 1);
  return { ...Object.fromEntries(chosen.map(([name, field]) => [name, sampleValue(name, field, named)])), ...given };
};

/** A body for a PATCH: one field that names no other record. */
export const samplePatch = (collection: Collection, named: Named): Record<string, unknown> => {
  const fields = bodyFields(collection, 'patch').filter(([, field]) => !field.reference && !field.list);
  const [name, field] = fields.find(([, one]) => one.kind === kinds.text) ?? fields[0] ?? [];
  if (!name || !field) throw new Error(`${collection.address} has nothing to change`);
  return { [name]: sampleValue(name, field, named) };
};

/** Fields that name records, list entries of a division, or another field. */
const namesOthers = (name: string, { division, reference, section, sameAs }: Field): boolean =>
  Boolean(division || reference || section || sameAs) || name === 'ordner' || name === 'parent_id';

/** A body for a create with a value in every field that names no other record, the mark in every text. */
export const fullCreate = (collection: Collection, named: Named): Record<string, unknown> => {
  const own = special[collection.resource.nesting.instead.create ?? ''];
  const given = own?.(named) ?? {};
  if (own && !collection.resource.storage.stored) return given;
  const fields = bodyFields(collection, 'create').filter(
    ([name, field]) => field.required || !(namesOthers(name, field) || (field.list && !optionLists[field.list])),
  );
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, sampleValue(name, field, named)])), ...given };
};
