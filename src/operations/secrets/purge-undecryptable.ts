/**
 * Recovery after the loss of a key: empties the secrets encrypted with it, so that the service starts under another
 * key (docs/decisions/0009).
 */
import { type Author, entryBy } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { jsonExpression } from '../../derive/storage/columns.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { nameOf, type SecretColumn } from './secret-columns.ts';

/** How many secrets of an organisation's column no key there is can read; 0 is the service itself. */
export interface Undecryptable {
  readonly org_id: number;
  readonly column: string;
  readonly n: number;
}

/** Whether a stored text was encrypted with a key that is not there. */
const isLost = (value: Sql, keys: readonly string[]): Sql =>
  sql`substring(${value} from '^sealed\\.v1\\.([0-9a-f]{12})\\.') <> all(${keys}::text[])`;

/** Rows of a column that hold such a text; of objects those with one in a member. */
const rowsLost = ({ column, members }: SecretColumn, keys: readonly string[]): Sql =>
  members
    ? sql`exists (select 1 from jsonb_each_text(t.${raw(column)}) m where ${isLost(raw('m.value'), keys)})`
    : isLost(raw(`t.${column}`), keys);

/** Undecryptable values by organisation and column. */
export const findUndecryptable = async (
  db: Database,
  columns: readonly SecretColumn[],
): Promise<readonly Undecryptable[]> => {
  const { ids } = db.keyRing;
  const counts = await Promise.all(
    columns.map(async (column) => {
      const org = raw(column.shared ? '0' : 't.org_id');
      const rows = await db.queryLong<Omit<Undecryptable, 'column'>>(
        sql`select ${org} as org_id, count(*)::int as n from ${raw(column.table)} t where ${rowsLost(column, ids)} group by 1`,
      );
      return rows.map((row) => ({ ...row, column: nameOf(column) }));
    }),
  );
  return counts.flat();
};

/** Makes a secret for those who cannot be without one. */
type Fresh = () => string;

/** Webhooks sign with a new secret, which receivers do not know yet: they are off until one is shown and tested. */
const renewWebhooks = async (tx: Tx, orgId: number, keys: readonly string[], fresh: Fresh): Promise<void> => {
  const rows = await tx.run<{ id: number }>(
    sql`select t.id from webhook t where t.org_id = ${orgId} and ${isLost(raw('t.secret'), keys)} for update`,
  );
  for (const { id } of rows) {
    const place: SecretPlace = { org: orgId, table: 'webhook', column: 'secret', row: id };
    await tx.run(sql`update webhook set secret = ${tx.keyRing.encrypt(place, fresh())}, active = false, released = false
      where org_id = ${orgId} and id = ${id}`);
  }
};

/** Removes undecryptable headers; a webhook without one of its headers is disabled. */
const cutHeaders = (tx: Tx, orgId: number, column: SecretColumn, keys: readonly string[]): Promise<unknown> =>
  tx.run(sql`update webhook t set active = false, released = false, headers = coalesce((select jsonb_object_agg(m.key, m.value)
      from jsonb_each_text(t.headers) m where not ${isLost(raw('m.value'), keys)}), '{}')
    where t.org_id = ${orgId} and ${rowsLost(column, keys)}`);

/** Removes apps as second factors that cannot be verified, and the recovery codes of who has no passkey either. */
const dropFactors = async (tx: Tx, orgId: number, column: SecretColumn, keys: readonly string[]): Promise<void> => {
  const rows = await tx.run<{ kid: number }>(sql`update credential t set totp_secret = null, totp_step = null
    where t.org_id = ${orgId} and ${rowsLost(column, keys)} returning t.kid`);
  const kids = rows.map(({ kid }) => kid);
  await tx.run(sql`delete from recovery_code r where r.org_id = ${orgId} and r.kid = any(${kids}::int[])
    and not exists (select 1 from passkey k where k.org_id = ${orgId} and k.kid = r.kid)`);
};

/** Empties one column of an organisation. */
const empty = (tx: Tx, orgId: number, column: SecretColumn, fresh: Fresh): Promise<unknown> => {
  const keys = tx.keyRing.ids;
  const name = nameOf(column);
  if (name === 'webhook.secret') return renewWebhooks(tx, orgId, keys, fresh);
  if (name === 'webhook.headers') return cutHeaders(tx, orgId, column, keys);
  if (name === 'credential.totp_secret') return dropFactors(tx, orgId, column, keys);
  const printed = column.resource
    ? sql`, printed = ${jsonExpression(column.resource, 't', { [column.column]: raw('null') })}`
    : raw('');
  return tx.run(sql`update ${raw(column.table)} t set ${raw(column.column)} = null${printed}
    where t.org_id = ${orgId} and ${rowsLost(column, keys)}`);
};

/**
 * Empties undecryptable values, one organisation per transaction, with an audit entry; can be interrupted and
 * repeated. Signing keys affect all organisations: tokens signed with them become invalid.
 * @param lost the result of `findUndecryptable`
 * @param fresh creates the secret of a webhook
 */
export const purgeUndecryptable = async (
  db: Database,
  columns: readonly SecretColumn[],
  lost: readonly Undecryptable[],
  fresh: Fresh,
  by: Author,
): Promise<void> => {
  const shared = lost.filter(({ org_id }) => org_id === 0);
  const organisations = await db.queryLong<{ org_id: number }>(
    sql`select org_id from organisation where deletion_began_at is null order by org_id`,
  );
  for (const { org_id: orgId } of organisations) {
    const own = lost.filter(({ org_id }) => org_id === orgId);
    const counts = [...own, ...shared].map(({ column, n }) => [column, [n, 0]]);
    if (!counts.length) continue;
    const changes = Object.fromEntries(counts);
    await db.transaction(async (tx) => {
      for (const column of columns) {
        if (own.some((one) => one.column === nameOf(column))) await empty(tx, orgId, column, fresh);
      }
      await tx.finish([
        entryBy(by, orgId, { section: 'settings', recordId: 0, action: 'discard-secrets', changes, security: true }),
      ]);
    });
  }
  await db.transaction((tx) => tx.run(sql`delete from signing_key t where ${isLost(raw('t.secret'), tx.keyRing.ids)}`));
};
