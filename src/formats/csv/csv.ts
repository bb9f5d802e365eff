/** CSV files: encoding, delimiter and decimal separator are guessed; bounded lines and columns. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_COLUMNS } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { type Format, type OpenFile, type ReadOptions, UnreadableFile } from '../format.ts';
import type { FaultCode } from '../remarks.ts';
import { inspectTable, recordReader, type TableRow } from '../table/table-records.ts';
import { decode, guessEncoding } from '../text/encoding.ts';

/** A record in bytes: longer ones are the content of another kind of file. */
const MAX_RECORD = 1 << 20;
const DELIMITERS = [';', ',', '\t', '|'];
/** Rows that are read for guesses. */
const SAMPLE = 200;
/** Characters in which the first line has to end. */
const MAX_HEADER = 1 << 20;

/** @returns the first line of a text without its end; quotes may hold line ends */
const firstLine = async (open: OpenFile, encoding: string): Promise<string> => {
  let text = '';
  for await (const chunk of decode(await open(), encoding)) {
    text += chunk;
    if (/[\r\n]/.test(text.replace(/^[\r\n\s]+/, '')) || text.length > MAX_HEADER) break;
  }
  return text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '';
};

const guessDelimiter = (line: string): string => {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((sign) => bare.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';';
};

const REASONS: Readonly<Record<string, FaultCode>> = lookupTable({
  CSV_MAX_RECORD_SIZE: 'long_line',
  CSV_QUOTE_NOT_CLOSED: 'open_quote',
  CSV_INVALID_CLOSING_QUOTE: 'text_after_quote',
});

const asUnreadable = (cause: unknown): unknown => {
  if (!(cause instanceof CsvError)) return cause;
  return new UnreadableFile(REASONS[cause.code] ?? 'bad_csv', Number(cause.lines) || null, { reason: cause.code });
};

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The rows of a file, the headers first. @throws UnreadableFile */
async function* rowsOf(open: OpenFile, { encoding = 'utf-8', delimiter = ';' }: ReadOptions): AsyncGenerator<TableRow> {
  const text = Readable.from(decode(await open(), encoding));
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    info: true,
  });
  text.on('error', (error) => parser.destroy(error));
  try {
    let line = 1;
    for await (const { record, info } of text.pipe(parser) as AsyncIterable<ParsedRow>) {
      if (record.length > MAX_COLUMNS) throw new UnreadableFile('many_cells', info.lines, { most: MAX_COLUMNS });
      // A row begins behind the end of the previous one.
      yield { line: Math.max(line, 1), cells: record };
      line = info.lines + 1;
    }
  } catch (cause) {
    throw asUnreadable(cause);
  } finally {
    text.destroy();
    parser.destroy();
  }
}

/** The first rows. */
const sampleOf = async (open: OpenFile, options: ReadOptions): Promise<readonly TableRow[]> => {
  const rows: TableRow[] = [];
  for await (const row of rowsOf(open, options)) {
    rows.push(row);
    if (rows.length > SAMPLE) break;
  }
  return rows;
};

/** CSV. */
export const csv: Format = {
  name: 'csv',
  endings: ['csv'],
  maxBytes: 1 << 30,
  inspect: async (open, given, registry) => {
    const encoding = given.encoding ?? (await guessEncoding(open));
    const delimiter = given.delimiter ?? guessDelimiter(await firstLine(open, encoding));
    const options = { ...given, encoding, delimiter };
    const [header, ...rows] = await sampleOf(open, options);
    if (!header) throw new UnreadableFile('empty');
    if (!rows.length) throw new UnreadableFile('no_rows', 1);
    return inspectTable(header.cells, rows, options, registry);
  },
  read: async function* (open, options, registry) {
    const rows = rowsOf(open, options);
    const { value: header } = await rows.next();
    if (!header) return;
    const record = recordReader(header.cells, options, registry);
    for await (const row of rows) yield record(row);
  },
};
