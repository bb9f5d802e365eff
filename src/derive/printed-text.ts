/**
 * A record's JSON as it is stored beside its columns (docs/decisions/0004), for a row that is written as a whole: the
 * same bytes as `printExpression` gives where PostgreSQL prints (bulk statements, `reprint`). Made here it costs the
 * database nothing, and an insert is one row of values.
 */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { perDeclaration } from './per-declaration.ts';

interface Member {
  readonly name: string;
  readonly column: string;
  readonly shown: (value: unknown) => unknown;
}

const asIs = (value: unknown): unknown => value;

const membersOf = perDeclaration((resource: Resource): readonly Member[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => !field.custom)
    .map(([name, { sameAs, kind }]) => ({ name, column: sameAs ?? name, shown: kind.shown ?? asIs })),
);

/**
 * The text of a row.
 * @param values canonical values by column
 * @param extra text of the document of fields that the organisation added, or null
 */
export const printedText = (resource: Resource, values: Values, extra: string | null): string => {
  const document: Record<string, unknown> = {};
  for (const { name, column, shown } of membersOf(resource)) document[name] = shown(values[column] ?? null);
  const text = JSON.stringify(document);
  return extra === null ? text : `${text.slice(0, -1)},${extra.slice(1)}`;
};
