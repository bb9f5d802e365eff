/** Moments of a service under writes, each with the content of its database, to compare restores with. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { checksumTables, type TableChecksum } from '../../src/db/copy/table-checksums.ts';
import { embeddedConnection, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { recordTables } from '../../src/operations/documents/gc-files.ts';

/** Content of a database at a moment. */
export interface Recorded {
  readonly at: Date;
  readonly tables: readonly TableChecksum[];
  /** Names of all contents that rows name. */
  readonly contents: readonly string[];
}

/** Names of the contents that rows of documents name, of those in the inbox too. */
export const namedContents = async (client: pg.Client): Promise<string[]> => {
  const named = recordTables.map((table) => `select url from ${table} where url is not null`);
  const { rows } = await client.query<{ url: string }>(`${named.join(' union ')} order by 1`);
  return rows.map(({ url }) => url);
};

const lookAt = async (connection: pg.ClientConfig): Promise<Omit<Recorded, 'at'>> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return { tables: await checksumTables(client), contents: await namedContents(client) };
  } finally {
    await client.end();
  }
};

/** Records a moment in which nothing is written: callers have been stopped, and what the service does by itself is waited for. */
export const recordMoment = async (dataDir: string): Promise<Recorded> => {
  const connection = await embeddedConnection(dataDir);
  for (;;) {
    const before = await lookAt(connection);
    const at = new Date();
    await new Promise((done) => setTimeout(done, 5));
    const after = await lookAt(connection);
    if (JSON.stringify(before) === JSON.stringify(after)) return { at, ...before };
  }
};

/** Content of a DATA_DIR without a running service; file contents are those whose bytes match their name. */
export const lookInto = async (dataDir: string): Promise<Omit<Recorded, 'at'>> => {
  const server = await startEmbedded({ dataDir });
  try {
    const { tables } = await lookAt(server.connection);
    const files = join(dataDir, 'files');
    const names = (await readdir(files, { recursive: true, encoding: 'utf8' }).catch(() => [])).filter((name) =>
      /[0-9a-f]{64}$/.test(name),
    );
    const whole = await Promise.all(
      names.map(async (name) => {
        const hash = createHash('sha256').update(await readFile(join(files, name)));
        return name.endsWith(hash.digest('hex')) ? name : `damaged: ${name}`;
      }),
    );
    return { tables, contents: whole.sort() };
  } finally {
    await server.stop();
  }
};
