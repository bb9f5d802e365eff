/** A webhook as it is stored, its secrets encrypted. */
import type { Author } from '../db/audit-entry.ts';
import type { Database, Tx } from '../db/database.ts';
import type { KeyRing, SecretPlace } from '../db/encryption/key-ring.ts';
import { findOrgIdOf } from '../db/tenant/find-org-id.ts';
import { fail } from '../errors/api-error.ts';
import { prepared, raw, type Sql, sql } from '../sql/sql.ts';
import type { Target } from './send.ts';

export interface WebhookRow {
  readonly org_id: number;
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly content_type: 'json' | 'form';
  /** JSON text; the values are encrypted. */
  readonly headers: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly released: boolean;
  readonly secret: string;
  readonly old_secret: string | null;
  /** Until when the old secret signs too, in milliseconds since 1970. */
  readonly old_secret_until: number | null;
  readonly last_test_at: string | null;
  readonly last_test_ok: boolean | null;
  readonly switched_off_because: string | null;
}

/** Columns of a webhook. */
export const WEBHOOK_COLUMNS =
  raw(`w.org_id, w.id, w.name, w.description, w.url, w.method, w.content_type, w.headers::text as headers, w.events, w.active,
      w.released, w.secret, w.old_secret, extract(epoch from w.old_secret_until)::float8 * 1000 as old_secret_until,
      to_char(w.last_test_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_test_at, w.last_test_ok,
      w.switched_off_because`);

/** The key of a webhook. */
export type WebhookName = Pick<WebhookRow, 'org_id' | 'id'>;

const placeOf = ({ org_id, id }: WebhookName, column: string): SecretPlace => ({
  org: org_id,
  table: 'webhook',
  column,
  row: id,
});

/** A signing secret as it is stored. */
export const encryptedSecret = (
  keyRing: KeyRing,
  of: WebhookName,
  column: 'secret' | 'old_secret',
  clear: string,
): string => keyRing.encrypt(placeOf(of, column), clear);

/** A signing secret in clear. */
export const decryptedSecret = (keyRing: KeyRing, row: WebhookRow): string =>
  keyRing.decrypt(placeOf(row, 'secret'), row.secret);

/** Headers as they are stored: JSON text whose values are encrypted one by one. */
export const encryptedHeaders = (
  keyRing: KeyRing,
  of: WebhookName,
  headers: Readonly<Record<string, string>>,
): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, keyRing.encrypt(placeOf(of, `headers.${name}`), value)]),
    ),
  );

/** Headers as they are stored, for their names. */
export const storedHeaders = ({ headers }: Pick<WebhookRow, 'headers'>): Record<string, string> =>
  JSON.parse(headers) as Record<string, string>;

/** Headers in clear. */
export const decryptedHeaders = (keyRing: KeyRing, row: WebhookRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(storedHeaders(row)).map(([name, value]) => [
      name,
      keyRing.decrypt(placeOf(row, `headers.${name}`), value),
    ]),
  );

/** Where and how a webhook is called at a moment: a secret that was replaced signs until its day is over. */
export const targetOf = (keyRing: KeyRing, row: WebhookRow, now: number): Target => ({
  url: row.url,
  method: row.method,
  content_type: row.content_type,
  headers: decryptedHeaders(keyRing, row),
  secrets: [
    decryptedSecret(keyRing, row),
    ...(row.old_secret && now < (row.old_secret_until ?? 0)
      ? [keyRing.decrypt(placeOf(row, 'old_secret'), row.old_secret)]
      : []),
  ],
});

const unknownWebhook = (id: number) =>
  fail('not_found', { as: 'unknown_webhook', message: `There is no webhook ${id}.` });

/** The key of a webhook by its id; an unknown organisation is looked up. @throws 404 for an unknown webhook */
export const webhookNamed = async (db: Database, id: number, known?: number): Promise<WebhookName> => ({
  org_id: await findOrgIdOf(db, { table: 'webhook', id, known }, unknownWebhook),
  id,
});

/** Reads a webhook. @throws 404 */
export const readWebhook = async (
  run: Pick<Tx, 'run'>['run'],
  { org_id: orgId, id }: WebhookName,
): Promise<WebhookRow> => {
  const [row] = await run<WebhookRow>(sql`select ${WEBHOOK_COLUMNS}
    from webhook w
    where w.org_id = ${orgId} and w.id = ${id}`);
  if (!row) throw unknownWebhook(id);
  return row;
};

/** A webhook, locked. @throws 404 */
export const lockWebhook = async (tx: Tx, { org_id: orgId, id }: WebhookName): Promise<WebhookRow> => {
  const [row] = await tx.run<WebhookRow>(sql`select ${WEBHOOK_COLUMNS}
    from webhook w
    where w.org_id = ${orgId} and w.id = ${id}
    for update`);
  if (!row) throw unknownWebhook(id);
  return row;
};

/**
 * Locks a webhook before its deliveries, in the same order as disabling and deleting: the reverse order would
 * deadlock while calls fail.
 */
export const lock = ({ org_id: orgId, id }: WebhookName): Sql => prepared`select 1
    from webhook w
    where w.org_id = ${orgId} and w.id = ${id}
    for no key update of w`;

/** Who acts on a webhook, and what has to hold for it. */
export interface Acting extends Author {
  /** Where it is known, webhooks of others are not found; else it is looked up. */
  readonly orgId?: number;
  /** Checks the locked webhook before any change. @throws an error that refuses the action */
  readonly permits?: (row: WebhookRow, tx: Tx) => unknown;
  /** Further statements for the transaction of the action. */
  readonly beside?: (done: Readonly<Record<string, unknown>>) => readonly Sql[];
}

/** Locks the webhook of an action. @throws 404, and the refusal of the action */
export const lockFor = async (tx: Tx, name: WebhookName, by: Acting): Promise<WebhookRow> => {
  const row = await lockWebhook(tx, name);
  await by.permits?.(row, tx);
  return row;
};
