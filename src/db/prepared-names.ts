/** What a connection has of prepared statements by their names. */
import type pg from 'pg';

/** A column of a statement's rows. */
export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The prepared statements of one connection. */
export class PreparedNames {
  /** Those that the server surely has once it has done what was sent. */
  readonly sure = new Set<string>();
  /** The columns of their rows. */
  readonly columns = new Map<string, readonly Column[]>();

  /** Of a statement that is given up nothing is kept. */
  forget(name: string): void {
    this.sure.delete(name);
    this.columns.delete(name);
  }
}

const namesAt = new WeakMap<pg.Connection, PreparedNames>();

/** Those of a connection. */
export const preparedNames = (connection: pg.Connection): PreparedNames => {
  const known = namesAt.get(connection);
  if (known) return known;
  const made = new PreparedNames();
  namesAt.set(connection, made);
  return made;
};
