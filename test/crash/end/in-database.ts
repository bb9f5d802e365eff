/**
 * State of the database at the end: changes and their events, merges, and the results of two maintenance commands.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { embeddedConnection } from '../../../src/db/embedded/embedded-server.ts';
import { type Change, deliveryFaults, type Event, eventFaults } from '../checks/outbox.ts';
import { type Delivered, type Fault, fault, type Merged } from '../history.ts';
import type { Command } from '../prepare.ts';

/** The claim of a worker that was killed is over after 20 s. */
const DELIVERED_WITHIN_MS = 90_000;

/** Asks the database of a service itself. */
export const withDatabase = async <T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(await embeddedConnection(dataDir));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Until nothing waits to be delivered, or for a while. */
const untilDelivered = async (client: pg.Client, orgId: number): Promise<void> => {
  const until = performance.now() + DELIVERED_WITHIN_MS;
  while (performance.now() < until) {
    const { rows } = await client.query(
      "select 1 from webhook_delivery where org_id = $1 and state = 'pending' limit 1",
      [orgId],
    );
    if (!rows.length) return;
    await delay(200);
  }
};

/** Changes that callers made, their events, and the deliveries of these. */
export const outboxFaults = (dataDir: string, orgId: number, delivered: () => Promise<readonly Delivered[]>) =>
  withDatabase(dataDir, async (client): Promise<{ faults: Fault[]; changes: Change[] }> => {
    await untilDelivered(client, orgId);
    const { rows: changes } = await client.query<Change>(
      `select section, record_id as id, action, changes like '%"merged_into"%' as merged from audit_entry
       where org_id = $1 and token_id is not null`,
      [orgId],
    );
    const { rows: events } = await client.query<Event>(
      `select request_id::text as "requestId", event_name as event, (payload::json->>'id')::int as id, state
       from webhook_delivery where org_id = $1`,
      [orgId],
    );
    const eventful = changes.filter(({ section }) => section !== 'webhooks');
    return { faults: [...eventFaults(eventful, events), ...deliveryFaults(events, await delivered())], changes };
  });

/** A merge is atomic: the slave is deleted and the master has its address, or neither. */
export const mergeFaults = (dataDir: string, orgId: number, merges: readonly Merged[]): Promise<Fault[]> =>
  withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ id: number; kid: number; gone: boolean }>(
      `select a.id, a.kid, s.del <> 0 as gone from unnest($2::int[], $3::int[]) m (part, slave)
       join address a on a.org_id = $1 and a.id = m.part join contact s on s.org_id = $1 and s.id = m.slave`,
      [orgId, merges.map(({ part }) => part), merges.map(({ slave }) => slave)],
    );
    const byPart = new Map(rows.map((row) => [row.id, row]));
    return merges.flatMap(({ master, slave, part, outcome }) => {
      const row = byPart.get(part);
      if (row?.gone && row.kid === master) return [];
      if (outcome === 'unknown' && row && !row.gone && row.kid === slave) return [];
      const kind = outcome === 'done' && row && !row.gone ? 'lost' : 'partial';
      return [fault(kind, `merge of ${slave} into ${master}: gone ${row?.gone}, its address at ${row?.kid}`)];
    });
  });

/** Counters and stored text, as the operator's own commands compare them. */
export const commandFaults = async (command: Command, orgId: number): Promise<Fault[]> => {
  const printed = (error: { stdout?: string }) => JSON.parse(error.stdout || '{}');
  const doctor = await command('doctor').catch(printed);
  const reprint = await command('reprint', '--check', '--org', String(orgId)).catch(printed);
  return [
    ...(doctor.ok === true ? [] : [fault('totals', `doctor: ${JSON.stringify(doctor.findings ?? doctor)}`)]),
    ...(reprint.outdated === 0 ? [] : [fault('printed', `reprint --check: ${JSON.stringify(reprint)}`)]),
  ];
};
