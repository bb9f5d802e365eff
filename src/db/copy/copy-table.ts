/** Copies the rows of a table between databases by PostgreSQL's COPY, as a stream. */
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { StoredTable } from './catalog.ts';

/** Lets bytes pass, and says how many have. */
const counted = (report: (bytes: number) => void): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      report(bytes);
      done(null, chunk);
    },
  });
};

/**
 * Copies all rows visible to the transaction of `source` into the transaction of `target`, in bounded memory.
 * @param report called often with the bytes copied so far
 * @throws Error of either database. Both connections can then only be closed
 */
export const copyTable = (
  source: pg.Client,
  target: pg.Client,
  { name, columns }: StoredTable,
  report: (bytes: number) => void,
): Promise<void> => {
  const what = `${name} (${columns.map((column) => column.name).join(', ')})`;
  return pipeline(
    source.query(copyTo(`copy ${what} to stdout`)),
    counted(report),
    target.query(copyFrom(`copy ${what} from stdin`)),
  );
};
