/** All formats of import files. */
import type { FormatName } from '../../model/records/import-values.ts';
import { csv } from '../csv/csv.ts';
import type { Format } from '../format.ts';
import { gdv, looksLikeGdv } from '../gdv/gdv.ts';
import { ndjson } from '../ndjson/ndjson.ts';
import { xlsx } from '../xlsx/xlsx.ts';

const formats: readonly Format[] = [csv, ndjson, xlsx, gdv];

/** The format of a name; undefined where it cannot be read. */
export const formatOf = (name: FormatName): Format | undefined => formats.find((format) => format.name === name);

/** The format that the ending of a file name says; CSV otherwise. */
const formatByName = (fileName: string): FormatName => {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  if (ending === 'xlsx') return 'xlsx';
  return ending === 'gdv' ? 'gdv' : 'csv';
};

/** The format of a file by its name, else by its beginning: GDV files have any ending. */
export const guessFormat = (fileName: string, head: Buffer): FormatName =>
  looksLikeGdv(head) ? 'gdv' : formatByName(fileName);
