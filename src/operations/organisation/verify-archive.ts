/** Checks an archive of an organisation before anything is written: that it is whole, and that this version can read it. */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fail } from '../../errors/api-error.ts';
import {
  ARCHIVE_VERSION,
  CHECKSUMS,
  type Checksum,
  checksumSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
} from '../exports/archive-manifest.ts';
import { type ArchivedRows, unquoted } from '../exports/archive-rows.ts';
import { type ArchiveSource, damaged, linesOf } from './archive-source.ts';

const tooNew = (unknown: string) =>
  fail('validation_failed', {
    as: 'archive_too_new',
    message: `The archive has ${unknown}, which this version does not know: import it with the version that made it, or a newer one. Nothing was written.`,
  });

/** Larger than any manifest. */
const MAX_MANIFEST = 1 << 20;

const parsed = (line: string, file: string): unknown => {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw damaged(`${file} is no JSON.`, cause);
  }
};

const readManifest = async (source: ArchiveSource): Promise<Manifest> => {
  const size = source.files.get(MANIFEST);
  if (size === undefined || size > MAX_MANIFEST)
    throw damaged(`it has no ${MANIFEST}, so it is not complete, or no archive of org export.`);
  const value = parsed(await text(await source.open(MANIFEST)), MANIFEST) as { readonly version?: unknown } | null;
  if (Number(value?.version) > ARCHIVE_VERSION) throw tooNew(`version ${value?.version} of the format`);
  const { data, error } = manifestSchema.safeParse(value);
  if (!data) throw damaged(`${MANIFEST} is not as it has to be: ${error.issues[0]?.path.join('.')}.`, error);
  return data;
};

const sumOf = async (source: ArchiveSource, file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of await source.open(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** The checksums, one after the other. */
async function* checksumsOf(source: ArchiveSource): AsyncGenerator<Checksum> {
  for await (const lines of linesOf(source, CHECKSUMS))
    for (const line of lines) {
      const { data, error } = checksumSchema.safeParse(parsed(line, CHECKSUMS));
      if (!data) throw damaged(`a line of ${CHECKSUMS} is not as it has to be.`, error);
      yield data;
    }
}

/** @throws 400 `archive_damaged` where a file is missing, is not as it was written, or was added */
const checkFiles = async (source: ArchiveSource, manifest: Manifest, looked: (file: string) => void): Promise<void> => {
  if ((await sumOf(source, CHECKSUMS)) !== manifest.checksums) throw damaged(`${CHECKSUMS} was changed.`);
  const listed = new Set([MANIFEST, CHECKSUMS]);
  for await (const { file, size, sha256 } of checksumsOf(source)) {
    if (source.files.get(file) !== size || (await sumOf(source, file)) !== sha256)
      throw damaged(`${file} is missing or was changed.`);
    listed.add(file);
    looked(file);
  }
  for (const file of source.files.keys()) if (!listed.has(file)) throw damaged(`${file} does not belong to it.`);
};

/** @throws 400 `archive_too_new` for rows or columns that the database of this version does not have */
const checkRows = async (source: ArchiveSource, known: readonly ArchivedRows[]): Promise<void> => {
  for (const file of source.files.keys()) {
    if (!file.startsWith('rows/')) continue;
    const rows = known.find((one) => one.file === file);
    if (!rows) throw tooNew(file);
    const columns = new Set(rows.columns.map(({ name }) => unquoted(name)));
    // Each line has all columns.
    for await (const [line = '{}'] of linesOf(source, file)) {
      const other = Object.keys(parsed(line, file) as object).find((name) => !columns.has(name));
      if (other !== undefined) throw tooNew(`the column ${other} in ${file}`);
      break;
    }
  }
};

/**
 * Reads all of an archive once.
 * @param known the rows that this version imports
 * @param looked receives each file that is as it was written
 * @throws 400 `archive_damaged`, `archive_too_new`
 */
export const verifyArchive = async (
  source: ArchiveSource,
  known: readonly ArchivedRows[],
  looked: (file: string) => void,
): Promise<Manifest> => {
  const manifest = await readManifest(source);
  await checkFiles(source, manifest, looked);
  await checkRows(source, known);
  return manifest;
};
