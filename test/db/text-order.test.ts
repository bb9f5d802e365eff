/** The embedded server after an update of ICU: indexes of texts are rebuilt, because another version may order them differently. */
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { withConnection } from '../../src/db/pool/dedicated-connection.ts';
import { makeFolder } from '../support/folder.ts';

test('a start with another version of ICU rebuilds the indexes of texts, the next one does not', async () => {
  const dataDir = await makeFolder('text-order');
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  /** The files of an index, before and after the work of one start. */
  const fileOf = async (work = 'select 1'): Promise<{ file: number; current: boolean }> => {
    const server = await startEmbedded({ dataDir, durable: false });
    try {
      return await withConnection(server.connection, async (client) => {
        await client.query('create table if not exists named (name text collate "und-x-icu" primary key)');
        const { rows } = await client.query(`select pg_relation_filenode('named_pkey') as file,
          (select collversion = pg_collation_actual_version(oid) from pg_collation where collname = 'und-x-icu') as current`);
        await client.query(work);
        return rows[0];
      });
    } finally {
      await server.stop();
    }
  };
  const first = await fileOf(`update pg_collation set collversion = '1' where collname = 'und-x-icu'`);
  const renewed = await fileOf();
  expect(first.current && renewed.current).toBe(true);
  expect(renewed.file).not.toBe(first.file);
  expect(await fileOf()).toEqual(renewed);
});
