/** A webhook as it is stored, its secrets encrypted. */
import type { Author } from '../db/audit-entry.ts';
import type { Database, Tx } from '../db/database.ts';
import type { KeyRing, Place } from '../db/key-ring.ts';
import { whose } from '../db/whose.ts';
import { fail } from '../errors.ts';
import { prepared, raw, type Sql, sql } from '../sql.ts';
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

/** What names a webhook. */
export type WebhookName = Pick<WebhookRow, 'org_id' | 'id'>;

const placeOf = ({ org_id, id }: WebhookName, column: string): Place => ({
  org: org_id,
  table: 'webhook',
  column,
  row: id,
});

/** A signing secret as it is stored. */
export const sealedSecret = (
  keyRing: KeyRing,
  of: WebhookName,
  column: 'secret' | 'old_secret',
  clear: string,
): string => keyRing.seal(placeOf(of, column), clear);

/** A signing secret in clear. */
export const openedSecret = (keyRing: KeyRing, row: WebhookRow): string =>
  keyRing.open(placeOf(row, 'secret'), row.secret);

/** Headers as they are stored: JSON text whose values are encrypted one by one. */
export const sealedHeaders = (keyRing: KeyRing, of: WebhookName, headers: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, keyRing.seal(placeOf(of, `headers.${name}`), value)]),
    ),
  );

/** Headers as they are stored, for their names. */
export const storedHeaders = ({ headers }: Pick<WebhookRow, 'headers'>): Record<string, string> =>
  JSON.parse(headers) as Record<string, string>;

/** Headers in clear. */
export const openedHeaders = (keyRing: KeyRing, row: WebhookRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(storedHeaders(row)).map(([name, value]) => [
      name,
      keyRing.open(placeOf(row, `headers.${name}`), value),
    ]),
  );

/** Where and how a webhook is called at a moment: a secret that was replaced signs until its day is over. */
export const targetOf = (keyRing: KeyRing, row: WebhookRow, now: number): Target => ({
  url: row.url,
  method: row.method,
  content_type: row.content_type,
  headers: openedHeaders(keyRing, row),
  secrets: [
    openedSecret(keyRing, row),
    ...(row.old_secret && now < (row.old_secret_until ?? 0)
      ? [keyRing.open(placeOf(row, 'old_secret'), row.old_secret)]
      : []),
  ],
});

const unknownWebhook = (id: number) =>
  fail('not_found', { as: 'unknown_webhook', message: `There is no webhook ${id}.` });

/** A webhook by its number; where the organisation is not known, it is looked up. @throws 404 where nobody has it */
export const webhookNamed = async (db: Database, id: number, known?: number): Promise<WebhookName> => ({
  org_id: await whose(db, 'webhook', id, unknownWebhook, known),
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
 * Locks a webhook before its deliveries, as whoever switches it off or deletes it does: in the other order they wait for
 * each other as long as calls fail.
 */
export const lock = ({ org_id: orgId, id }: WebhookName): Sql => prepared`select 1
    from webhook w
    where w.org_id = ${orgId} and w.id = ${id}
    for no key update of w`;

/** Who acts on a webhook, and what has to hold for it. */
export interface Acting extends Author {
  /** Where it is known, webhooks of others are not found; else it is looked up. */
  readonly orgId?: number;
  /** Looks at the locked webhook before anything is changed. @throws what refuses the act */
  readonly permits?: (row: WebhookRow, tx: Tx) => unknown;
  /** What the transaction of the act writes besides. */
  readonly beside?: (done: Readonly<Record<string, unknown>>) => readonly Sql[];
}

/** The webhook that somebody acts on, locked. @throws 404, and what does not permit the act */
export const lockFor = async (tx: Tx, name: WebhookName, by: Acting): Promise<WebhookRow> => {
  const row = await lockWebhook(tx, name);
  await by.permits?.(row, tx);
  return row;
};
