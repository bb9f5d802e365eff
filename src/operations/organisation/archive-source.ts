/** The files of an archive of an organisation: a folder, or a ZIP within bounds. Nothing is unpacked to the disk. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import { fail } from '../../errors/api-error.ts';
import { ARCHIVE_FILES, ARCHIVE_RATIO } from '../../shared/limits.ts';

/** Files by their paths with slashes. */
export interface ArchiveSource {
  /** Their sizes in bytes. */
  readonly files: ReadonlyMap<string, number>;
  /** @throws 400 `archive_damaged` for a file that is not there */
  open(file: string): Promise<Readable>;
  close(): void;
}

/** The refusal of a damaged archive. @param why a sentence */
export const damaged = (why: string, cause?: unknown) =>
  fail('validation_failed', {
    as: 'archive_damaged',
    message: `The archive is damaged: ${why} Nothing was written.`,
    cause,
  });

const tooMany = () => damaged(`it has more than ${ARCHIVE_FILES} files.`);

/** Bytes that a file may unpack to, however well it is packed. */
const FREE_UNPACKED = 1 << 20;

/** @throws 400 `archive_damaged` for an entry that no `org export` writes */
const checkEntry = (files: ReadonlyMap<string, Entry>, entry: Entry): void => {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (files.size === ARCHIVE_FILES) throw tooMany();
  if (files.has(fileName) || entry.isEncrypted()) throw damaged(`${fileName} is there twice, or encrypted.`);
  if (uncompressedSize > Math.max(FREE_UNPACKED, compressedSize * ARCHIVE_RATIO))
    throw damaged(`${fileName} unpacks to more than ${ARCHIVE_RATIO} times its size.`);
};

const openZip = async (path: string): Promise<ArchiveSource> => {
  // The library refuses absolute paths, `..` and backslashes, and files of another size than their entry says.
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(entries, entry);
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    open: (file) => {
      const entry = entries.get(file);
      if (!entry) throw damaged(`${file} is missing.`);
      return zip.openReadStreamPromise(entry);
    },
    close: () => zip.close(),
  };
};

const openFolder = async (path: string): Promise<ArchiveSource> => {
  const files = new Map<string, number>();
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) throw damaged(`${full} is no file.`);
    if (files.size === ARCHIVE_FILES) throw tooMany();
    files.set(relative(path, full).split(sep).join('/'), (await stat(full)).size);
  }
  return {
    files,
    open: async (file) => {
      if (!files.has(file)) throw damaged(`${file} is missing.`);
      return createReadStream(join(path, file));
    },
    close: () => undefined,
  };
};

/**
 * Opens an archive.
 * @param path of a folder or a ZIP
 * @throws 400 `archive_damaged` for a file that is no ZIP, or has entries that `org export` does not write; errors of the file system
 */
export const openArchive = async (path: string): Promise<ArchiveSource> => {
  if ((await stat(path)).isDirectory()) return openFolder(path);
  return openZip(path).catch((cause: Error & { readonly error?: string; readonly code?: string }) => {
    if (cause.error !== undefined || cause.code !== undefined) throw cause;
    throw damaged(`${path} cannot be read as a ZIP (${cause.message}).`, cause);
  });
};

/** Characters of a line at most: the longest text of a record is far shorter. */
const MAX_LINE = 64 << 20;
/** Lines and characters of a batch. */
const [BATCH_LINES, BATCH_CHARACTERS] = [500, 4 << 20];

/** The lines of a file in batches. @throws 400 `archive_damaged` for a line that is too long */
export async function* linesOf(source: ArchiveSource, file: string): AsyncGenerator<readonly string[]> {
  let [lines, characters, rest] = [[] as string[], 0, ''];
  const stream = await source.open(file);
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    rest += first;
    for (const next of others) {
      lines.push(rest);
      characters += rest.length;
      rest = next;
      if (lines.length < BATCH_LINES && characters < BATCH_CHARACTERS) continue;
      yield lines;
      [lines, characters] = [[], 0];
    }
    if (rest.length > MAX_LINE) throw damaged(`a line of ${file} is too long.`);
  }
  if (rest) throw damaged(`${file} ends within a line.`);
  if (lines.length) yield lines;
}
