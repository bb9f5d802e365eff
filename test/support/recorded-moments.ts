/** Moments of a service that is written to, each with what its database held: for restores to be compared with. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedConnection, startEmbedded } from '../../src/db/embedded.ts';
import { sumTables, type TableSum } from '../../src/db/table-sums.ts';

/** What a database held at a moment. */
export interface Recorded {
  readonly at: Date;
  readonly tables: readonly TableSum[];
  /** Names of all contents that rows name. */
  readonly contents: readonly string[];
}

const lookAt = async (connection: pg.ClientConfig): Promise<Omit<Recorded, 'at'>> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ url: string }>(
      'select distinct url from document where url is not null order by 1',
    );
    return { tables: await sumTables(client), contents: rows.map(({ url }) => url) };
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

/** What a DATA_DIR holds that nobody uses; its contents are those files whose bytes are what they are named by. */
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
