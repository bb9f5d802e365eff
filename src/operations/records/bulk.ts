/** POST `/v3/{section}/bulk`: the same change of many records, each with an outcome of its own (rules 4.16). */
import { z } from 'zod';
import { runParallel } from '../../concurrency/run-parallel.ts';
import { isSameValue } from '../../db/audit-entry.ts';
import { visibleTo } from '../../derive/storage/columns.ts';
import { toIssues, validateBody } from '../../derive/validation/body-schema.ts';
import { ApiError, fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { CollectionOperation } from '../../model/declaration/operation-names.ts';
import type { Resource, Verb } from '../../model/declaration/resource.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_BULK } from '../../shared/limits.ts';
import { and, literal, prepared } from '../../sql/sql.ts';
import { objectBody } from '../call/body-shape.ts';
import { type Call, json, type OperationResult } from '../call/call.ts';
import { etagOf } from '../call/etag.ts';
import { readRecord } from './retrieve.ts';

/** Rows that run side by side, unless the record kind has a rule across records. */
const PARALLEL = 4;
/** Times that a row is read again where its record changed in between. */
const ATTEMPTS = 3;

const id = z.int().min(1).max(MAX_INT);
const values = z.record(z.string(), z.unknown());
const bulkSchema = z.strictObject({
  rows: z
    .array(z.strictObject({ id, if: values.optional() }))
    .min(1)
    .max(MAX_BULK),
  set: values.optional(),
  tag: id.optional(),
  untag: id.optional(),
  remove: z.literal(true).optional(),
  restore: z.literal(true).optional(),
});
type Bulk = z.infer<typeof bulkSchema>;
type BulkRow = Bulk['rows'][number];

const ACTIONS = ['set', 'tag', 'untag', 'remove', 'restore'] as const;
type Action = (typeof ACTIONS)[number];

/** Runs one of the operations on collections by its name. */
type Run = (name: CollectionOperation, call: Call) => Promise<OperationResult>;

/** Issues of a body that has the right shape: exactly one action, known fields, values that a PATCH accepts. */
const issuesOf = (resource: Resource, body: Bulk): readonly Issue[] => {
  const given = ACTIONS.filter((name) => body[name] !== undefined);
  const allowed = ACTIONS.filter((name) => resource.annotated || !name.endsWith('tag'));
  const one = given.length === 1 && allowed.includes(given[0] as Action);
  const unknown = body.rows.flatMap((row, at) =>
    Object.keys(row.if ?? {})
      .filter((name) => !Object.hasOwn(resource.fields, name))
      .map((name): Issue => ({ path: ['rows', at, 'if', name], code: 'unrecognized_key', message: 'is no field.' })),
  );
  const set = body.set ? validateBody(resource, 'patch', [], body.set) : null;
  const issues = set?.issues.map((issue) => ({ ...issue, path: ['set', ...issue.path] })) ?? [];
  return [
    ...(one ? [] : [{ path: [], code: 'custom', message: `Send exactly one of ${allowed.join(', ')}.` }]),
    ...unknown,
    ...issues,
  ];
};

/** The body of a call. @throws 400 `empty_body`, `validation_failed`, `no_valid_fields`, or the code of a field */
const acceptBulk = ({ body, collection: { resource } }: Call): { rows: readonly BulkRow[]; action: Action } & Bulk => {
  const parsed = bulkSchema.safeParse(objectBody(body, []));
  if (!parsed.success) throw invalid(toIssues(parsed.error.issues));
  const issues = issuesOf(resource, parsed.data);
  if (issues.length) throw invalid(issues);
  if (parsed.data.set) {
    const { values: set, failure } = validateBody(resource, 'patch', [], parsed.data.set);
    if (failure) throw fail(failure);
    if (!Object.keys(set).length) throw fail('no_valid_fields');
  }
  return { ...parsed.data, action: ACTIONS.find((name) => parsed.data[name] !== undefined) ?? 'set' };
};

/** A row that was changed, or was like this before. */
interface Done {
  readonly before: Values;
  readonly changed: boolean;
}

/** The outcome of a row. */
type RowOutcome = { readonly id: number } & (Done | { readonly status: number; readonly error: ApiError });

/** One call for each row, of the operations that the record kind has. */
const rowRunner = (run: Run, call: Call, bulk: Bulk) => {
  const { keeper: _keeper, ifMatch: _ifMatch, ...plain } = call;
  const { collection, model, db, actor } = call;
  const operation = (verb: Verb): CollectionOperation => collection.resource.nesting.instead[verb] ?? verb;
  const tags = () => model.collection(`${collection.pattern}/#/tags`);

  const assignTag = async (row: BulkRow): Promise<boolean> => {
    try {
      await run('create', { ...plain, collection: tags(), pathIds: [row.id], body: { tag_id: bulk.tag } });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'tag_already_assigned') return false;
      throw error;
    }
  };
  const removeTag = async (row: BulkRow): Promise<boolean> => {
    const [found] = await db.read<{ id: number }>(prepared`select t.id
      from tag_assignment t
      where t.org_id = ${actor.orgId} and t.owner_section = ${literal(collection.resource.path)}
        and t.owner_id = ${row.id} and t.tag_id = ${bulk.untag} and t.del = 0${and(visibleTo(tags().resource, actor))}`);
    if (!found) return false;
    await run('remove', { ...plain, collection: tags(), pathIds: [row.id, found.id], body: undefined });
    return true;
  };
  const updateRecord = async (one: Call): Promise<boolean> => {
    const { body } = await run(operation('update'), { ...one, body: bulk.set });
    return JSON.parse(String(body)).updated > 0;
  };
  const removeRecord = async (one: Call): Promise<boolean> => {
    await run(operation('remove'), one);
    return true;
  };
  const restoreRecord = async (one: Call): Promise<boolean> => {
    await run('restore', one);
    return true;
  };
  const acts: Readonly<Record<Action, (one: Call, row: BulkRow) => Promise<boolean>>> = {
    set: updateRecord,
    tag: (_one, row) => assignTag(row),
    untag: (_one, row) => removeTag(row),
    remove: removeRecord,
    restore: restoreRecord,
  };

  /** Reads the record, compares it with `if`, and acts on that version of it. @returns null where `if` does not hold */
  const attempt = async (action: Action, row: BulkRow): Promise<Done | null> => {
    const one: Call = { ...plain, pathIds: [row.id], query: {}, body: undefined };
    if (action === 'restore') return { before: {}, changed: await restoreRecord(one) };
    const text = await readRecord(one, []);
    const record = JSON.parse(text) as Values;
    const differs = Object.entries(row.if ?? {}).some(([name, wanted]) => !isSameValue(record[name] ?? null, wanted));
    if (differs) return null;
    const before = Object.fromEntries(Object.keys(bulk.set ?? {}).map((name) => [name, record[name] ?? null]));
    return { before, changed: await acts[action]({ ...one, ifMatch: etagOf(text) }, row) };
  };

  return async (action: Action, row: BulkRow): Promise<Done> => {
    for (let times = 1; ; times += 1) {
      try {
        const done = await attempt(action, row);
        if (!done) throw fail('precondition_failed');
        return done;
      } catch (error) {
        const raced = error instanceof ApiError && error.code === 'precondition_failed';
        if (!raced || times >= ATTEMPTS) throw error;
      }
    }
  };
};

/** POST `/v3/{section}/bulk`. @param run runs the operation of a row */
export const bulkWith =
  (run: Run) =>
  async (call: Call): Promise<OperationResult> => {
    const body = acceptBulk(call);
    const perform = rowRunner(run, call, body);
    const parallel = call.collection.resource.rules.some(({ inTurn }) => inTurn) ? 1 : PARALLEL;
    const outcomes = await runParallel(body.rows, parallel, async (row): Promise<RowOutcome> => {
      try {
        return { id: row.id, ...(await perform(body.action, row)) };
      } catch (thrown) {
        const error = thrown instanceof ApiError ? thrown : fail('internal_error', { cause: thrown });
        return { id: row.id, status: error.status, error };
      }
    });
    const failures = outcomes.flatMap((one) => ('error' in one ? [one] : []));
    const answer = json(200, {
      done: outcomes.filter((one) => !('error' in one)),
      failed: failures.map(({ id: failed, status, error }) => ({
        id: failed,
        status,
        error: error.error,
        message: error.said,
      })),
    });
    return { ...answer, faults: failures.map(({ error }) => error).filter(({ status }) => status >= 500) };
  };
