/**
 * A test call of a webhook: sent immediately, with the full result, and rate limited, because the receiver bears its
 * cost.
 */
import { randomUUID } from 'node:crypto';
import { SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { fail, retryAfter } from '../../errors/api-error.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import { sql } from '../../sql/sql.ts';
import { acquireSlot, secondsLeft } from '../delivery/claim-lease.ts';
import { MASK } from '../redact-headers.ts';
import { bodyOf, headersOf, type Sender } from '../send.ts';
import {
  type Acting,
  lockFor,
  readWebhook,
  targetOf,
  type WebhookName,
  type WebhookRow,
  webhookNamed,
} from '../webhook-row.ts';
import { PING } from './validate-webhook.ts';

/** Test calls of one webhook within any minute (rules 8.2). */
const TESTS_A_MINUTE = 10;

/** Response headers that a test shows. */
const SAFE_HEADERS = new Set([
  'content-type',
  'content-length',
  'date',
  'server',
  'location',
  'retry-after',
  'x-request-id',
]);

const masked = (
  headers: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Object.hasOwn(own, name) || name === 'webhook-signature' ? MASK : value,
    ]),
  );

/** The database clock in milliseconds since 1970: all processes count by it. */
const CLOCK = sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;

const tooMany = (what: string, seconds: number) =>
  fail('rate_limit_exceeded', {
    as: 'too_many_tests',
    message: `${what}; try again in ${seconds} s.`,
    ...retryAfter(seconds),
  });

/**
 * Takes one of the test calls that a webhook has in a minute.
 * @returns the webhook
 * @throws 404; 429 `rate_limit_exceeded` (as `too_many_tests`) with Retry-After
 */
const takeTest = (db: Database, named: WebhookName, by: Acting): Promise<WebhookRow> =>
  db.transaction(async (tx) => {
    const row = await lockFor(tx, named, by);
    const [clock] = await tx.run<{ now: number }>(CLOCK);
    const now = clock?.now ?? 0;
    const [stored] = await tx.run<{ times: string }>(
      sql`select to_json(array(select extract(epoch from t)::float8 * 1000 from unnest(tested_at) t))::text as times
        from webhook where org_id = ${row.org_id} and id = ${row.id}`,
    );
    // A time that is still to come was taken before the clock was set back.
    const times = (JSON.parse(stored?.times ?? '[]') as number[]).filter((at) => at > now - MINUTE_MS && at <= now);
    if (times.length >= TESTS_A_MINUTE) {
      const seconds = Math.max(1, Math.ceil((Math.min(...times) + MINUTE_MS - now) / 1000));
      throw tooMany(`A webhook can be tested ${TESTS_A_MINUTE} times a minute`, seconds);
    }
    // A program can create and test webhooks at any rate: its test calls count as deliveries.
    if (by.tokenId !== null && !(await acquireSlot(tx, row, now)))
      throw tooMany('The deliveries of the organisation are used up for this minute', secondsLeft(now));
    const taken = [...times, now].map((at) => new Date(at).toISOString());
    await tx.finish([sql`update webhook set tested_at = ${taken} where org_id = ${row.org_id} and id = ${row.id}`]);
    return row;
  });

/**
 * One immediate call that is not stored as a delivery (rules 17.1, 17.2), ten times a minute at most.
 * @param event one of the webhook's own, or the connection test
 * @throws 400 `event_not_active`, 404, 429 `too_many_tests`
 */
export const testWebhook = async (
  db: Database,
  sender: Sender,
  id: number,
  { event = PING, by = SERVICE }: { readonly event?: string | undefined; readonly by?: Acting } = {},
) => {
  const named = await webhookNamed(db, id, by.orgId);
  const { events } = await readWebhook((query) => db.read(query), named);
  if (event !== PING && !events.includes(event)) {
    throw fail('event_not_active', {
      message: `The webhook has not activated ${event}; choose one of its events or ${PING}.`,
    });
  }
  const row = await takeTest(db, named, by);
  const now = new Date().toISOString();
  const payload = JSON.stringify({ test: true, message: 'This is a test of the webhook.', triggered_at: now });
  const envelope = { request_id: randomUUID(), event_name: event, timestamp: now, payload };
  const target = targetOf(db.keyRing, row, Date.now());
  const body = bodyOf(envelope, target.content_type);
  const outcome = await sender.send(target, envelope);
  const ok = outcome.error === null;
  await db.transaction((tx) =>
    tx.run(sql`update webhook set last_test_at = ${now}, last_test_ok = ${ok}, released = released or
      (${ok} and url = ${row.url} and method = ${row.method} and content_type = ${row.content_type} and headers = ${row.headers}::jsonb)
      where org_id = ${row.org_id} and id = ${id}`),
  );
  const safe = Object.fromEntries(Object.entries(outcome.headers).filter(([name]) => SAFE_HEADERS.has(name)));
  return {
    ok,
    request: {
      method: target.method,
      url: target.url,
      headers: masked(headersOf(target, envelope, body), target.headers),
      body,
    },
    ...(outcome.status === null
      ? {}
      : { response: { status: outcome.status, headers: safe, body: outcome.body, truncated: outcome.truncated } }),
    ...(outcome.error ? { error: outcome.error } : {}),
    duration_ms: outcome.duration_ms,
  };
};
