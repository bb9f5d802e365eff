/** GET `/v3/changes`: changes after a cursor, in commit order (rules 8.5). */
import { fail, retryAfter } from '../../errors/api-error.ts';
import { CHANGES_MIB } from '../../shared/limits.ts';
import { epoch, prepared, type Sql } from '../../sql/sql.ts';
import type { CallOf, ResultOf, SpecialCall } from '../call/call.ts';
import { JsonBuffer } from '../call/json-buffer.ts';
import { assignSequence, BATCH, type FeedState, feedState } from './assign-sequence.ts';
import { cursorOf, type Position, positionOf } from './feed-cursor.ts';
import { type FeedScope, feedScope } from './feed-scope.ts';
import { loadRecords } from './load-records.ts';

/** Numbers that one statement scans, and statements for one page of visible changes. */
const WINDOW = 5000;
const WINDOWS = 8;
/** Maximum time of a first cursor after a long time without a reader. */
const CATCH_UP_MS = 20_000;
/** Records that are read together. */
const SLICE = 100;
/** A page ends after the slice in which its records reach this size; the rest is on the next page. */
const ENOUGH_BYTES = CHANGES_MIB * 1024 * 1024;

/** The parsed query. */
interface Asked {
  readonly position: Position | null;
  readonly limit: number;
  readonly sections: FeedScope;
  readonly withRecord: boolean;
  readonly waitMs: number;
}

type ChangesCall = CallOf<'GET /v3/changes'>;

const accept = ({ query, actor, model }: ChangesCall): Asked => ({
  sections: feedScope(
    model.registry,
    actor.scopes,
    query.sections?.split(',').map((name) => name.trim()),
  ),
  position: query.after === undefined ? null : positionOf(actor.orgId, query.after),
  limit: query.limit,
  withRecord: query.with_record,
  waitMs: query.wait * 1000,
});

interface Row {
  readonly number: number;
  readonly change_id: number;
  readonly at: number;
  readonly section: string;
  readonly record_id: number;
  readonly action: string;
  readonly changed: string;
  readonly owner_section: string | null;
  readonly owner_id: number | null;
  readonly slave_kid: number | null;
}

const AT = epoch("c.at at time zone 'UTC'");

const changesBetween = ({ actor }: SpecialCall, { sections, limit }: Asked, after: number, upTo: number): Sql =>
  prepared`select c.number, c.id as change_id, ${AT} as at, c.section, c.record_id, c.action, c.changed, c.owner_section, c.owner_id, c.slave_kid
  from change c
  where c.org_id = ${actor.orgId} and c.number > ${after}::bigint and c.number <= ${upTo}::bigint
    and (c.section = any(${sections.records}::text[])
      or c.section = any(${sections.parts}::text[]) and c.owner_section = any(${sections.owners}::text[]))
    and (c.audience is null or c.audience = ${actor.userKid}::int
      or c.audience < 0 and -c.audience is distinct from ${actor.userKid}::int)
  order by c.number
  limit ${limit}::int`;

/** @throws 410 `cursor_expired` where changes after the cursor were pruned, or the database was restored */
const requireKept = ({ last, gone, at }: FeedState, position: Position): void => {
  if (position.number < gone || position.number > last || (at !== null && at !== position.at))
    throw fail('cursor_expired');
};

/** Progress of a catch-up after a long time without a reader: changes numbered so far. */
export type CatchUp = (changes: number) => void;

/** The feed with everything that was committed before the call: as far as a call may take, or to its end. @throws 503 */
const caughtUp = async ({ db, actor }: SpecialCall, onProgress: CatchUp | undefined): Promise<FeedState> => {
  const until = performance.now() + CATCH_UP_MS;
  for (let changes = BATCH; await assignSequence(db, actor.orgId); changes += BATCH) {
    onProgress?.(changes);
    if (!onProgress && performance.now() > until)
      throw fail('service_unavailable', {
        message: 'Many new changes are still being added to the feed; try again.',
        ...retryAfter(1),
      });
  }
  return feedState(db, actor.orgId, 0);
};

/** The rows of a page, and its end. */
interface Page {
  readonly rows: readonly Row[];
  readonly end: Position;
  readonly more: boolean;
}

