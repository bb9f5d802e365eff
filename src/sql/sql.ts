/**
 * SQL as fragments that carry their values. `sql` is the only way to make a statement from parts: values become `$n`
 * parameters where they stand, fragments are spliced in, and `raw` takes text that a declaration (never a request)
 * supplied. The value after `org_id = `, and the first one of an INSERT whose first column that is, is the organisation and
 * always `$1`; a statement names one organisation.
 */
/** One statement as PostgreSQL takes it. `name` makes it a prepared statement of the connection; same name, same text. */
export interface Query {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
  /** Name of the prepared statement that this one replaces. */
  readonly instead?: string | undefined;
  /** The organisation, where the first of the values is. */
  readonly orgId?: number | undefined;
}

/** A value that a statement says in several places by one parameter. */
class Shared {
  constructor(
    readonly value: unknown,
    readonly tenantParam: boolean,
  ) {}
}

/** A value at several positions of a statement: the same object becomes the same parameter. */
export const sharedParam = (value: unknown): Shared => new Shared(value, false);

/** The organisation at another position: in further rows of an INSERT, or as a selected value. */
export const tenantParam = (orgId: number): Shared => new Shared(orgId, true);

/** Preparation of a statement: `prepared` on each connection, or `rare`: not worth the memory of connections. */
type Use = 'prepared' | 'rare' | undefined;

/** The texts of a fragment around its values. */
interface Template {
  readonly parts: readonly string[];
  /** Which of the values are the organisation. */
  readonly tenantParam: readonly boolean[];
}

/** Another text of a statement, with a further value. */
interface Rewriting {
  readonly value: unknown;
  readonly change: (text: string, tenant: string, added: string) => string;
}

const rewrittenText = ({ rewriting }: Sql, text: string, [tenant, added]: readonly [string, string]): string =>
  rewriting ? rewriting.change(text, tenant, added) : text;

/** A fragment of SQL with its values, or a whole statement. */
export class Sql {
  constructor(
    readonly template: Template,
    readonly values: readonly unknown[],
    readonly use: Use,
    readonly rewriting?: Rewriting,
  ) {}

  #query: Query | undefined;

  /** The statement with its parameters numbered, and named where connections keep it prepared. */
  get query(): Query {
    this.#query ??= this.#numbered();
    return this.#query;
  }

  #numbered(): Query {
    const flat = new FlatStatement(this);
    const hasTenant = flat.values[0] !== NONE;
    const values = hasTenant ? flat.values : flat.values.slice(1);
    const orgId = hasTenant ? (flat.values[0] as number) : undefined;
    const text = flat.text(hasTenant ? (place) => `$${place + 1}` : (place) => `$${place}`);
    const changed = orgId === undefined ? text : rewrittenText(this, text, ['$1', `$${values.length + 1}`]);
    if (changed !== text) values.push(this.rewriting?.value);
    const name = this.use === 'prepared' && !flat.isRare ? nameOf(changed) : undefined;
    return name === undefined ? { text: changed, values, orgId } : { name, text: changed, values, orgId };
  }
}

/** Callers choose filters and arrays, so there can be very many statements: only the first ones are prepared. */
const MAX_PREPARED = 1000;
const names = new Map<string, string>();

/** The name of a prepared statement; undefined beyond the limit. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
};

const NONE = Symbol('no organisation');

/** A statement without nested fragments: texts, and between them the places of its values. */
class FlatStatement {
  /** Values by place; the first place is the organisation's. */
  readonly values: unknown[] = [NONE];
  /** It has a fragment that is not worth being prepared. */
  isRare = false;
  readonly #pieces: (string | number)[] = [];
  readonly #shared = new Map<Shared, number>();

  constructor(statement: Sql) {
    this.#add(statement);
  }

  /** @param shown the text for the value at a place */
  text(shown: (place: number) => string): string {
    let text = '';
    for (const piece of this.#pieces) text += typeof piece === 'string' ? piece : shown(piece);
    return text;
  }

  #add({ template: { parts, tenantParam }, values, use }: Sql): void {
    if (use === 'rare') this.isRare = true;
    for (let i = 0; i < parts.length; i += 1) {
      this.#pieces.push(parts[i] as string);
      const value = values[i];
      if (value instanceof Sql) this.#add(value);
      else if (i < values.length) this.#pieces.push(this.#placeOf(value, tenantParam[i] === true));
    }
  }

