/**
 * SQL as fragments that carry their values. `sql` is the only way to make a statement from parts: values become `$n`
 * parameters where they stand, fragments are spliced in, and `raw` takes text that a declaration (never a request)
 * supplied. The value after `org_id = `, and the first one of an INSERT whose first column that is, is the organisation and
 * always `$1`; a statement names one organisation.
 */
import { type Kept, type Key, keepText, keptText, numberOfTemplate, type Template } from './kept-texts.ts';

/** One statement as PostgreSQL takes it. `name` makes it a prepared statement of the connection; same name, same text. */
export interface Query {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
  /** Name of a prepared statement that makes room for this one. */
  readonly instead?: string | undefined;
  /** The organisation, where the first of the values is. */
  readonly orgId?: number | undefined;
}

/** A value that a statement says in several places by one parameter. */
class Shared {
  constructor(
    readonly value: unknown,
    readonly tenant: boolean,
  ) {}
}

/** A value for several places of a statement: wherever this very object stands, the parameter is the same. */
export const shared = (value: unknown): Shared => new Shared(value, false);

/** The organisation where it stands elsewhere: in further rows of an INSERT, or as what a query answers. */
export const tenant = (orgId: number): Shared => new Shared(orgId, true);

/** How often the text of a statement comes: `kept` often, `rare` too seldom to be worth the memory of connections. */
type Use = 'kept' | 'rare' | undefined;

/** A piece of SQL with its values, or a whole statement. */
export class Sql {
  constructor(
    readonly template: Template,
    readonly values: readonly unknown[],
    readonly use: Use,
  ) {}

  #query: Query | undefined;

  /** The statement with its parameters numbered, and named where connections keep it prepared. */
  get query(): Query {
    this.#query ??= this.#numbered();
    return this.#query;
  }

  #numbered(): Query {
    const found = new Found(this.use === 'kept');
    gather(this, found);
    const hasTenant = found.values[0] !== NONE;
    const values = hasTenant ? found.values : found.values.slice(1);
    const orgId = hasTenant ? (found.values[0] as number) : undefined;
    const kept = found.key && keptText(found.key);
    if (kept) return { name: kept.name, text: kept.text, values, orgId };
    const text = textOf(this, holesOf(this), hasTenant ? numberedFrom(1) : numberedFrom(0));
    const made: Kept | null = found.key && keepText(found.key, text);
    return made ? { name: made.name, text, values, orgId } : { text, values, orgId };
  }
}

const NONE = Symbol('no organisation');
/** What a key says of a hole that holds a fragment and a shared value; and where a fragment ends. */
const [NESTED, SHARED, END] = [1, 2, 0];

/** What a look through a statement finds. */
class Found {
  /** Its fragments and how they are put together; null where its text is not kept. */
  key: Key | null;
  /** Parameters; the first place is the organisation's. */
  readonly values: unknown[] = [NONE];
  readonly #shared: Shared[] = [];
  readonly #places: number[] = [];

  /** @param holes takes the place of the value of each hole of the text, where it is made */
  constructor(
    isKept: boolean,
    readonly holes?: number[],
  ) {
    this.key = isKept ? [] : null;
  }

  takeTenant(orgId: unknown): void {
    if (this.values[0] !== NONE && this.values[0] !== orgId) throw new Error('A statement names one organisation');
    this.values[0] = orgId;
    this.holes?.push(0);
  }

  take(value: unknown): void {
    const places = this.values.push(value);
    this.holes?.push(places - 1);
  }

  /** A value for several places. @returns its number among those of the statement, 0 for the organisation */
  takeShared(one: Shared): number {
    if (one.tenant) {
      this.takeTenant(one.value);
      return 0;
    }
    const known = this.#shared.indexOf(one);
    if (known >= 0) {
      this.holes?.push(this.#places[known] ?? 0);
      return known + 1;
    }
    this.#places.push(this.values.length);
    this.take(one.value);
    return this.#shared.push(one);
  }
}

const gather = ({ template, values, use }: Sql, found: Found): void => {
  const number = use === 'rare' ? null : found.key && numberOfTemplate(template);
  if (number === null) found.key = null;
  else found.key?.push(number);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (value instanceof Sql) {
      found.key?.push(4 * i + NESTED);
      gather(value, found);
      found.key?.push(END);
    } else if (template.tenant[i]) found.takeTenant(value instanceof Shared ? value.value : value);
    else if (value instanceof Shared) {
      const one = found.takeShared(value);
      found.key?.push(4 * i + SHARED, one);
    } else found.take(value);
  }
};

/** For each hole of a statement's text, the place of its value. */
const holesOf = (statement: Sql): Iterator<number> => {
  const holes: number[] = [];
  gather(statement, new Found(false, holes));
  return holes.values();
};