const timeOf = async ({ db, actor }: SpecialCall, number: number): Promise<number> => {
  const [row] = await db.read<{ at: number }>(
    prepared`select ${AT} as at from change c where c.org_id = ${actor.orgId} and c.number = ${number}::bigint`,
  );
  return row?.at ?? 0;
};

/** The changes behind a place that the caller may see; at most `limit`, and no further than one call looks. */
const pageAfter = async (call: SpecialCall, asked: Asked, from: Position, state: FeedState): Promise<Page> => {
  const { last, lastAt, fresh } = state;
  const rows: Row[] = [];
  let end = from;
  for (let window = 0; window < WINDOWS && end.number < last && !rows.length; window += 1) {
    const upTo = Math.min(end.number + WINDOW, last);
    rows.push(...(await call.db.read<Row>(changesBetween(call, asked, end.number, upTo))));
    const final = rows.at(-1);
    if (final && rows.length === asked.limit) end = final;
    else end = { number: upTo, at: upTo === last ? (lastAt ?? 0) : await timeOf(call, upTo) };
  }
  return { rows, end, more: end.number < last || fresh };
};

/** An item but for its closing bracket. */
const itemOf = (row: Row): string => {
  const owner = row.owner_section === null ? undefined : { section: row.owner_section, id: row.owner_id };
  const at = new Date(row.at).toISOString();
  const head = { section: row.section, id: row.record_id, change_id: row.change_id, action: row.action, at };
  const rest = { owner, slave_kid: row.slave_kid ?? undefined };
  const further = JSON.stringify(rest).slice(1, -1);
  return `${JSON.stringify(head).slice(0, -1)},"changed":${row.changed}${further ? `,${further}` : ''}`;
};

const answerOf = async (
  call: SpecialCall,
  { withRecord }: Asked,
  { rows, end, more }: Page,
): ResultOf<'GET /v3/changes'> => {
  const body = new JsonBuffer();
  body.add('{"items":[');
  let [last, goesOn] = [end, more];
  for (let first = 0; first < rows.length; first += SLICE) {
    const before = first && body.bytes > ENOUGH_BYTES ? rows[first - 1] : undefined;
    if (before) {
      [last, goesOn] = [before, true];
      break;
    }
    const slice = rows.slice(first, first + SLICE);
    const textOf = withRecord ? await loadRecords(call, slice) : null;
    for (const [i, row] of slice.entries()) {
      body.add(`${first + i ? ',' : ''}${itemOf(row)}`);
      if (textOf) body.add(`,"record":${textOf(row) ?? 'null'}`);
      body.add('}');
    }
  }
  body.add(`],"next":${JSON.stringify(cursorOf(call.actor.orgId, last))},"more":${goesOn}}`);
  return { status: 200, body: body.chunks };
};

/** Reads the next changes; without any, waits for the requested time. */
const readFrom = async (
  call: SpecialCall,
  asked: Asked,
  from: Position,
  until: number,
): ResultOf<'GET /v3/changes'> => {
  const { db, actor } = call;
  let state = await feedState(db, actor.orgId, from.number);
  requireKept(state, from);
  if (state.fresh && state.last - from.number < asked.limit) {
    await assignSequence(db, actor.orgId);
    state = await feedState(db, actor.orgId, from.number);
  }
  const page = await pageAfter(call, asked, from, state);
  const answer = await answerOf(call, asked, page);
  if (page.rows.length || performance.now() >= until) return answer;
  return { ...answer, poll: { after: page.end.number, until, answer: () => readFrom(call, asked, page.end, until) } };
};

/**
 * GET `/v3/changes`.
 * @param onProgress for a caller that waits for a first cursor without a time limit
 * @throws 400 `invalid_cursor`, `validation_failed`; 403 `insufficient_scope`; 410 `cursor_expired`
 */
export const readChanges = async (call: ChangesCall, onProgress?: CatchUp): ResultOf<'GET /v3/changes'> => {
  const asked = accept(call);
  const { position, waitMs } = asked;
  if (position) return readFrom(call, asked, position, performance.now() + waitMs);
  const { last, lastAt } = await caughtUp(call, onProgress);
  return answerOf(call, asked, { rows: [], end: { number: last, at: lastAt ?? 0 }, more: false });
};
