/** The GDV files of an upload: the file itself, or those of a ZIP or gzip file in the order of their days. */
import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';
import { GDV_FILES, GDV_MIB, XLSX_RATIO } from '../../shared/limits.ts';
import { type FileReport, UnreadableFile } from '../format.ts';
import { hintOf } from '../remarks.ts';
import { entriesOf, FREE_UNPACKED, isStored, packedBytes, RefusedArchive } from '../xlsx/check-archive.ts';
import type { GdvLayout } from './layout.ts';
import { readPackages } from './packages.ts';

export interface GdvFile {
  /** Empty for an upload that is no archive. */
  readonly name: string;
  readonly bytes: Buffer;
}

const MAX_BYTES = GDV_MIB * 1024 * 1024;

const tooLarge = (): UnreadableFile =>
  new UnreadableFile('gdv_big_archive', null, { files: GDV_FILES, most: GDV_MIB, ratio: XLSX_RATIO });

type Inflate = (data: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const [inflated, gunzipped]: readonly Inflate[] = [promisify(inflateRaw), promisify(gunzip)];

/** @param left bytes that the files may have in all @throws UnreadableFile */
const unpack = async (inflate: Inflate | undefined, data: Buffer, left: number): Promise<Buffer> => {
  if (!inflate) return data;
  const most = Math.min(left, Math.max(FREE_UNPACKED, data.length * XLSX_RATIO));
  return inflate(data, { maxOutputLength: Math.max(most, 1) }).catch((error: { code?: string }) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new UnreadableFile('gdv_bad_archive');
  });
};

/** The files in a ZIP, in its order. @throws UnreadableFile */
const unzip = async (zip: Buffer): Promise<readonly GdvFile[]> => {
  try {
    const entries = entriesOf(zip).filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'));
    if (entries.length > GDV_FILES) throw tooLarge();
    const files: GdvFile[] = [];
    let left = MAX_BYTES;
    for (const entry of entries) {
      const bytes = await unpack(isStored(entry) ? undefined : inflated, packedBytes(zip, entry), left);
      left -= bytes.length;
      if (left < 0) throw tooLarge();
      files.push({ name: entry.name.slice(entry.name.lastIndexOf('/') + 1), bytes });
    }
    return files;
  } catch (error) {
    // A position beyond the end of the file.
    const isDamaged = error instanceof RefusedArchive || error instanceof RangeError;
    throw isDamaged ? new UnreadableFile('gdv_bad_archive') : error;
  }
};

/** The day of the first package; empty without one; null for a file that is not in the format. */
const dayOf = async ({ bytes }: GdvFile, layout: GdvLayout): Promise<string | null> => {
  try {
    for await (const { date } of readPackages(bytes, layout)) return date ?? '';
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return null;
};

/**
 * The files of an upload, in the order of their days. Files of an archive that are none of GDV are a hint.
 * @throws UnreadableFile for an archive that is damaged, too large, or has no GDV file
 */
export const unpackFiles = async (
  upload: Buffer,
  layout: GdvLayout,
  report: Pick<FileReport, 'hint'>,
): Promise<readonly GdvFile[]> => {
  const head = upload.toString('latin1', 0, 4);
  if (head.startsWith('\u001f\u008b')) return [{ name: '', bytes: await unpack(gunzipped, upload, MAX_BYTES) }];
  if (head !== 'PK\u0003\u0004') return [{ name: '', bytes: upload }];
  const files = await unzip(upload);
  const dated = await Promise.all(files.map(async (file) => ({ file, day: await dayOf(file, layout) })));
  const others = dated.filter(({ day }) => day === null).map(({ file }) => file.name);
  if (others.length === files.length) throw new UnreadableFile('gdv_record_kind', 1);
  if (others.length) report.hint(hintOf('gdv_other_files', { files: others.join(', ').slice(0, 200) }));
  return dated
    .flatMap(({ file, day }) => (day === null ? [] : [{ file, key: `${day} ${file.name}` }]))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ file }) => file);
};
