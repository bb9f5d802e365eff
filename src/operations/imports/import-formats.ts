/** All formats of import files. */
import { fail } from '../../errors/api-error.ts';
import { csv } from '../../formats/csv/csv.ts';
import { ndjson } from '../../formats/ndjson/ndjson.ts';
import { xlsx } from '../../formats/xlsx/xlsx.ts';
import { gdvFormat } from '../gdv/gdv-format.ts';
import type { ImportFormat } from '../matching/import-format.ts';

export const formats: ImportFormat[] = [csv, ndjson, xlsx, gdvFormat];

/** The format of a name. @throws 415 for one that this version does not have */
export const formatOf = (name: string): ImportFormat => {
  const format = formats.find((one) => one.name === name);
  if (!format) throw fail('unsupported_media_type', { message: `The format ${name} cannot be read.` });
  return format;
};

/** The format of a file by its beginning, else by the ending of its name; CSV otherwise. */
export const guessFormat = (fileName: string, head: Buffer): string => {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const found =
    formats.find(({ recognizes }) => recognizes?.(head)) ?? formats.find(({ endings }) => endings.includes(ending));
  return (found ?? csv).name;
};
