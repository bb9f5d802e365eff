/** The common result of all readers of import files. */

/** A deviation of a file that prevents a record from being written: as an issue of a refused request. */
export interface SourceIssue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** Values in the message. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A remark on a file that prevents nothing. */
export interface SourceHint {
  readonly code: string;
  /** The sentence in English. */
  readonly message: string;
  /** The values in the sentence. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly line?: number;
  /** Number of rows with such a remark, in a remark on the file. */
  readonly rows?: number;
}

/** Lines of a file of one record kind: those that are read are stored or left out; mapped ones are a part of the stored. */
export interface LineCounts {
  readonly read: number;
  readonly stored: number;
  readonly mapped: number;
  readonly left_out: number;
}

/** A record that a file describes, before it is matched with stored ones. */
export interface SourceRecord {
  /** Path of the record kind: `customers`. */
  readonly section: string;
  /** Name inside the file, by which other records of the file refer to it. */
  readonly key?: string;
  readonly externalIds: readonly { readonly source: string; readonly id: string }[];
  /** Fields by their API name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Rows of parts by the path of the part: `addresses`. */
  readonly parts: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** Fields that refer to another record of the file: field -> key. */
  readonly references: Readonly<Record<string, string>>;
  /** First line in the file, from 1. */
  readonly line: number;
  /** Bytes of the line that a field was read from, from 1, both inclusive; with the line where it differs. */
  readonly positions?: Readonly<Record<string, { readonly line: number; readonly bytes: readonly [number, number] }>>;
  /** Lines to store with the record (GDV). */
  readonly raw?: readonly string[];
  /** Day of the delivery, `YYYY-MM-DD`: an older one does not change a record. */
  readonly delivered?: string;
  /** The row is no record, as its hint says: it is skipped, unless people take it. */
  readonly isNoRecord?: boolean;
  /** Of a row of a part: a text that names the stored record, or values that it is matched by. They are not written. */
  readonly owner?: { readonly named?: string; readonly values: Readonly<Record<string, unknown>> };
  /** It completes a stored record, and is never a new one. */
  readonly onlyStored?: boolean;
  /** Names of contracts in other systems: of a customer, or of a claim. */
  readonly contracts?: readonly { readonly source: string; readonly id: string; readonly insurer: string }[];
  /** The Sparte is a guess; a correction is remembered under this key. */
  readonly sparteKey?: string;
  readonly issues: readonly SourceIssue[];
  readonly hints: readonly SourceHint[];
}
