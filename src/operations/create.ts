/** POST to a collection: one record, or a batch of up to 100 (rules 3.7, 3.8, 10.7, 10.8). */
import { type Accepted, acceptBody } from '../derive/body-schema.ts';
import { divisionIssues } from '../derive/division-fields.ts';
import { ApiError, fail, type Issue, invalid } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { batchBody, isObject, objectBody } from './body.ts';
import { type Answer, type Call, json, type Outcome } from './call.ts';
import { type Extra, type Inserted, type Item, insertRecord } from './insert-record.ts';
import { referenceIssues } from './references.ts';
import { requireParent } from './require-parent.ts';
import { takingTurns } from './turns.ts';

/** Items of a batch that run side by side (rules 12.2). */
const PARALLEL = 10;
const MAX_NESTED = 100;

interface Checked {
  readonly issues: readonly Issue[];
  readonly failure: ApiError | null;
  readonly item: Item;
}

const acceptNested = (call: Call, body: Values): { issues: Issue[]; nested: Record<string, Values[]> } => {
  const issues: Issue[] = [];
  const nested: Record<string, Values[]> = {};
  for (const [key, path] of Object.entries(call.collection.resource.bodies.nested)) {
    const rows = body[key];
    if (rows === undefined || rows === null) continue;
    if (!Array.isArray(rows)) {
      issues.push({ path: [key], code: 'invalid_type', message: `${key} must be an array.` });
      continue;
    }
    if (rows.length > MAX_NESTED) {
      issues.push({ path: [key], code: 'too_big', message: `${key} must have at most ${MAX_NESTED} items.` });
      continue;
    }
    const resource = call.model.registry.get(path);
    nested[key] = rows.map((row, i) => {
      if (!isObject(row)) {
        issues.push({ path: [key, i], code: 'invalid_type', message: `${key} must hold objects.` });
        return {};
      }
      const accepted = acceptBody(resource, 'create', [], row);
      issues.push(...accepted.issues.map((issue) => ({ ...issue, path: [key, i, ...issue.path] })));
      return accepted.values;
    });
  }
  return { issues, nested };
};

/** Validates one item without touching the database. */
const check = (call: Call, body: Values): Checked => {
  const { resource, fixed } = call.collection;
  const given = fixed.map(({ column }) => column);
  const accepted: Accepted = acceptBody(resource, 'create', given, body, Object.keys(resource.bodies.nested));
  const { issues: below, nested } = acceptNested(call, body);
  const issues = [
    ...accepted.issues,
    ...below,
    ...divisionIssues(resource, 'create', accepted.values, accepted.values),
  ];
  let failure: ApiError | null = null;
  if (accepted.failure) failure = fail(accepted.failure);
  else if (!Object.keys(accepted.values).length && !Object.values(nested).flat().length && !mayBeEmpty(resource)) {
    failure = fail('no_valid_fields');
  }
  return { issues, failure, item: { values: accepted.values, nested } };
};

/** A record all of whose fields have defaults may be made from `{}` (followers). */
const mayBeEmpty = (resource: Resource): boolean =>
  Object.values(resource.fields).some((field) => field.defaultsTo === 'caller' && !field.server);

/** Beside its id: fields of the record that its kind answers at once, and the arrays that were made with it. */
const besidesId = ({ answers, bodies }: Resource, made: Inserted): Values => ({
  ...Object.fromEntries(answers.createFields.map((name) => [name, made.values[name]])),
  ...Object.fromEntries(
    Object.keys(bodies.nested).map((key) => [key, (made.nested[key] ?? []).map((text): unknown => JSON.parse(text))]),
  ),
});

/** What a create answers. */
export const createdAnswer = (call: Call, made: Inserted): Answer => {
  const { resource } = call.collection;
  if (resource.answers.create === 'record') return { status: 201, body: made.printed };
  const record: Values = resource.answers.create === 'id and record' ? JSON.parse(made.printed) : {};
  return json(201, { success: true, id: made.id, ...besidesId(resource, made), ...record });
};

/** Keeps what a create answers beside the record, where the request carries a key. */
export const keptAnswer = (call: Call): Pick<Extra, 'keep'> => {
  const { keeper } = call;
  return keeper ? { keep: (made) => keeper.answer(createdAnswer(call, made)) } : {};
};

