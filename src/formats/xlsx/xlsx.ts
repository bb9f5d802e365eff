/**
 * Excel files. They are parsed in a process of its own, with bounds of memory and time: a small file can unpack to
 * anything. Only staging reads them, one job of an organisation at a time: an organisation has one such process. Numbers are passed on
 * with a decimal comma, dates as `31.12.2026`, times as `18:00`.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { XLSX_MIB } from '../../shared/limits.ts';
import { type Format, type OpenFile, UnreadableFile } from '../format.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';
import { hasKnownHeaders, inspectTable, recordsOf, SAMPLED_ROWS, type TableRow } from '../table/table-records.ts';
import type { Mark } from './cell-marks.ts';
import type { RefusedArchive } from './check-archive.ts';

/** Heap of the process in MiB, and milliseconds until it is ended. */
const HEAP_MIB = 512;
const TIMEOUT_MS = 60_000;

interface Refused {
  readonly refused: Pick<RefusedArchive, 'code' | 'params' | 'line'>;
}

interface Sheets {
  readonly sheets: readonly string[];
}

type Line = readonly string[] | Refused | Sheets | { readonly sheet: string } | { readonly marks: readonly Mark[] };

const hintsOf = (line: number, marks: readonly Mark[]): readonly SourceHint[] =>
  marks.map(({ code, ...params }) => hintOf(code, { line, ...params }));

const isRow = (line: Line): line is readonly string[] => Array.isArray(line);

/** The sheet to read, else all visible ones; and the most rows of each. */
interface Asked {
  readonly sheet?: string | number | undefined;
  readonly most?: number;
}

/** Between names of sheets: none of them has it. */
const BETWEEN = ' / ';

/** A row with the name of its sheet. */
interface SheetRow extends TableRow {
  readonly sheet: string;
}

/** From the sources it runs with the loader of TypeScript. */
const argumentsOf = (asked: Asked): string[] => {
  const isSource = import.meta.url.endsWith('.ts');
  const main = fileURLToPath(new URL(`./parse-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  return [`--max-old-space-size=${HEAP_MIB}`, ...loader, main, JSON.stringify(asked)];
};

const unread = (isLate: boolean): UnreadableFile =>
  isLate
    ? new UnreadableFile('slow_table', null, { most: TIMEOUT_MS / 1000 })
    : new UnreadableFile('big_table', null, { most: HEAP_MIB });

/**
 * The rows as texts; ends the process where the reader stops early.
 * @param onSheets gets the names of the visible sheets with cells
 * @throws UnreadableFile
 */
async function* rowsOf(
  open: OpenFile,
  asked: Asked,
  onSheets: (names: readonly string[]) => void = () => undefined,
): AsyncGenerator<SheetRow> {
  const content = Readable.from(await open());
  const child = spawn(process.execPath, argumentsOf(asked), { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
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
    let sheet = '';
    let marks: readonly Mark[] = [];
    for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      // It has parsed everything: from now on the reader decides how long it takes.
      clearTimeout(timer);
      const row = JSON.parse(text) as Line;
      if (isRow(row)) {
        line += 1;
        if (row.some(Boolean)) yield { sheet, line, cells: row, hints: hintsOf(line, marks) };
        marks = [];
      } else if ('sheets' in row) {
        onSheets(row.sheets);
      } else if ('marks' in row) {
        ({ marks } = row);
      } else if ('sheet' in row) {
        sheet = row.sheet;
        line = 0;
      } else {
        const { code, params, line: at } = row.refused;
        throw new UnreadableFile(code, at, params);
      }
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

/** The first rows of each sheet that is read and has some, and the names of the visible ones. */
const samplesOf = async (open: OpenFile, sheet: string | number | undefined) => {
  const sheets = new Map<string, SheetRow[]>();
  let names: readonly string[] = [];
  const known = (all: readonly string[]): void => {
    names = all;
  };
  for await (const row of rowsOf(open, { sheet, most: SAMPLED_ROWS }, known)) {
    const rows = sheets.get(row.sheet) ?? [];
    rows.push(row);
    sheets.set(row.sheet, rows);
  }
  return { names, sheets: [...sheets.values()] };
};

/** Excel. */
export const xlsx: Format = {
  name: 'xlsx',
  endings: ['xlsx'],
  maxBytes: XLSX_MIB * 1024 * 1024,
  inspect: async (open, given, registry) => {
    const { names, sheets } = await samplesOf(open, given.sheet);
    const rows = sheets.find((one) => hasKnownHeaders(one, given, registry)) ?? sheets[0];
    const sheet = rows?.[0]?.sheet;
    if (!rows || sheet === undefined) throw new UnreadableFile('empty');
    const found = inspectTable(rows, { decimal: ',', ...given, sheet }, registry);
    const others = names.filter((name) => name !== sheet);
    const hint = hintOf('other_sheets', { sheet, sheets: others.join(BETWEEN) });
    return { ...found, hints: [...(others.length ? [hint] : []), ...(found.hints ?? [])] };
  },
  read: (open, options, registry, report) =>
    recordsOf(rowsOf(open, { sheet: options.sheet }), options, registry, report),
};
