/** A format of import files: inspects a file, and reads its records. */
import type { Encoding } from '../model/records/import-values.ts';
import type { Registry } from '../model/registry.ts';
import { type FaultCode, faultOf, type Params } from './remarks.ts';
import type { LineCounts, SourceHint, SourceRecord } from './source-record.ts';

/** How a file is read. Given values have priority over guessed ones. */
export interface ReadOptions {
  /** Record kind of the rows, if the file does not name it. */
  readonly section?: string;
  /** Record kinds of each row, where it describes several records; targets begin with theirs: `contracts.nummer`. */
  readonly sections?: readonly string[];
  /** Column header -> field, `part.field` or `external_id`; '' leaves the column out. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** Column header or field -> values of cells -> those that are read instead. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Name of the system that external ids are of. */
  readonly source?: string;
  readonly encoding?: Encoding;
  /** Line of the column headers, from 1. */
  readonly header_row?: number;
  /** Sheet of a workbook: its name, or its number from 1. */
  readonly sheet?: string | number;
  readonly delimiter?: string;
  /** Decimal separator: `,` or `.`. */
  readonly decimal?: ',' | '.';
}

/** A file of an archive. */
export interface ArchiveFile {
  readonly name: string;
  /** Number of its first line in the import. */
  readonly line: number;
}

/** Receives remarks and counts of a whole file. */
export interface FileReport {
  hint(hint: SourceHint): void;
  /** Lines by record kind, at the end of the file. */
  lines(counts: Readonly<Record<string, LineCounts>>): void;
  /** The files of an archive with their first lines, at the end: lines are numbered through. */
  files?(files: readonly ArchiveFile[]): void;
}

/** A file as a reader gets it: each call reads it from the beginning. */
export type OpenFile = () => Promise<AsyncIterable<Buffer>>;

/** Options of a file that its content implies. */
export interface Inspected {
  readonly options: ReadOptions;
  /** Column headers: the mapping of the last file with the same ones is used again. */
  readonly headers?: readonly string[];
  /** Columns of a table with some of their values. */
  readonly columns?: readonly SampleColumn[];
  /** Remarks on the choice. */
  readonly hints?: readonly SourceHint[];
}

/** A column of a table with its first values. */
export interface SampleColumn {
  readonly header: string;
  /** Different values. */
  readonly samples: readonly string[];
  /** Texts of the first rows, in their order; undefined in a list of imports. */
  readonly first?: readonly string[];
}

/** A format. */
export interface Format {
  readonly name: string;
  /** Endings of file names, without the dot. */
  readonly endings: readonly string[];
  /** Largest file, in bytes. */
  readonly maxBytes: number;
  /** Whether a file is of this format, with any name. @param head its first `HEAD_BYTES` */
  readonly recognizes?: (head: Buffer) => boolean;
  /**
   * Inspects a file.
   * @param registry declarations of the organisation
   * @throws UnreadableFile
   */
  inspect(open: OpenFile, given: ReadOptions, registry: Registry): Promise<Inspected>;
  /**
   * Reads the records in the order of the file; an invalid value is an issue of its record.
   * @param options the result of `inspect`
   * @param report receives remarks on the whole file
   * @throws UnreadableFile if the rest of the file cannot be read
   */
  read(open: OpenFile, options: ReadOptions, registry: Registry, report: FileReport): AsyncIterable<SourceRecord>;
  /**
   * Merges two records of a file with one external id.
   * @param both with all values, those of the first count
   * @returns the differences to `both`
   */
  merge?(both: SourceRecord, first: SourceRecord, second: SourceRecord): Partial<SourceRecord>;
  /** A file is compared after the one before is written: files are deliveries in the order of their days. */
  readonly inTurn?: boolean;
  /** Remarks on rows are also remarks on the file, one for each kind. */
  readonly sumsHints?: boolean;
}

/** Bytes of a file by which its format is recognized. */
export const HEAD_BYTES = 160;

/** The file cannot be read from this line on. */
export class UnreadableFile extends Error {
  readonly fault: ReturnType<typeof faultOf>;

  constructor(
    code: FaultCode,
    readonly line: number | null = null,
    params: Params = {},
  ) {
    const fault = faultOf(code, params);
    super(fault.message);
    this.fault = fault;
  }
}

/** An empty record of a section, for readers to fill. */
export const emptyRecord = (section: string, line: number): SourceRecord => ({
  section,
  externalIds: [],
  values: {},
  parts: {},
  references: {},
  line,
  issues: [],
  hints: [],
});
