/**
 * Serializes a record for its stored JSON text (docs/decisions/0004) when the row is written as a whole: the same
 * bytes as PostgreSQL produces with `jsonExpression` (bulk statements, rebuilds). Serialized here it costs the
 * database nothing, and an insert is one row of values.
 */
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { memoizeByDeclaration } from '../memoize.ts';

interface Member {
  readonly name: string;
  readonly column: string;
  readonly shown: (value: unknown) => unknown;
}

const asIs = (value: unknown): unknown => value;

const membersOf = memoizeByDeclaration((resource: Resource): readonly Member[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => !field.custom)
    .map(([name, { sameAs, kind }]) => ({ name, column: sameAs ?? name, shown: kind.shown ?? asIs })),
);

/**
 * The JSON text of a row.
 * @param values canonical values by column
 * @param extra text of the document of fields that the organisation added, or null
 */
export const serializeRecord = (resource: Resource, values: Values, extra: string | null): string => {
  const document: Record<string, unknown> = {};
  for (const { name, column, shown } of membersOf(resource)) document[name] = shown(values[column] ?? null);
  const text = JSON.stringify(document);
  return extra === null ? text : `${text.slice(0, -1)},${extra.slice(1)}`;
};
