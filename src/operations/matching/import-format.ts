/**
 * A format of import files as imports use it: a reader, and hooks of a format whose records find or change stored ones in
 * a way of their own. All hooks are optional: a reader alone is a format.
 */
import type { KeyRing } from '../../db/encryption/key-ring.ts';
import type { Format } from '../../formats/format.ts';
import type { SourceHint, SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Sql } from '../../sql/sql.ts';

/** Runs a statement, outside of a transaction or inside of one. */
export type Read = <T>(statement: Sql) => Promise<T[]>;

/** A stored row: a record or a part of one. */
export interface Stored {
  readonly id: number;
  readonly printed: string;
  readonly record: Values;
}

/** A stored record with the parts that the file has rows of, by path. */
export interface StoredRecord extends Stored {
  readonly parts: Readonly<Record<string, readonly Stored[]>>;
}

/** The values that a file gives a record. */
export interface Given {
  readonly values: Values;
  readonly parts: Readonly<Record<string, readonly Values[]>>;
}

/** Records of one kind in a file. */
export interface Sources<Source extends SourceRecord = SourceRecord> {
  readonly read: Read;
  readonly orgId: number;
  /** Path of the record kind. */
  readonly section: string;
  readonly sources: readonly Source[];
}

/** A stored record that a record of a file may be. */
export interface Likely {
  readonly id: number;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The stored records that a record of a file may be. */
export interface Match {
  /** The one that it surely is. */
  readonly id: number | null;
  /** Without a sure one, the others; the record waits for a decision. */
  readonly candidates: readonly Likely[];
  /** The record is a new one, although there are candidates. */
  readonly isNew?: boolean;
}

/** Values of a record as they are compared with the stored one, or written as a new one. */
interface Refined {
  readonly given: Given;
  readonly hints: readonly SourceHint[];
  /** The record waits for a decision, unless a stored one is found. */
  readonly waits?: SourceHint;
  /** The stored record is newer, and stays as it is. */
  readonly isOlder?: boolean;
}

/** A record of a file, and the one that is stored now. */
export interface WrittenRecord {
  readonly section: string;
  readonly recordId: number;
  readonly source: SourceRecord;
  /** It moved below another parent. */
  readonly isMoved?: boolean;
}

interface Hooks {
  /**
   * Finds stored records by likeness, for records that no external id names. The records of such a format are merged by
   * their external ids only, and need no match fields.
   */
  readonly match: (asked: Sources) => Promise<readonly Match[]>;
  /** Completes records with those that are stored, before they are compared. */
  readonly complete: <Source extends SourceRecord>(asked: Sources<Source>) => Promise<readonly Source[]>;
  /**
   * Loads the facts about stored records that the values of some records depend on.
   * @returns the values of a record. `at` is its position in `sources`
   */
  readonly refine: (
    asked: Sources & { readonly ids: readonly number[]; readonly keyRing: KeyRing },
  ) => Promise<(at: number, given: Given, stored: StoredRecord | undefined) => Refined>;
  /** The hint of a record that a file moves below another parent. @param to null for a new one */
  readonly moved: (from: number, to: number | null) => SourceHint;
  /** Parts whose rows are added, and never replace another row. */
  readonly addedParts: ReadonlySet<string>;
  /** Statements that remember a corrected row. */
  readonly corrected: (
    row: { readonly orgId: number; readonly jobId: number; readonly row: number },
    source: SourceRecord,
    values: Values,
  ) => Sql[];
  /** Statements that store more of records that were written, or were unchanged. */
  readonly written: (orgId: number, jobId: number, records: readonly WrittenRecord[]) => Sql[];
  /** Lines of rows that are not stored, since no stored record is found, by record kind of the format. */
  readonly unread: (read: Read, orgId: number, jobId: number) => Promise<Readonly<Record<string, number>>>;
  /** Statements that take them back. */
  readonly undone: (orgId: number, jobId: number) => Sql[];
}

export interface ImportFormat extends Format, Partial<Hooks> {}
