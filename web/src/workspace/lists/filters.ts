/** Filters of lists as sentences. */
import { nameOf } from '../../i18n/label-of.ts';
import type { Field } from '../schema/schema.ts';
import { type Context, textOf } from '../schema/shown.ts';

/** `beginn[gte]` as field and comparison. */
const filterParts = (name: string): { readonly field: string; readonly comparison: string } => {
  const [, field = name, comparison = 'is'] = /^(.+)\[(\w+)\]$/.exec(name) ?? [];
  return { field, comparison };
};

/** Between several values; a comma of a value has a backslash before it. */
export const SEPARATOR = /(?<!\\),/;
export const severalOf = (text: string): readonly string[] =>
  text.split(SEPARATOR).map((one) => one.replaceAll('\\,', ','));
export const severalText = (values: readonly string[]): string =>
  values.map((one) => one.replaceAll(',', '\\,')).join(',');

/** A filter as people say it: `Beginn ab 01.01.2026`. */
export const filterText = (
  fields: ReadonlyMap<string, Field>,
  name: string,
  value: string,
  context: Context,
): string => {
  const { field: fieldName, comparison } = filterParts(name);
  const field = fields.get(fieldName);
  const label = field?.label ?? fieldName;
  if (comparison === 'empty') return `${label} ${context.t(value === 'false' ? 'notEmpty' : 'empty')}`;
  const each = comparison === 'in' ? severalOf(value) : [value];
  const texts = each.map((one) => (field ? textOf(field, one, context) : one));
  const shown = new Intl.ListFormat(context.language, { type: 'disjunction' }).format(texts);
  if (comparison === 'in') return `${label}: ${shown}`;
  return comparison === 'is' ? `${label}: ${shown}` : `${label} ${nameOf('records:comparisons', comparison)} ${shown}`;
};
