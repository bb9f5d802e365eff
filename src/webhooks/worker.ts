/** Delivers events: claim, send, settle. A worker that is killed delays what it had claimed, and loses nothing. */
import type { Database } from '../db/database.ts';
import { nextDelay } from './retry-plan.ts';
import type { Outcome, Sender } from './send.ts';
import { targetOf, WEBHOOK_COLUMNS, type WebhookRow } from './webhook-row.ts';

const LEASE_SECONDS = 60;
/** Calls at once, in all and to one webhook: a slow receiver occupies only its own places. */
const PARALLEL = 64;
const PER_WEBHOOK = 4;
const IDLE_MS = 250;
const KEEP_DAYS = 30;
const HOUSEKEEPING_MS = 3_600_000;
/** Five days without one success and so many failed deliveries switch a webhook off (decisions 7.4). */
const FAILED_ENOUGH = 20;
const EXCERPT = 1000;

interface Claimed extends WebhookRow {
  readonly delivery_id: number;
  readonly request_id: string;
  readonly event_name: string;
  readonly timestamp: string;
  readonly payload: string;
  readonly tries: number;
  readonly per_minute: number | null;
}

const CLAIM = `with due as (
  select d.org_id, d.id, row_number() over (partition by d.webhook_id order by d.next_attempt_at, d.id) as place
  from webhook_delivery d
  where d.state = 'pending' and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until < now())
    and d.webhook_id <> all($1::int[])
), claimed as (
  update webhook_delivery d set leased_until = now() + interval '${LEASE_SECONDS} seconds'
  from (select org_id, id from due where place <= ${PER_WEBHOOK} order by id limit $2) c
  where d.org_id = c.org_id and d.id = c.id and d.state = 'pending' and (d.leased_until is null or d.leased_until < now())
  returning d.*
)
select c.id as delivery_id, c.request_id::text, c.event_name, c.payload, c.tries,
  to_char(c.event_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
  case when o.plan ? 'webhook_deliveries_per_minute' then case when jsonb_typeof(o.plan->'webhook_deliveries_per_minute') = 'number'
    then (o.plan->>'webhook_deliveries_per_minute')::float8 end else 120 end as per_minute,
  ${WEBHOOK_COLUMNS}
from claimed c join webhook w on w.org_id = c.org_id and w.id = c.webhook_id join organisation o on o.org_id = c.org_id`;