/** POST with one object. */
const createOne = async (call: Call): Promise<Answer> => {
  const { collection } = call;
  const body = objectBody(call.body, collection.forbidden);
  const { issues, failure, item } = check(call, body);
  if (issues.length) throw invalid([...issues, ...(await referenceIssues(call, collection.resource, body))]);
  if (failure) throw failure;
  return createdAnswer(call, await insertRecord(call, item, keptAnswer(call)));
};

interface Failed {
  readonly index: number;
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

const failed = (index: number, error: ApiError, status: number): Failed & ReturnType<ApiError['findings']> => ({
  index,
  status,
  error: error.error,
  message: error.said,
  ...error.findings(),
});

/** At customers an item that cannot be created has status 422 (rules 3.7). */
const statusOf = (resource: Resource, error: ApiError): number =>
  error.code === 'no_valid_fields' ? resource.answers.noFieldsStatus : error.status;

/** Items of a batch that exclude each other (one e-mail address, the last licence) take their turns: the first wins. */
const sideBySideOf = ({ rules }: Resource): number => (rules.some(({ inTurn }) => inTurn) ? 1 : PARALLEL);

/** Runs `work` over the items, some side by side, answers in order. */
const sideBySide = async <T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = new Array(items.length);
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, runner));
  return results;
};

/** What is answered of an item that was made. */
interface InsertedItem extends Values {
  readonly index: number;
  readonly id: number;
}

/** Makes one item of a batch, or gives the outcome that is kept of it. @throws its refusal where nothing keeps outcomes */
const insertItem = async (call: Call, item: Item, index: number): Promise<Outcome<InsertedItem, Failed>> => {
  const { keeper, collection } = call;
  const { resource } = collection;
  const outcome = (made: Inserted): InsertedItem => ({
    index,
    id: made.id,
    ...(resource.answers.batchKid ? { kid: made.id } : {}),
    ...besidesId(resource, made),
  });
  if (!keeper) return { inserted: outcome(await insertRecord(call, item)) };
  return keeper.item(
    index,
    async (keep) => outcome(await insertRecord(call, item, { keep: (made) => keep(outcome(made)) })),
    (error) => failed(index, error, statusOf(resource, error)),
  );
};

/** What became of an item, and why it failed where that is not kept. */
type BatchItem = Outcome<InsertedItem, Failed> & { readonly error?: ApiError };

const createBatch = async (call: Call, items: readonly unknown[]): Promise<Answer> => {
  const { resource, parent, missingParent } = call.collection;
  const checked: (Checked | ApiError)[] = [];
  const pause = takingTurns();
  for (const item of items) {
    checked.push(isObject(item) ? check(call, item) : fail(resource.codes.invalidItem));
    await pause();
  }
  const issues = checked.flatMap((one, index) =>
    one instanceof ApiError ? [] : one.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] })),
  );
  if (issues.length) throw invalid(issues);
  await requireParent(call);
  const results = await sideBySide(checked, sideBySideOf(resource), async (one, index): Promise<BatchItem> => {
    try {
      if (one instanceof ApiError) throw one;
      if (one.failure) throw one.failure;
      return await insertItem(call, one.item, index);
    } catch (thrown) {
      // The other items go on, so that the caller learns which were made, whatever happened to this one.
      const error = thrown instanceof ApiError ? thrown : fail('internal_error', { cause: thrown });
      return { failed: failed(index, error, statusOf(resource, error)), error };
    }
  });
  const inserted = results.flatMap((result) => (result.inserted ? [result.inserted] : []));
  const failures = results.flatMap((result) => (result.failed ? [result.failed] : []));
  // The parent is the request's, not an item's (rules 3.11).
  if (parent && !inserted.length && failures.some(({ error }) => error === missingParent)) throw fail(missingParent);
  const [first] = failures;
  const status =
    resource.answers.batchStatus ?? (failures.length === 0 ? 200 : inserted.length ? 207 : (first?.status ?? 200));
  const cause = first && status >= 400 ? { error: first.error, message: first.message } : {};
  const faults = results.flatMap(({ error }) => (error && error.status >= 500 ? [error] : []));
  // When to try again, where all failed for the same reason as a single one would.
  const headers = faults.find((fault) => fault.status === status)?.extra.headers ?? {};
  return { ...json(status, { success: failures.length === 0, ...cause, inserted, failed: failures }), headers, faults };
};

/** POST `/v3/{collection}`. */
export const create = async (call: Call): Promise<Answer> => {
  const batch = batchBody(call.collection, call.body);
  return batch ? createBatch(call, batch) : createOne(call);
};