/** What stands in a text for the value at a place; the organisation's is 0. */
type Shown = (place: number) => string;

const numberedFrom =
  (first: number): Shown =>
  (place) =>
    `$${place + first}`;

const textOf = (statement: Sql, holes: Iterator<number>, shown: Shown): string => {
  const textOfPart = ({ template, values }: Sql): string =>
    template.parts
      .map((part, i) => {
        if (i === 0) return part;
        const value = values[i - 1];
        if (value instanceof Sql) return textOfPart(value) + part;
        return shown(holes.next().value as number) + part;
      })
      .join('');
  return textOfPart(statement);
};

/** @param orgId an integer @returns the text of a statement with its organisation written into it, and the others of its values as `$1`, `$2` and so on. */
export const writtenOut = (statement: Sql, orgId: number): string =>
  textOf(statement, holesOf(statement), (place) => (place === 0 ? `'${orgId}'` : `$${place}`));

/** What the organisation stands after: its column in a condition, and in the columns of an INSERT the first. */
const OF_ORGANISATION = /\borg_id = $|\(\s*org_id\b[^()]*\)\s*values\s*\($/;

const templates = new WeakMap<readonly string[], Template>();

/** The template of a place in the code: its strings are one object whenever it runs. */
const templateOf = (parts: readonly string[]): Template => {
  let template = templates.get(parts);
  if (!template) {
    template = { parts, tenant: parts.map((part) => OF_ORGANISATION.test(part)), number: undefined };
    templates.set(parts, template);
  }
  return template;
};

const NO_TENANT: readonly boolean[] = [];
const written = (parts: readonly string[]): Template => ({ parts, tenant: NO_TENANT, number: undefined });

/** Declarations have far fewer texts, and far fewer pieces in a row. */
const [MOST_TEXTS, MOST_JOINED] = [20_000, 100];

/** What is made of a text, kept: most statements are put together from the same texts again. */
const keptByText = (make: (text: string) => Sql): ((text: string) => Sql) => {
  const kept = new Map<string, Sql>();
  return (text) => {
    const known = kept.get(text);
    if (known) return known;
    const made = make(text);
    if (kept.size < MOST_TEXTS) kept.set(text, made);
    return made;
  };
};

/** Definition text: table and column names, expressions made by `derive`. Never text of a request. */
export const raw = keptByText((text) => new Sql(written([text]), [], undefined));

/** A constant of a declaration. Never text of a request. */
export const literal = keptByText((text) => raw(`'${text.replaceAll("'", "''")}'`));

/** The templates of so many pieces in a row, kept by how many they are. */
const inARow = (parts: (pieces: readonly Sql[]) => readonly string[]): ((pieces: readonly Sql[]) => Template) => {
  const kept: Template[] = [];
  return (pieces) =>
    pieces.length > MOST_JOINED ? written(parts(pieces)) : (kept[pieces.length] ??= written(parts(pieces)));
};

/** Tagged template: values become parameters, fragments are spliced in. */
export const sql = (parts: readonly string[], ...values: readonly unknown[]): Sql =>
  new Sql(templateOf(parts), values, undefined);

/**
 * The same for a whole statement that comes often. Its text is made once for all with the same fragments, and connections
 * keep it prepared, unless one of its fragments is rare.
 */
export const prepared = (parts: readonly string[], ...values: readonly unknown[]): Sql =>
  new Sql(templateOf(parts), values, 'kept');

/** The same fragment; no connection keeps a statement with it: its text is that of one organisation, or seldom comes. */
export const rare = ({ template, values }: Sql): Sql => new Sql(template, values, 'rare');

/** A point in time (a column, or what a declaration makes of columns) as ISO 8601 in UTC with its microseconds, whatever zone the session prints in. */
export const instant = (time: string): Sql => raw(`to_json(${time} at time zone 'UTC')#>>'{}' || '+00:00'`);

/** Milliseconds from 1970 to a time that is UTC, or is of no zone; immutable, as Citus wants it in RETURNING. */
export const epoch = (time: string): Sql => raw(`extract(epoch from ${time})::float8 * 1000`);

const joinedBy = new Map<string, (pieces: readonly Sql[]) => Template>();

/** Joins fragments with a separator, which is a constant of the code. */
export const join = (pieces: readonly Sql[], separator: string): Sql => {
  let template = joinedBy.get(separator);
  if (!template) {
    template = inARow(({ length }) => (length ? ['', ...Array<string>(length - 1).fill(separator), ''] : ['']));
    joinedBy.set(separator, template);
  }
  return new Sql(template(pieces), pieces, undefined);
};

const narrowing = inARow((pieces) => [...pieces.map(() => '\n  and '), '']);

/** Conditions that further narrow a WHERE. */
export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length ? new Sql(narrowing(conditions), conditions, undefined) : raw('');
