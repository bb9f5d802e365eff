/** A webhook as it is stored. */
import type { Tx } from '../db/database.ts';
import { fail } from '../errors.ts';
import type { Target } from './send.ts';

export interface WebhookRow {
  readonly org_id: number;
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly content_type: string;
  /** JSON text. */
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
export const WEBHOOK_COLUMNS = `w.org_id, w.id, w.url, w.method, w.content_type, w.headers::text as headers, w.events, w.active,
w.released, w.secret, w.old_secret, extract(epoch from w.old_secret_until)::float8 * 1000 as old_secret_until,
to_char(w.last_test_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_test_at, w.last_test_ok, w.switched_off_because`;

/** Where and how a webhook is called at a moment: a secret that was replaced signs until its day is over. */
export const targetOf = (row: WebhookRow, now: number): Target => ({
  url: row.url,
  method: row.method,
  content_type: row.content_type,
  headers: JSON.parse(row.headers) as Record<string, string>,
  secrets: [row.secret, ...(row.old_secret && now < (row.old_secret_until ?? 0) ? [row.old_secret] : [])],
});

const unknownWebhook = (id: number) =>
  fail('not_found', { as: 'unknown_webhook', message: `There is no webhook ${id}.` });

/** Reads a webhook. @throws 404 */
export const readWebhook = async (run: Pick<Tx, 'run'>['run'], id: number): Promise<WebhookRow> => {
  const [row] = await run<WebhookRow>({
    text: `select ${WEBHOOK_COLUMNS} from webhook w where w.id = $1`,
    values: [id],
  });
  if (!row) throw unknownWebhook(id);
  return row;
};

/** A webhook, locked; the organisation is looked up first, because a row can be locked in one organisation only. */
export const lockWebhook = async (tx: Tx, id: number): Promise<WebhookRow> => {
  const { org_id: orgId } = await readWebhook((query) => tx.run(query), id);
  const [row] = await tx.run<WebhookRow>({
    text: `select ${WEBHOOK_COLUMNS} from webhook w where w.org_id = $1 and w.id = $2 for update`,
    values: [orgId, id],
  });
  if (!row) throw unknownWebhook(id);
  return row;
};
