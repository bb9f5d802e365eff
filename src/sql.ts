/**
 * SQL text that carries its parameters. `sql` is the only way to make a statement from parts: interpolated values
 * become `$n` parameters, interpolated statements are spliced in, and `raw` takes text that a declaration (never a
 * request) supplied.
 */

/** One statement for PostgreSQL. `name` makes it a prepared statement of the connection; same name, same text. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** A piece of SQL whose parameters are not numbered yet. */
export class Sql {
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** Numbers the parameters. */
  get query(): Query {
    let text = this.parts[0] ?? '';
    for (let i = 1; i < this.parts.length; i += 1) text += `$${i}${this.parts[i]}`;
    return { text, values: this.values };
  }
}

/** Definition text: table and column names, expressions made by `derive`. Never text of a request. */
export const raw = (text: string): Sql => new Sql([text], []);

/** Tagged template: values become parameters, `Sql` values are spliced in. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => {
  const parts: string[] = [strings[0] ?? ''];
  const out: unknown[] = [];
  values.forEach((value, i) => {
    const after = strings[i + 1] ?? '';
    if (value instanceof Sql) {
      parts[parts.length - 1] += value.parts[0] ?? '';
      parts.push(...value.parts.slice(1));
      out.push(...value.values);
      parts[parts.length - 1] += after;
    } else {
      out.push(value);
      parts.push(after);
    }
  });
  return new Sql(parts, out);
};

/** Joins pieces with a separator. */
export const join = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.reduce((all, piece, i) => (i === 0 ? piece : sql`${all}${raw(separator)}${piece}`), raw(''));
