/** The request log: requests of the last days by token, route and status. */

import { HOUR_MS } from '../../shared/durations.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { instant, join, type Sql, sql } from '../../sql/sql.ts';
import { queryNumber, queryText, queryWord } from '../request/query-values.ts';
import type { Handlers, SettingsCall } from '../request/settings-call.ts';
import type { AnswerOf } from '../routes/index.ts';
import { MAX_REQUEST_ROWS, requestOutcomes } from '../routes/overview.ts';

const DAY_HOURS = 24;

const OUTCOMES: Readonly<Record<(typeof requestOutcomes)[number], Sql>> = lookupTable({
  done: sql`c.status < 400`,
  refused: sql`c.status between 400 and 499`,
  limited: sql`c.status = 429`,
  failed: sql`c.status >= 500`,
});

const showRequests = async ({ db, session, query, now }: SettingsCall) => {
  const { orgId } = session;
  const hours = queryNumber('hours', query.hours, 7 * DAY_HOURS) ?? DAY_HOURS;
  const token = queryNumber('token', query.token, MAX_INT);
  const outcome = queryWord('outcome', query.outcome, requestOutcomes);
  const search = queryText('search', query.search);
  const narrowed = [
    ...(token === null ? [] : [sql` and c.token_id = ${token}::int`]),
    ...(outcome ? [sql` and ${OUTCOMES[outcome]}`] : []),
    ...(search ? [sql` and strpos(lower(c.method || ' ' || c.route), lower(${search}::text)) > 0`] : []),
  ];
  const rows = await db.queryLong<{ doc: string }>(sql`select json_build_object(
      'token_id', nullif(r.token_id, 0), 'token_name', t.name, 'method', r.method, 'route', r.route,
      'status', r.status, 'requests', r.requests, 'last_hour', ${instant('r.last')})::text as doc
    from (
      select c.token_id, c.method, c.route, c.status, sum(c.requests)::float8 as requests, max(c.hour) as last
      from request_count c
      where c.org_id = ${orgId} and c.hour > ${new Date(now() - hours * HOUR_MS).toISOString()}::timestamptz${join(narrowed, '')}
      group by c.token_id, c.method, c.route, c.status
      order by requests desc, c.token_id, c.route, c.method, c.status
      limit ${MAX_REQUEST_ROWS + 1}::int) r
    left join api_token t on t.org_id = ${orgId} and t.id = r.token_id
    order by r.requests desc, r.token_id, r.route, r.method, r.status`);
  const items = rows.map(({ doc }) => JSON.parse(doc) as AnswerOf<'GET /usage/requests'>['items'][number]);
  return { items: items.slice(0, MAX_REQUEST_ROWS), complete: items.length <= MAX_REQUEST_ROWS };
};

export const requestLog = { 'GET /usage/requests': showRequests } satisfies Partial<Handlers>;
