/** GET `/v3/contracts/deadlines`: contracts whose last day of notice or end is in a period (rules 16.19). */
import { isOn } from '../../derive/query/query-schema.ts';
import { deadlinesStatement } from '../../derive/sql/deadlines-sql.ts';
import { pagingOf } from '../../model/calls/paging.ts';
import { localNow, type OperationResult, type SpecialCall } from '../call/call.ts';
import { requireFilterScope } from '../call/read-query.ts';
import { nameCollector } from '../references/record-names.ts';
import { PeriodQuery } from './period.ts';

/** Today in the time zone of the organisation. */
export const today = (call: SpecialCall): string => localNow(call).slice(0, 'YYYY-MM-DD'.length);

/** @throws 400 `validation_failed`; 403 `missing_required_scope` for the adviser without the read scope of customers */
export const listDeadlines = async (call: SpecialCall): Promise<OperationResult> => {
  const { db, actor, model, query } = call;
  const given = new PeriodQuery(query);
  const { page, limit } = pagingOf(query);
  const asked = {
    from: given.day('from') ?? today(call),
    to: given.day('to'),
    actFrom: given.day('handeln_ab[gte]'),
    actUntil: given.day('handeln_ab[lte]'),
    adviser: given.number('betreuer', 'a user'),
    id: given.number('id', 'a contract'),
    limit,
    offset: (page - 1) * limit,
    withTask: actor.scopes.has('v3:activities:read'),
  };
  given.assertValid();
  const collection = model.collection('contracts');
  if (asked.adviser !== null) requireFilterScope(call, collection.resource.filtersThrough.betreuer);
  const [row] = await db.queryLong<{ total: number; items: string | null }>(
    deadlinesStatement(collection.resource, actor.orgId, asked),
  );
  const items = `[${row?.items ?? ''}]`;
  const names = nameCollector({ ...call, collection }, { withNames: isOn(query.with_names), embeds: [] });
  if (isOn(query.with_names)) for (const item of JSON.parse(items) as Record<string, unknown>[]) names.add(item);
  const head = `{"page":${page},"page_size":${limit},"total":${row?.total ?? 0},"items":`;
  return { status: 200, body: `${head}${items}${await names.text()}}` };
};