  #placeOf(given: unknown, isTenant: boolean): number {
    const value = given instanceof Shared ? given.value : given;
    if (isTenant || (given instanceof Shared && given.tenantParam)) {
      if (this.values[0] !== NONE && this.values[0] !== value) throw new Error('A statement names one organisation');
      this.values[0] = value;
      return 0;
    }
    const known = given instanceof Shared ? this.#shared.get(given) : undefined;
    if (known !== undefined) return known;
    const place = this.values.push(value) - 1;
    if (given instanceof Shared) this.#shared.set(given, place);
    return place;
  }
}

/** @param orgId an integer @returns the text of a statement with its organisation written into it, and the others of its values as `$1`, `$2` and so on. */
export const inlineTenant = (statement: Sql, orgId: number): string => {
  const flat = new FlatStatement(statement);
  const tenant = `'${orgId}'`;
  const text = flat.text((place) => (place === 0 ? tenant : `$${place}`));
  return rewrittenText(statement, text, [tenant, `$${flat.values.length}`]);
};

/**
 * A whole statement of an organisation with another text and a further value; where the text stays, it is the same.
 * @param change gets the text with its parameters, and those of the organisation and of the further value
 */
export const rewritten = ({ template, values, use }: Sql, value: unknown, change: Rewriting['change']): Sql =>
  new Sql(template, values, use, { value, change });

/** The text before the organisation: its column in a condition, or the first column of an INSERT. */
const OF_ORGANISATION = /\borg_id = $|\(\s*org_id\b[^()]*\)\s*values\s*\($/;

const templates = new WeakMap<readonly string[], Template>();

/** The template of a place in the code: its strings are one object whenever it runs. */
const templateOf = (parts: readonly string[]): Template => {
  let template = templates.get(parts);
  if (!template) {
    template = { parts, tenantParam: parts.map((part) => OF_ORGANISATION.test(part)) };
    templates.set(parts, template);
  }
  return template;
};

/** A fragment whose values are fragments. */
const written = (parts: readonly string[], values: readonly Sql[] = []): Sql =>
  new Sql({ parts, tenantParam: [] }, values, undefined);

/** Definition text: table and column names, expressions made by `derive`. Never text of a request. */
export const raw = (text: string): Sql => written([text]);

/** A constant of a declaration. Never text of a request. */
export const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

/** Tagged template: values become parameters, fragments are spliced in. */
export const sql = (parts: readonly string[], ...values: readonly unknown[]): Sql =>
  new Sql(templateOf(parts), values, undefined);

/**
 * Like `sql`, for a whole statement that is frequent. Its text is cached per combination of fragments, and
 * connections prepare it, unless one of its fragments is unprepared.
 */
export const prepared = (parts: readonly string[], ...values: readonly unknown[]): Sql =>
  new Sql(templateOf(parts), values, 'prepared');

/** The same fragment, excluded from preparation: its text is specific to one organisation, or rare. */
export const unprepared = ({ template, values }: Sql): Sql => new Sql(template, values, 'rare');

/**
 * A point in time (a column or an expression of a declaration) as ISO 8601 in UTC with microseconds, in any session
 * time zone.
 */
export const instant = (time: string): Sql => raw(`to_json(${time} at time zone 'UTC')#>>'{}' || '+00:00'`);

/** Milliseconds from 1970 to a time that is UTC, or is of no zone; immutable, as Citus wants it in RETURNING. */
export const epoch = (time: string): Sql => raw(`extract(epoch from ${time})::float8 * 1000`);

/** Joins fragments with a separator, which is a constant of the code. */
export const join = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.length ? written(['', ...Array<string>(pieces.length - 1).fill(separator), ''], pieces) : raw('');

/** Conditions that further narrow a WHERE. */
export const and = (conditions: readonly Sql[]): Sql => written([...conditions.map(() => '\n  and '), ''], conditions);
