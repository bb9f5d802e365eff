/**
 * SQL as fragments that carry their values. `sql` is the only way to make a statement from parts: values become `$n`
 * parameters where they stand, fragments are spliced in, and `raw` takes text that a declaration (never a request)
 * supplied. The value after `org_id = ` is the organisation and always `$1`; a statement names one organisation.
 */

/** One statement as PostgreSQL takes it. `name` makes it a prepared statement of the connection; same name, same text. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** What a fragment says around its values; two with one key say the same. */
interface Template {
  readonly parts: readonly string[];
  readonly key: string;
  /** Which of the values are the organisation. */
  readonly tenant: readonly boolean[];
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

/** The organisation where it does not stand after `org_id = `: as a value of an INSERT. */
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

  /** The statement with its parameters numbered, and named where connections keep it prepared. */
  get query(): Query {
    const found = new Found();
    gather(this, found);
    const values = found.tenant === NONE ? found.values.slice(1) : found.values;
    const isKept = this.use === 'kept' && !found.rare;
    const known = isKept ? kept.get(found.key) : undefined;
    if (known) return { name: known.name, text: known.text, values };
    const text = textOf(this, found.holes.values(), found.tenant === NONE ? 0 : 1);
    if (!isKept || kept.size >= MOST_KEPT) return { text, values };
    const name = `s${kept.size + 1}`;
    kept.set(found.key, { name, text });
    return { name, text, values };
  }
}

/**
 * Every connection keeps what it has prepared, and callers choose filters and arrays, so there can be very many
 * statements: the first ones that come are kept.
 */
const MOST_KEPT = 1000;
/** Texts of the statements that are kept, each with a name of its own, by the keys of their fragments. */
const kept = new Map<string, { readonly name: string; readonly text: string }>();

const NONE = Symbol('no organisation');

/** What a look through a statement finds. */
class Found {
  key = '';
  rare = false;
  /** Parameters; the first place is the organisation's. */
  readonly values: unknown[] = [NONE];
  /** For each hole of the text, the place of its value. */
  readonly holes: number[] = [];
  readonly #shared: Shared[] = [];
  readonly #places: number[] = [];

  get tenant(): unknown {
    return this.values[0];
  }

  takeTenant(orgId: unknown): void {
    if (this.tenant !== NONE && this.tenant !== orgId) throw new Error('A statement names one organisation');
    this.values[0] = orgId;
    this.holes.push(0);
  }

  take(value: unknown): void {
    this.holes.push(this.values.push(value) - 1);
  }

  /** A value for several places. @param at place of the hole in its fragment, part of the key */
  takeShared(one: Shared, at: number): void {
    let i = one.tenant ? -1 : this.#shared.indexOf(one);
    if (one.tenant) this.takeTenant(one.value);
    else if (i >= 0) this.holes.push(this.#places[i] ?? 0);
    else {
      i = this.#shared.push(one) - 1;
      this.#places.push(this.values.length);
      this.take(one.value);
    }
    this.key += `=${at}:${i}`;
  }
}

const gather = ({ template, values, use }: Sql, found: Found): void => {
  found.key += template.key;
  if (use === 'rare') found.rare = true;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (value instanceof Sql) {
      found.key += `(${i}`;
      gather(value, found);
      found.key += ')';
    } else if (template.tenant[i]) found.takeTenant(value instanceof Shared ? value.value : value);
    else if (value instanceof Shared) found.takeShared(value, i);
    else found.take(value);
  }
};

const textOf = ({ template, values }: Sql, holes: Iterator<number>, first: number): string =>
  template.parts
    .map((part, i) => {
      if (i === 0) return part;
      const value = values[i - 1];
      return (value instanceof Sql ? textOf(value, holes, first) : `$${holes.next().value + first}`) + part;
    })
    .join('');

const templates = new WeakMap<readonly string[], Template>();
let count = 0;

/** The template of a place in the code: its strings are one object whenever it runs. */
const templateOf = (parts: readonly string[]): Template => {
  let template = templates.get(parts);
  if (!template) {
    count += 1;
    template = { parts, key: `#${count}`, tenant: parts.map((part) => /\borg_id = $/.test(part)) };
    templates.set(parts, template);
  }
  return template;
};

/** Texts have no NUL, so keys of definition texts are like no others. */
const written = (parts: readonly string[]): Template => ({ parts, key: `\0${parts.join('\0')}\0`, tenant: [] });

/** Definition text: table and column names, expressions made by `derive`. Never text of a request. */
export const raw = (text: string): Sql => new Sql(written([text]), [], undefined);

/** A constant of a declaration. Never text of a request. */
export const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

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

/** Joins fragments with a separator. */
export const join = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.length
    ? new Sql(written(['', ...pieces.slice(1).map(() => separator), '']), pieces, undefined)
    : new Sql(written(['']), [], undefined);

/** Conditions that further narrow a WHERE. */
export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length ? new Sql(written([...conditions.map(() => '\n  and '), '']), conditions, undefined) : raw('');

type Statement = Query | Sql;