/** Delivers until it is stopped. */
export interface Worker {
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

type Log = (level: 'info' | 'error', message: string, details?: Readonly<Record<string, unknown>>) => void;

export const startWorker = (db: Database, sender: Sender, log: Log): Worker => {
  let stopping = false;
  const busy = new Map<number, number>();
  const running = new Set<Promise<void>>();
  let cleanedAt = 0;

  const run = (text: string, values: readonly unknown[]) =>
    db.transaction((tx) => tx.run<Record<string, unknown>>({ text, values }));

  /** Takes one place in this minute's budget; without one the delivery waits for the next minute, and that is no attempt. */
  const mayGo = async (delivery: Claimed): Promise<boolean> => {
    const limit = delivery.per_minute;
    if (limit === null || !Number.isInteger(limit) || limit < 1) return false;
    const minute = Math.floor(Date.now() / 60_000);
    const rows = await run(
      'insert into webhook_budget as b (org_id, minute, used) values ($1, $2, 1) on conflict (org_id, minute) do update set used = b.used + 1 where b.used < $3 returning used',
      [delivery.org_id, minute, limit],
    );
    return rows.length > 0;
  };

  const postpone = (delivery: Claimed) =>
    run(
      "update webhook_delivery set next_attempt_at = date_trunc('minute', now()) + interval '1 minute' + random() * interval '2 seconds', leased_until = null where org_id = $1 and id = $2",
      [delivery.org_id, delivery.delivery_id],
    );

  const switchOff = (delivery: Claimed, reason: string) =>
    db.transaction(async (tx) => {
      const values = [delivery.org_id, delivery.id];
      await tx.run({
        text: 'update webhook set active = false, switched_off_because = $3 where org_id = $1 and id = $2',
        values: [...values, reason],
      });
      await tx.run({
        text: "update webhook_delivery set state = 'failed', leased_until = null where org_id = $1 and webhook_id = $2 and state = 'pending'",
        values,
      });
    });

  const settle = async (delivery: Claimed, outcome: Outcome): Promise<void> => {
    const attempt = {
      at: new Date().toISOString(),
      status: outcome.status,
      error: outcome.error?.code ?? null,
      duration_ms: outcome.duration_ms,
      response: outcome.body.slice(0, EXCERPT).replaceAll('\u0000', ''),
    };
    const tries = delivery.tries + 1;
    const wait = outcome.error && outcome.status !== 410 ? nextDelay(tries) : null;
    const state = outcome.error ? (wait === null ? 'failed' : 'pending') : 'delivered';
    const next = new Date(Date.now() + (wait ?? 0)).toISOString();
    await run(
      "update webhook_delivery set state = $3, tries = $4, attempts = attempts || $5::jsonb, next_attempt_at = $6, leased_until = null where org_id = $1 and id = $2 and state = 'pending'",
      [delivery.org_id, delivery.delivery_id, state, tries, JSON.stringify([attempt]), next],
    );
    if (state === 'delivered') {
      await run(
        'update webhook set failing_since = null, failed_count = 0 where org_id = $1 and id = $2 and failing_since is not null',
        [delivery.org_id, delivery.id],
      );
      return;
    }
    const [row] = await run(
      "update webhook set failing_since = coalesce(failing_since, now()), failed_count = failed_count + $3 where org_id = $1 and id = $2 returning failed_count >= $4 and failing_since < now() - interval '5 days' as hopeless",
      [delivery.org_id, delivery.id, state === 'failed' ? 1 : 0, FAILED_ENOUGH],
    );
    if (outcome.status === 410) await switchOff(delivery, 'The receiver answered 410 Gone.');
    else if (row?.hopeless) await switchOff(delivery, 'No delivery succeeded for five days.');
  };

  const deliver = async (delivery: Claimed): Promise<void> => {
    if (!(await mayGo(delivery))) {
      await postpone(delivery);
      return;
    }
    const { request_id, event_name, timestamp, payload } = delivery;
    await settle(delivery, await sender.send(targetOf(delivery), { request_id, event_name, timestamp, payload }));
  };

  const start = (delivery: Claimed): void => {
    busy.set(delivery.id, (busy.get(delivery.id) ?? 0) + 1);
    const work = deliver(delivery)
      .catch((error: Error) =>
        log('error', 'A webhook delivery could not be settled', {
          delivery: delivery.delivery_id,
          cause: error.message,
        }),
      )
      .finally(() => {
        const left = (busy.get(delivery.id) ?? 1) - 1;
        if (left) busy.set(delivery.id, left);
        else busy.delete(delivery.id);
        running.delete(work);
      });
    running.add(work);
  };

  const housekeeping = async (): Promise<void> => {
    if (Date.now() - cleanedAt < HOUSEKEEPING_MS) return;
    cleanedAt = Date.now();
    await run(
      `delete from webhook_delivery where event_at < now() - interval '${KEEP_DAYS} days' and state <> 'pending'`,
      [],
    );
    await run('delete from webhook_budget where minute < $1', [Math.floor(Date.now() / 60_000) - 5]);
  };

  const round = async (): Promise<number> => {
    await housekeeping();
    const full = [...busy].filter(([, count]) => count >= PER_WEBHOOK).map(([id]) => id);
    const room = PARALLEL - running.size;
    if (room <= 0) return 0;
    const claimed = (await run(CLAIM, [full, room])) as unknown as Claimed[];
    for (const delivery of claimed) start(delivery);
    return claimed.length;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const found = await round().catch(() => 0);
      if (!found) await new Promise((done) => setTimeout(done, IDLE_MS));
    }
    await Promise.all(running);
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping = true;
      await ended;
    },
  };
};
