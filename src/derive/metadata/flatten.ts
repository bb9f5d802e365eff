/** `flat=true`: arrays unrolled to keys (rules 4.3). */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Unrolls the arrays of a record: the first element's fields become `addresses_strasse`, the second's
 * `addresses_1_strasse`. The array keys are removed, also of empty arrays.
 */
export const flatten = (record: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const flat: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    if (!Array.isArray(value)) flat[key] = value;
    else {
      (value as Json[]).forEach((element, i) => {
        const prefix = i === 0 ? key : `${key}_${i}`;
        if (element === null || typeof element !== 'object') flat[prefix] = element;
        else for (const [name, inner] of Object.entries(element)) flat[`${prefix}_${name}`] = inner;
      });
    }
  }
  return flat;
};
