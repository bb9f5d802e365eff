/**
 * The way out where a key of the secrets is lost for good: what it encrypted is emptied, so that the service starts
 * again under another key (docs/decisions/0009).
 */
import { type Author, entryBy } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Place } from '../../db/key-ring.ts';
import { printExpression } from '../../derive/columns.ts';
import { raw, type Sql, sql } from '../../sql.ts';
import { nameOf, type SecretColumn } from './secret-columns.ts';

/** How many secrets of an organisation's column no key there is can read; 0 is the service itself. */
export interface Lost {
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

/** What cannot be read, by organisation and column. */
export const lostSecrets = async (db: Database, columns: readonly SecretColumn[]): Promise<readonly Lost[]> => {
  const { ids } = db.keyRing;
  const counts = await Promise.all(
    columns.map(async (column) => {
      const org = raw(column.shared ? '0' : 't.org_id');
      const rows = await db.readLong<Omit<Lost, 'column'>>(
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
    const place: Place = { org: orgId, table: 'webhook', column: 'secret', row: id };
    await tx.run(sql`update webhook set secret = ${tx.keyRing.seal(place, fresh())}, active = false, released = false
      where org_id = ${orgId} and id = ${id}`);
  }
};

/** What is left of headers; a webhook that lacks one is off. */
const cutHeaders = (tx: Tx, orgId: number, column: SecretColumn, keys: readonly string[]): Promise<unknown> =>
  tx.run(sql`update webhook t set active = false, released = false, headers = coalesce((select jsonb_object_agg(m.key, m.value)
      from jsonb_each_text(t.headers) m where not ${isLost(raw('m.value'), keys)}), '{}')
    where t.org_id = ${orgId} and ${rowsLost(column, keys)}`);

/** A factor that cannot be checked is none; the codes that stand in for it go with it. */
const dropFactors = async (tx: Tx, orgId: number, column: SecretColumn, keys: readonly string[]): Promise<void> => {
  const rows = await tx.run<{ kid: number }>(sql`update credential t set totp_secret = null, totp_step = null
    where t.org_id = ${orgId} and ${rowsLost(column, keys)} returning t.kid`);
  const kids = rows.map(({ kid }) => kid);
  await tx.run(sql`delete from recovery_code where org_id = ${orgId} and kid = any(${kids}::int[])`);
};

/** Empties one column of an organisation. */
const empty = (tx: Tx, orgId: number, column: SecretColumn, fresh: Fresh): Promise<unknown> => {
  const keys = tx.keyRing.ids;
  const name = nameOf(column);
  if (name === 'webhook.secret') return renewWebhooks(tx, orgId, keys, fresh);
  if (name === 'webhook.headers') return cutHeaders(tx, orgId, column, keys);
  if (name === 'credential.totp_secret') return dropFactors(tx, orgId, column, keys);
  const printed = column.resource
    ? sql`, printed = ${printExpression(column.resource, 't', { [column.column]: raw('null') })}`
    : raw('');
  return tx.run(sql`update ${raw(column.table)} t set ${raw(column.column)} = null${printed}
    where t.org_id = ${orgId} and ${rowsLost(column, keys)}`);
};

/**
 * Empties what no key can read, an organisation in a transaction, with an entry in its audit log; can be interrupted and
 * repeated. Keys that sign tokens go for all organisations: tokens that they signed are void.
 * @param lost what `lostSecrets` found
 * @param fresh makes the secret of a webhook
 */
export const discardSecrets = async (
  db: Database,
  columns: readonly SecretColumn[],
  lost: readonly Lost[],
  fresh: Fresh,
  by: Author,
): Promise<void> => {
  const shared = lost.filter(({ org_id }) => org_id === 0);
  const organisations = await db.readLong<{ org_id: number }>(
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
