/** GET `/v3/contracts/deadlines`: contracts whose last day of notice or end is in a period (rules 16.19). */
import { deadlinesStatement } from '../../derive/sql/deadlines-sql.ts';
import { type CallOf, localNow, type ResultOf, type SpecialCall } from '../call/call.ts';
import { requireFilterScope } from '../call/read-query.ts';
import { nameCollector } from '../references/record-names.ts';

/** Today in the time zone of the organisation. */
export const today = (call: SpecialCall): string => localNow(call).slice(0, 'YYYY-MM-DD'.length);

/** @throws 403 `missing_required_scope` for the adviser without the read scope of customers */
export const listDeadlines = async (
  call: CallOf<'GET /v3/contracts/deadlines'>,
): ResultOf<'GET /v3/contracts/deadlines'> => {
  const { db, actor, model, query } = call;
  const { page, limit } = query;
  const asked = {
    from: query.from ?? today(call),
    to: query.to,
    actFrom: query['handeln_ab[gte]'],
    actUntil: query['handeln_ab[lte]'],
    adviser: query.betreuer,
    sparte: query.sparte,
    insurer: query.gesellschaft,
    id: query.id,
    limit,
    offset: (page - 1) * limit,
    withAdviser: actor.scopes.has('v3:customers:read'),
    withTask: actor.scopes.has('v3:activities:read'),
  };
  const collection = model.collection('contracts');
  if (asked.adviser !== null) requireFilterScope(call, collection.resource.filtersThrough.betreuer);
  const [row] = await db.queryLong<{ total: number; items: string | null }>(
    deadlinesStatement(collection.resource, actor.orgId, asked),
  );
  const items = `[${row?.items ?? ''}]`;
  const names = nameCollector({ ...call, collection }, { withNames: query.with_names, embeds: [] });
  if (query.with_names) for (const item of JSON.parse(items) as Record<string, unknown>[]) names.add(item);
  const head = `{"page":${page},"page_size":${limit},"total":${row?.total ?? 0},"items":`;
  return { status: 200, body: `${head}${items}${await names.text()}}` };
};
