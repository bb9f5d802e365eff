/**
 * Pipelined batch: several statements in one message to the server, with one response. The driver sends each
 * statement with its own Sync, after which the server flushes, so that a write of seven statements woke both
 * processes seven times; here one Sync follows the last statement, and an error skips the rest (docs/performance.md).
 */
import pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Query, Sql } from '../../sql/sql.ts';
import { adaptQuery } from './connection-capabilities.ts';
import { encodeParameter } from './encode-parameter.ts';
import { typeParsers } from './type-parsers.ts';

/** The result of a statement. */
interface Outcome {
  readonly rows: unknown[];
  /** The command tag: `INSERT 0 1`, `COMMIT`. */
  readonly tag: string;
}

/** Receives the rows one by one, as arrays of columns; none is buffered. */
type TakeRow = (columns: readonly unknown[]) => void;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The driver's types describe the input of a parser only. */
const textParser = (type: number): Column['parse'] =>
  typeParsers.getTypeParser(type, 'text') as unknown as Column['parse'];

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

/** The named statements of a connection. */
class Names {
  /** Statements that are prepared once the sent batch has run. */
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
 * A batch as one query of the driver. It extends the driver's class, because a pipelined connection accepts no other,
 * and overrides all of its behaviour.
 */
class PipelinedQuery extends pg.Query {
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
      // A generic plan (EXPLAIN) has parameters without values, which only the simple protocol accepts.
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
    messages.push(
      serialize.bind({ statement: name ?? '', values, valueMapper: encodeParameter }),
      serialize.execute({}),
    );
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
      // An exception here closes the connection (init-connection.ts): the rest of an unwanted response is not read.
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

/** A sent batch: its results, and the number of completed statements. */
export interface Sent {
  readonly outcomes: Promise<Outcome[]>;
  readonly ran: () => number;
}

/**
 * Sends statements in one message. The first that fails is what `outcomes` rejects with; those behind it did not run.
 * @param take gets the rows of all of them, which are not stored then
 */
export const sendBatch = (client: pg.ClientBase, statements: readonly Sql[], take?: TakeRow): Sent => {
  const queries = statements.map((statement) => adaptQuery(client, statement));
  let ran = (): number => 0;
  const outcomes = new Promise<Outcome[]>((resolve, reject) => {
    const together = new PipelinedQuery(queries, take, { resolve, reject });
    ran = () => together.outcomes.length;
    client.query(together);
  });
  return { outcomes, ran };
};

/** Sends one statement. @returns its rows */
export const send = async (client: pg.ClientBase, statement: Sql): Promise<unknown[]> =>
  (await sendBatch(client, [statement]).outcomes)[0]?.rows ?? [];
