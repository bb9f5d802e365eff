/** Memoization per declaration, for derived values that no organisation's settings change. */
import type { Field } from '../model/declaration/field-shape.ts';
import type { Resource } from '../model/declaration/resource.ts';

/** Remembers what `build` made of a declaration; a declaration with settings applied shares that of its origin. */
export const memoizeByDeclaration = <T>(build: (resource: Resource) => T): ((resource: Resource) => T) => {
  const made = new WeakMap<Resource, T>();
  return (resource) => {
    const origin = resource.origin ?? resource;
    let result = made.get(origin);
    if (result === undefined) made.set(origin, (result = build(origin)));
    return result;
  };
};

/** Remembers what `build` made of one declaration value, settings included. */
export const memoizeByIdentity = <K extends object, T>(build: (key: K) => T): ((key: K) => T) => {
  const made = new WeakMap<K, T>();
  return (key) => {
    let result = made.get(key);
    if (result === undefined) made.set(key, (result = build(key)));
    return result;
  };
};

/** The fields of a record kind with their names: a list, because every write goes through all of them. */
export const fieldsOf = memoizeByIdentity(({ fields }: Resource): readonly (readonly [string, Field])[] =>
  Object.entries(fields),
);
