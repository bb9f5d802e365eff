/** Archives of several files: a ZIP that is written while its files are made. Memory holds one chunk. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ArchiveFile<Content extends Buffer | string = Buffer> {
  /** Path inside the archive, with slashes. */
  readonly name: string;
  readonly content: AsyncGenerator<Content>;
  /** Stored without compression. */
  readonly raw?: boolean;
}

/** Files that are known at the beginning, or made one after the other. */
export type ArchiveFiles = Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>;

/** A first chunk, and those behind it. */
export async function* withFirst<T>(first: T, others: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

async function* jsonArray(pages: AsyncIterable<readonly string[]>, written: (rows: number) => void) {
  let separator = '[\n';
  for await (const docs of pages) {
    if (!docs.length) continue;
    yield Buffer.from(separator + docs.join(',\n'));
    separator = ',\n';
    written(docs.length);
  }
  yield Buffer.from('\n]\n');
}

/** A file with rows as a JSON array; none where the first page is empty. @param pages JSON texts */
export const jsonFile = async (
  name: string,
  pages: AsyncGenerator<readonly string[]>,
  written: (rows: number) => void,
): Promise<ArchiveFile[]> => {
  const { value: first } = await pages.next();
  return first?.length ? [{ name, content: jsonArray(withFirst(first as readonly string[], pages), written) }] : [];
};

/**
 * The bytes of a ZIP. The next file is requested when the last one was read.
 * @param mtime the time of all files
 * @throws errors of the files; a consumer that stops early ends them
 */
export async function* zipArchive(
  files: ArchiveFiles | Iterable<ArchiveFile<string>>,
  mtime: Date,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fill = async (): Promise<void> => {
    for await (const { name, content, raw = false } of files) {
      if (output.destroyed) return;
      current = Readable.from(content);
      zip.addReadStream(current, name, { mtime, compress: !raw });
      await finished(current);
    }
    zip.end();
  };
  zip.on('error', (error: Error) => output.destroy(error));
  const filled = fill().catch((error: Error) => {
    output.destroy(error);
  });
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    current?.destroy();
    await filled;
  }
}

/** Not allowed in a file name on Windows, invisible, or able to turn the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
const MAX_NAME_BYTES = 150;

/**
 * A readable file name for any system, unique by its id: `12-Police Müller.pdf`. No name leaves its folder.
 * @param given a name by a user, such as `../../Police: Müller.pdf`
 */
export const archiveName = (id: number, given: string, extension: string): string => {
  const safe = given.normalize('NFC').replace(UNSAFE, '_');
  const suffix = extension ? `.${extension.normalize('NFC').replace(UNSAFE, '_').slice(0, 20)}` : '';
  const stem = suffix && safe.toLowerCase().endsWith(suffix.toLowerCase()) ? safe.slice(0, -suffix.length) : safe;
  let short = [...stem].slice(0, MAX_NAME_BYTES).join('');
  while (Buffer.byteLength(short) > MAX_NAME_BYTES) short = [...short].slice(0, -1).join('');
  let name = `${id}-${short}${suffix}`;
  // Windows drops them at the end.
  while (/[. ]$/.test(name)) name = name.slice(0, -1);
  return name;
};
