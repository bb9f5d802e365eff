/**
 * Excel files. They are parsed in a process of its own, with bounds of memory and time: a small file can unpack to
 * anything. Only staging reads them, one job of an organisation at a time: an organisation has one such process. Numbers are passed on with a decimal comma, dates as `YYYY-MM-DD`.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { XLSX_MIB } from '../../shared/limits.ts';
import { type Format, type OpenFile, UnreadableFile } from '../format.ts';
import { inspectTable, recordReader, type TableRow } from '../table/table-records.ts';
import type { RefusedArchive } from './check-archive.ts';

/** Heap of the process in MiB, and milliseconds until it is ended. */
const HEAP_MIB = 512;
const TIMEOUT_MS = 60_000;
/** Rows that are read for guesses. */
const SAMPLE = 200;

interface Refused {
  readonly refused: Pick<RefusedArchive, 'code' | 'params' | 'line'>;
}

const isRefused = (line: unknown): line is Refused => !Array.isArray(line);

/** From the sources it runs with the loader of TypeScript. */
const argumentsOf = (): string[] => {
  const isSource = import.meta.url.endsWith('.ts');
  const main = fileURLToPath(new URL(`./parse-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  return [`--max-old-space-size=${HEAP_MIB}`, ...loader, main];
};

const unread = (isLate: boolean): UnreadableFile =>
  isLate
    ? new UnreadableFile('slow_table', null, { most: TIMEOUT_MS / 1000 })
    : new UnreadableFile('big_table', null, { most: HEAP_MIB });

/** The rows as texts, the headers first; ends the process where the reader stops early. @throws UnreadableFile */
async function* rowsOf(open: OpenFile): AsyncGenerator<TableRow> {
  const content = Readable.from(await open());
  const child = spawn(process.execPath, argumentsOf(), { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, TIMEOUT_MS);
  // A process that ends before it has read everything says why.
  child.stdin.on('error', () => content.destroy());
  content.on('error', () => child.kill('SIGKILL'));
  content.pipe(child.stdin);
  try {
    let line = 0;
    for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      // It has parsed everything: from now on the reader decides how long it takes.
      clearTimeout(timer);
      const row = JSON.parse(text) as readonly string[] | Refused;
      if (isRefused(row)) {
        const { code, params, line: at } = row.refused;
        throw new UnreadableFile(code, at, params);
      }
      line += 1;
      if (row.some(Boolean)) yield { line, cells: row };
    }
    const code = await closed;
    // Beyond its memory it is killed by a signal; 1 is a fault of the program, such as a missing library.
    if (code === 1) throw new Error('The process that reads tables failed.');
    if (code !== 0) throw unread(isLate);
  } finally {
    clearTimeout(timer);
    content.destroy();
    child.kill('SIGKILL');
    await closed;
  }
}

/** The first rows. */
const sampleOf = async (open: OpenFile): Promise<readonly TableRow[]> => {
  const rows: TableRow[] = [];
  for await (const row of rowsOf(open)) {
    rows.push(row);
    if (rows.length > SAMPLE) break;
  }
  return rows;
};

/** Excel. */
export const xlsx: Format = {
  name: 'xlsx',
  endings: ['xlsx'],
  maxBytes: XLSX_MIB * 1024 * 1024,
  inspect: async (open, given, registry) => {
    const [header, ...rows] = await sampleOf(open);
    if (!header) throw new UnreadableFile('empty');
    if (!rows.length) throw new UnreadableFile('no_rows', 1);
    return inspectTable(header.cells, rows, { decimal: ',', ...given }, registry);
  },
  read: async function* (open, options, registry) {
    const rows = rowsOf(open);
    const { value: header } = await rows.next();
    if (!header) return;
    const record = recordReader(header.cells, options, registry);
    for await (const row of rows) yield record(row);
  },
};
