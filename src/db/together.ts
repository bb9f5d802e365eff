/**
 * Statements that travel together: one message to the server, one answer. The driver sends each statement with a Sync of
 * its own, after which the server sends what it has, so that a write of seven statements woke this process and the
 * server's seven times; here one Sync stands after the last, and an error passes over the rest (docs/performance.md).
 */
import pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Query, Sql } from '../sql.ts';
import { fitting } from './far-end.ts';
import { parameterOf } from './parameters.ts';
import { rowTypes } from './row-types.ts';

/** What came of a statement. */
interface Outcome {
  readonly rows: unknown[];
  /** What was done as the server says it: `INSERT 0 1`, `COMMIT`. */
  readonly tag: string;
}

/** Takes the rows one by one, as arrays of columns; none is kept. */
type TakeRow = (columns: readonly unknown[]) => void;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The driver's types say of a parser what it is made from. */
const textParser = (type: number): Column['parse'] =>
  rowTypes.getTypeParser(type, 'text') as unknown as Column['parse'];

const columnsOf = (fields: readonly Field[]): readonly Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, parse: textParser(dataTypeID) }));

const arrayOf = (columns: readonly Column[], texts: readonly (string | null)[]): unknown[] =>
  columns.map(({ parse }, i) => {
    const text = texts[i] ?? null;
    return text === null ? null : parse(text);
  });

const rowOf = (columns: readonly Column[], texts: readonly (string | null)[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i += 1) {
    const { name, parse } = columns[i] as Column;
    const text = texts[i] ?? null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
};

const NO_COLUMNS: readonly Column[] = [];

/** What a connection has of statements by their names. */
class Names {
  /** Those that the server surely has prepared once it has done what was sent. */
  readonly prepared = new Set<string>();
  /** The columns of their rows. */
  readonly columns = new Map<string, readonly Column[]>();
}

/** Of statements that were not sent. */
const NO_NAMES = new Names();

const namesAt = new WeakMap<pg.Connection, Names>();

const namesOf = (connection: pg.Connection): Names => {
  const known = namesAt.get(connection);
  if (known) return known;
  const made = new Names();
  namesAt.set(connection, made);
  return made;
};

interface Settle {
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
}

/**
 * Statements as one query of the driver. It is one of the driver's own kind, because a pipelined connection takes no
 * other; of what that does nothing is left.
 */
class Together extends pg.Query {
  readonly outcomes: Outcome[] = [];
  readonly queries: readonly Query[];
  readonly #take: TakeRow | undefined;
  readonly #settle: Settle;
  /** Names that this message has the server prepare. */
  readonly #preparing: (string | undefined)[] = [];
  #names = NO_NAMES;
  #columns: readonly Column[] | undefined;
  #rows: unknown[] = [];
  #unreadable: { readonly error: unknown } | undefined;

  constructor(queries: readonly Query[], take: TakeRow | undefined, settle: Settle) {
    super('');
    this.queries = queries;
    this.#take = take;
    this.#settle = settle;
  }

  /** Sends the statements. @returns why that cannot be */
  override submit = (connection: pg.Connection): Error | null => {
    this.#names = namesOf(connection);
    const messages: Buffer[] = [];
    try {
      const [only] = this.queries;
      // A plan that is asked for has parameters and no values: as a plain text it may.
      if (only && this.queries.length === 1 && only.name === undefined && !only.values.length)
        messages.push(serialize.query(only.text));
      else {
        for (const query of this.queries) this.#write(messages, query);
        messages.push(serialize.sync());
      }
    } catch (error) {
      this.#forget(0);
      return error as Error;
    }
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
    return null;
  };

  #write(messages: Buffer[], { name, text, values, instead }: Query): void {
    if (instead !== undefined) {
      messages.push(serialize.close({ type: 'S', name: instead }));
      this.#names.prepared.delete(instead);
      this.#names.columns.delete(instead);
    }
    const isKnown = name !== undefined && this.#names.prepared.has(name);
    this.#preparing.push(isKnown ? undefined : name);
    if (!isKnown) {
      // One of the name may be there: where the first statement that prepared it failed later on.
      if (name !== undefined) {
        messages.push(serialize.close({ type: 'S', name }));
        this.#names.prepared.add(name);
      }
      messages.push(serialize.parse({ name: name ?? '', text }), serialize.describe({ type: 'S', name: name ?? '' }));
    }
    messages.push(serialize.bind({ statement: name ?? '', values, valueMapper: parameterOf }), serialize.execute({}));
  }

  /** Statements from here on have not run: whether the server has prepared them is not known. */
  #forget(from: number): void {
    for (const name of this.#preparing.slice(from)) if (name !== undefined) this.#names.prepared.delete(name);
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const name = this.queries[this.outcomes.length]?.name;
    this.#columns = columnsOf(fields);
    if (name !== undefined) this.#names.columns.set(name, this.#columns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#unreadable) return;
    const name = this.queries[this.outcomes.length]?.name;
    this.#columns ??= (name !== undefined && this.#names.columns.get(name)) || NO_COLUMNS;
    if (this.#take) {
      // What it throws ends the connection (readied.ts): of an answer that nobody wants the rest is not read.
      this.#take(arrayOf(this.#columns, fields));
      return;
    }
    try {
      this.#rows.push(rowOf(this.#columns, fields));
    } catch (error) {
      this.#unreadable = { error };
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.outcomes.push({ rows: this.#rows, tag: text });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: unknown): void {
    this.#forget(this.outcomes.length);
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#settle.reject(this.#unreadable.error);
    else this.#settle.resolve(this.outcomes);
  }
}

/** What came of statements that were sent, and how many of them have run so far. */
export interface Sent {
  readonly outcomes: Promise<Outcome[]>;
  readonly ran: () => number;
}

/**
 * Sends statements in one message. The first that fails is what `outcomes` rejects with; those behind it did not run.
 * @param take gets the rows of all of them, which are not stored then
 */
export const sendTogether = (client: pg.ClientBase, statements: readonly Sql[], take?: TakeRow): Sent => {
  const queries = statements.map((statement) => fitting(client, statement));
  let ran = (): number => 0;
  const outcomes = new Promise<Outcome[]>((resolve, reject) => {
    const together = new Together(queries, take, { resolve, reject });
    ran = () => together.outcomes.length;
    client.query(together);
  });
  return { outcomes, ran };
};

/** Sends one statement. @returns its rows */
export const send = async (client: pg.ClientBase, statement: Sql): Promise<unknown[]> =>
  (await sendTogether(client, [statement]).outcomes)[0]?.rows ?? [];
