/** Registry of the secrets' keys in the database: detects a wrong key before anything is read or written. */
import type { Database, Tx } from '../../db/database.ts';
import type { KeyRing } from '../../db/encryption/key-ring.ts';
import { sql } from '../../sql/sql.ts';
import { encryptSecrets } from './encrypt-secrets.ts';
import { nameOf, type SecretColumn } from './secret-columns.ts';

/** Advisory lock of processes that look at the keys together. */
const LOCK = 4_711_004;
const KNOWN = 'The quick brown fox jumps over the lazy dog';

const placeOf = (id: string) => ({ org: 0, table: 'secrets_key', column: 'check_value', row: id });

interface Row {
  readonly id: string;
  readonly check_value: string;
  readonly encrypted: readonly string[];
}

/** Ids of the keys that secrets of this database are encrypted with. */
export const registeredKeys = async (db: Database): Promise<readonly string[]> => {
  const rows = await db.read<{ id: string }>(sql`select id from secrets_key order by created_at, id`);
  return rows.map(({ id }) => id);
};

/** Secrets of a database cannot be read: keys are missing, or are others than those of the same name. */
export class MissingKeys extends Error {
  constructor(readonly ids: readonly string[]) {
    super(`Secrets in this database are encrypted with the key ${ids.join(' and ')}`);
  }
}

/** @throws MissingKeys where a key ring cannot read all that is in the database */
export const assertKeys = async (db: Pick<Tx, 'run'>, keyRing: KeyRing): Promise<void> => {
  const rows = await db.run<Row>(sql`select id, check_value from secrets_key order by created_at, id`);
  const opens = ({ id, check_value }: Row): boolean => {
    try {
      return keyRing.decrypt(placeOf(id), check_value) === KNOWN;
    } catch {
      return false;
    }
  };
  const missing = rows.filter((row) => !opens(row)).map(({ id }) => id);
  if (missing.length) throw new MissingKeys(missing);
};

/** Notes that the first key is in use. On a cluster a write here is one on every node: where it is noted, nothing is written. */
const noteFirst = async (tx: Tx): Promise<void> => {
  const [id = ''] = tx.keyRing.ids;
  if ((await tx.run(sql`select 1 from secrets_key where id = ${id}`)).length) return;
  await tx.run(
    sql`insert into secrets_key (id, check_value) values (${id}, ${tx.keyRing.encrypt(placeOf(id), KNOWN)}) on conflict (id) do nothing`,
  );
};

/** Notes that the first key is in use now. */
export const registerKey = (db: Database): Promise<void> => db.transaction(noteFirst);

const pending = async (tx: Pick<Tx, 'run'>, columns: readonly SecretColumn[]): Promise<readonly SecretColumn[]> => {
  const rows = await tx.run<Row>(sql`select encrypted from secrets_key`);
  const done = new Set(rows.flatMap(({ encrypted }) => encrypted));
  return columns.filter((column) => !done.has(nameOf(column)));
};

/**
 * Prepares a database for its key ring: registers the active key, and encrypts values that an older version left in
 * clear, once; several processes may run it.
 * @returns the number of encrypted values
 * @throws MissingKeys
 */
export const prepareSecrets = async (db: Database, columns: readonly SecretColumn[]): Promise<number> => {
  const left = await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
    await assertKeys(tx, tx.keyRing);
    await noteFirst(tx);
    return pending(tx, columns);
  });
  if (!left.length) return 0;
  const written = await encryptSecrets(db, left, true);
  const [id = ''] = db.keyRing.ids;
  const names = left.map(nameOf);
  await db.transaction((tx) =>
    tx.run(
      sql`update secrets_key set encrypted = array(select distinct unnest(encrypted || ${names}::text[]) order by 1) where id = ${id}`,
    ),
  );
  return written;
};

/** Unregisters unused keys; their counts are added to those of the first key. */
export const unregisterKeys = async (db: Database, ids: readonly string[]): Promise<void> => {
  const [first = ''] = db.keyRing.ids;
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
    await noteFirst(tx);
    const rows = await tx.run<Row>(sql`select encrypted from secrets_key`);
    const names = [...new Set(rows.flatMap(({ encrypted }) => encrypted))].sort();
    await tx.run(sql`update secrets_key set encrypted = ${names}::text[] where id = ${first}`);
    await tx.run(sql`delete from secrets_key where id = any(${ids}::text[]) and id <> ${first}`);
  });
};
