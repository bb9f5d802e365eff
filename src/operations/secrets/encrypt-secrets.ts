/**
 * Encrypts secrets stored in clear or under another key, while the service runs: in small batches with a commit each,
 * so that it can be interrupted, repeated and run by several processes.
 */
import type { Database, Tx } from '../../db/database.ts';
import { keyIdIn, keyIdOf, type SecretPlace } from '../../db/encryption/key-ring.ts';
import { column as quoted } from '../../derive/storage/columns.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import type { SecretColumn } from './secret-columns.ts';

/** Rows of one transaction; a writer of one of them waits for its end. */
const BATCH = 500;

interface Row {
  readonly row: number | string;
  readonly value: string;
}

/** `org_id = ...` of a column that belongs to an organisation. */
const ofOrganisation = (column: SecretColumn, orgId: number): Sql =>
  column.shared ? sql`true` : sql`org_id = ${orgId}`;

/** Finds in a value which key has encrypted it. */
const SEALED_BY = raw(String.raw`'^sealed\.v1\.([0-9a-f]{12})\.'`);

/** Locks the next rows that the first key has not encrypted; of objects all, since only their members say. */
const lockNext = (tx: Tx, column: SecretColumn, orgId: number, after: number | string | null): Promise<Row[]> => {
  const value = sql`t.${quoted(column.column)}::text`;
  const renewedAlready = `${keyIdOf(tx.keyRing.ids[0] ?? '')}%`;
  const pending = column.members ? sql`${value} <> '{}'` : sql`${value} <> '' and ${value} not like ${renewedAlready}`;
  const from = after === null ? sql`true` : sql`t.${quoted(column.row)} > ${after}`;
  return tx.run<Row>(
    sql`select t.${quoted(column.row)} as row, ${value} as value from ${raw(column.table)} t
      where ${ofOrganisation(column, orgId)} and ${pending} and ${from} order by 1 limit ${BATCH} for no key update`,
  );
};

/** A value under the first key. @param clear whether values may be in clear: else they were put there by others */
const renewed = ({ keyRing }: Tx, place: SecretPlace, value: string, clear: boolean): string => {
  const keyId = keyIdIn(value);
  if (keyId === keyRing.ids[0]) return value;
  return keyRing.encrypt(place, keyId === undefined && clear ? value : keyRing.decrypt(place, value));
};

const renewedValue = (tx: Tx, column: SecretColumn, orgId: number, { row, value }: Row, clear: boolean): string => {
  const place = { org: column.shared ? 0 : orgId, table: column.table, column: column.column, row };
  if (!column.members) return renewed(tx, place, value, clear);
  const members = Object.entries(JSON.parse(value) as Record<string, string>).map(([name, member]) => [
    name,
    renewed(tx, { ...place, column: `${column.column}.${name}` }, member, clear),
  ]);
  return JSON.stringify(Object.fromEntries(members));
};

/** How many secrets of a stored value the first key has not encrypted. */
const othersIn = ({ keyRing }: Tx, column: SecretColumn, value: string): number => {
  const secrets = column.members ? Object.values(JSON.parse(value) as Record<string, string>) : [value];
  return secrets.filter((secret) => keyIdIn(secret) !== keyRing.ids[0]).length;
};

/** @returns the last processed row and the number of written secrets; null after the last row */
const encryptBatch = (db: Database, column: SecretColumn, orgId: number, after: Row['row'] | null, clear: boolean) =>
  db.transaction(async (tx) => {
    const rows = await lockNext(tx, column, orgId, after);
    const type = raw(column.members ? 'jsonb' : 'text');
    const writes = rows.flatMap((row) => {
      const value = renewedValue(tx, column, orgId, row, clear);
      // PostgreSQL prints objects in its own way: members are compared, not text.
      if (column.members && JSON.stringify(JSON.parse(row.value)) === value) return [];
      return sql`update ${raw(column.table)} set ${quoted(column.column)} = ${value}::${type}
        where ${ofOrganisation(column, orgId)} and ${quoted(column.row)} = ${row.row}`;
    });
    await Promise.all(writes.map((write) => tx.run(write)));
    const last = rows.at(-1);
    const written = rows.reduce((sum, { value }) => sum + othersIn(tx, column, value), 0);
    return last === undefined ? null : { last: last.row, written };
  });

/**
 * Brings all values of columns under the first key.
 * @param clear whether values in clear are expected; else they are refused
 * @param progress is called after each batch with the number of secrets written in all
 * @returns how many secrets were written
 * @throws 503 `service_unavailable` where a value cannot be read: its key is missing, or it was tampered with
 */
export const encryptSecrets = async (
  db: Database,
  columns: readonly SecretColumn[],
  clear: boolean,
  progress: (written: number) => void = () => undefined,
): Promise<number> => {
  const organisations = await db.queryLong<{ org_id: number }>(sql`select org_id from organisation order by org_id`);
  let written = 0;
  for (const column of columns) {
    for (const orgId of column.shared ? [0] : organisations.map(({ org_id }) => org_id)) {
      let after: Row['row'] | null = null;
      for (;;) {
        const batch = await encryptBatch(db, column, orgId, after, clear);
        if (!batch) break;
        after = batch.last;
        written += batch.written;
        progress(written);
      }
    }
  }
  return written;
};

/** Values encrypted by each key; values in clear count under `clear`. */
export const secretsByKey = async (
  db: Database,
  columns: readonly SecretColumn[],
): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const { table, column, members } of columns) {
    const value = members ? raw('m.value') : sql`t.${quoted(column)}`;
    const from = members ? sql`${raw(table)} t, jsonb_each_text(t.${quoted(column)}) m` : sql`${raw(table)} t`;
    const rows = await db.queryLong<{ key: string | null; n: number }>(sql`select
        substring(${value} from ${SEALED_BY}) as key, count(*)::int as n
      from ${from}
      where ${value} <> ''
      group by 1`);
    for (const { key, n } of rows) counts[key ?? 'clear'] = (counts[key ?? 'clear'] ?? 0) + n;
  }
  return counts;
};
