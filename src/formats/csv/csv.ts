/** CSV files: encoding, delimiter and decimal separator are guessed; bounded lines and columns. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_COLUMNS } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { type Format, type OpenFile, type ReadOptions, UnreadableFile } from '../format.ts';
import { type FaultCode, hintOf } from '../remarks.ts';
import { inspectTable, recordsOf, SAMPLED_ROWS, type TableRow } from '../table/table-records.ts';
import { decode, guessEncoding } from '../text/encoding.ts';

/** A record in bytes: longer ones are the content of another kind of file. */
const MAX_RECORD = 1 << 20;
const DELIMITERS = [';', ',', '\t', '|'];
/** Characters by which the delimiter is guessed. */
const SAMPLE_LENGTH = 1 << 16;

/** The first characters of a text. */
const firstText = async (open: OpenFile, encoding: string): Promise<string> => {
  let text = '';
  for await (const chunk of decode(await open(), encoding)) {
    text += chunk;
    if (text.length > SAMPLE_LENGTH) break;
  }
  return text.slice(0, SAMPLE_LENGTH);
};

const LINE_END = /\r\n|\n|\r/g;

/** The first line with which Excel names the delimiter: `sep=;`. */
const SEPARATOR = /^\uFEFF?"?sep=([^\r\n])?"?$/i;

/**
 * The delimiter that the first line names. Else the one that most lines have in the same number, of those that every
 * line has, where there are any: blanks of a text are no delimiters.
 */
const guessDelimiter = (text: string): string => {
  const lines = text.replace(/"[^"]*"/g, '').split(LINE_END);
  const named = SEPARATOR.exec(text.split(/[\r\n]/, 1)[0] ?? '')?.[1];
  if (named) return named;
  const filled = lines.filter((line) => line.trim() !== '');
  const everywhere = DELIMITERS.filter((sign) => filled.every((line) => line.includes(sign)));
  const possible = everywhere.length ? everywhere : DELIMITERS;
  const scores = possible.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    return Math.max(...counts.map((count) => count * counts.filter((other) => other === count).length));
  });
  return possible[scores.indexOf(Math.max(...scores))] ?? ';';
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
async function* rowsOf(
  open: OpenFile,
  { encoding = 'utf-8', delimiter = ';' }: ReadOptions,
  ended?: () => void,
): AsyncGenerator<TableRow> {
  const text = Readable.from(decode(await open(), encoding, ended));
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
    // The parser counts a CRLF in quotes as two lines.
    let counted = 0;
    for await (const { record, info } of text.pipe(parser) as AsyncIterable<ParsedRow>) {
      if (record.length > MAX_COLUMNS) throw new UnreadableFile('many_cells', info.lines, { most: MAX_COLUMNS });
      const ends = record.flatMap((cell) => cell.match(LINE_END) ?? []);
      counted += ends.filter((end) => end.length > 1).length;
      const line = info.lines - counted - ends.length;
      if (line > 1 || !SEPARATOR.test(record[0] ?? '')) yield { line, cells: record };
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
    if (rows.length > SAMPLED_ROWS) break;
  }
  return rows;
};

/** CSV. */
export const csv: Format = {
  name: 'csv',
  endings: ['csv'],
  maxBytes: 1 << 30,
  inspect: async (open, given, registry) => {
    const { encoding, hints } = given.encoding ? { encoding: given.encoding, hints: [] } : await guessEncoding(open);
    const delimiter = given.delimiter ?? guessDelimiter(await firstText(open, encoding));
    const options = { ...given, encoding, delimiter };
    const found = inspectTable(await sampleOf(open, options), options, registry);
    return { ...found, hints: [...hints, ...(found.hints ?? [])] };
  },
  read: (open, options, registry, report) => {
    const rows = rowsOf(open, options, () => report.hint(hintOf('end_mark')));
    return recordsOf(rows, options, registry, report);
  },
};
