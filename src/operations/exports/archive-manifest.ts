/** The manifest of an archive and the checksums of its files, by which `org import` knows that it is whole (docs/archive.md). */
import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { sql } from '../../sql/sql.ts';
import type { ArchiveFile } from './archive.ts';

/** Written last. */
export const MANIFEST = 'archive.json';
/** A line for each file but these two. */
export const CHECKSUMS = 'checksums.ndjson';
/** Of the format. It grows when an older program would read an archive wrongly. */
export const ARCHIVE_VERSION = 1;
/** Numbers of records go up to here: an archive takes at most half of those that a database has. */
const MAX_ARCHIVED_ID = 1_000_000_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The manifest. */
export const manifestSchema = z.object({
  format: z.literal('broker-crm-archive').meta({ description: 'Identifies the file.' }),
  version: z.int().min(1).meta({ description: 'Version of the format.' }),
  organisation: z
    .object({ id: z.int(), name: z.string() })
    .meta({ description: 'The organisation that it was made of.' }),
  exported_at: z.string().meta({ description: 'Begin of the export.', format: 'date-time' }),
  sequences: z.record(z.string(), z.int().min(1).max(MAX_ARCHIVED_ID)).meta({
    description: 'The last number that the database gave, by sequence: no record of the archive has a higher one.',
  }),
  files: z
    .int()
    .min(0)
    .meta({ description: `Lines of ${CHECKSUMS}.` }),
  checksums: sha256.meta({ description: `SHA-256 of ${CHECKSUMS}.` }),
});

/** A line of the checksums. */
export const checksumSchema = z.object({
  file: z.string().meta({ description: 'Path inside the archive.' }),
  size: z.int().min(0).meta({ description: 'Bytes.' }),
  sha256,
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Checksum = z.infer<typeof checksumSchema>;

/** Numbers of these change, as they are unique over all organisations. */
export const RENUMBERED: readonly string[] = ['api_token', 'webhook', 'mailbox'];

/** Sequences of numbers that an import keeps, with the last number. */
export const readSequences = async (db: Database): Promise<Record<string, number>> => {
  const others = ['organisation', ...RENUMBERED].map((table) => `${table}_id_seq`);
  const rows = await db.coordinator.queryLong<{ name: string; last: number }>(sql`
    select sequencename as name, last_value::int as last
    from pg_sequences
    where schemaname = current_schema() and data_type = 'integer'::regtype and last_value is not null
      and sequencename <> all(${others}::text[])
    order by sequencename`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
};

async function* hashed(content: AsyncGenerator<Buffer>, hash: Hash, done: (size: number) => void) {
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  done(size);
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/**
 * The files of an archive, followed by their checksums and the manifest.
 * @param about the manifest without the values that follow from the files, read after them
 */
export async function* withManifest(
  files: AsyncIterable<ArchiveFile>,
  about: () => Promise<Omit<Manifest, 'format' | 'version' | 'files' | 'checksums'>>,
): AsyncGenerator<ArchiveFile> {
  const lines: string[] = [];
  for await (const file of files) {
    const hash = createHash('sha256');
    const content = hashed(file.content, hash, (size) =>
      lines.push(`${JSON.stringify({ file: file.name, size, sha256: hash.digest('hex') } satisfies Checksum)}\n`),
    );
    yield { ...file, content };
  }
  const checksums = lines.join('');
  yield { name: CHECKSUMS, content: once(checksums) };
  const manifest: Manifest = {
    format: 'broker-crm-archive',
    version: ARCHIVE_VERSION,
    ...(await about()),
    files: lines.length,
    checksums: createHash('sha256').update(checksums).digest('hex'),
  };
  yield { name: MANIFEST, content: once(`${JSON.stringify(manifest, null, 2)}\n`) };
}
