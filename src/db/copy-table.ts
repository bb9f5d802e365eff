/** Rows of a table from one database to another, as PostgreSQL itself hands them over and takes them: a stream, whatever they take. */
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { StoredTable } from './stored-tables.ts';

/** Lets bytes pass, and says how many have. */
const counted = (told: (bytes: number) => void): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      told(bytes);
      done(null, chunk);
    },
  });
};

/**
 * Copies all rows that the transaction of `source` sees into the transaction of `target`, in bounded memory.
 * @param told is called with the bytes so far, often
 * @throws Error of either database. Neither connection can be used then for anything but its end
 */
export const copyTable = (
  source: pg.Client,
  target: pg.Client,
  { name, columns }: StoredTable,
  told: (bytes: number) => void,
): Promise<void> => {
  const what = `${name} (${columns.map((column) => column.name).join(', ')})`;
  return pipeline(
    source.query(copyTo(`copy ${what} to stdout`)),
    counted(told),
    target.query(copyFrom(`copy ${what} from stdin`)),
  );
};
