/** POST of an array: records, each with an outcome of its own (rules 3.7, 10.7, 10.8). */

import { runParallel } from '../../concurrency/run-parallel.ts';
import { createYielder } from '../../concurrency/yield-event-loop.ts';
import { mayHaveCommitted } from '../../db/database.ts';
import { ApiError, fail, invalid } from '../../errors/api-error.ts';
import { isOn } from '../../model/calls/paging.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { isObject } from '../call/body-shape.ts';
import { type Call, json, type OperationResult, type Outcome } from '../call/call.ts';
import type { Inserted, Item } from '../call/item.ts';
import { requireParent } from '../references/require-parent.ts';
import { embedsOnCreate } from './create-response.ts';
import { insertItems, mayBeTogether, portionsOf } from './insert-items.ts';
import { insertRecord } from './insert-record.ts';
import { type ValidatedItem, validateItem } from './validate-create.ts';
import { warned } from './warnings.ts';

/** Items that run side by side where each is a transaction of its own (rules 12.2). */
const PARALLEL = 10;

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
  error.code === 'no_valid_fields' ? resource.responses.noFieldsStatus : error.status;

/** Items of a batch that exclude each other (one e-mail address, the last licence) take their turns: the first wins. */
const sideBySideOf = ({ rules }: Resource): number => (rules.some(({ inTurn }) => inTurn) ? 1 : PARALLEL);

/** The result of a created item. */
interface InsertedItem extends Values {
  readonly index: number;
  readonly id: number;
}

const insertedItem = (resource: Resource, index: number, made: Inserted): InsertedItem => ({
  index,
  id: made.id,
  ...(resource.responses.batchKid ? { kid: made.id } : {}),
  ...embedsOnCreate(resource, made),
  ...warned(made.warnings),
});

/** Creates one item of a batch, or returns its saved outcome. @throws its refusal where outcomes are not saved */
const insertItem = async (call: Call, item: Item, index: number): Promise<Outcome<InsertedItem, Failed>> => {
  const { keeper, collection } = call;
  const { resource } = collection;
  const outcome = (made: Inserted) => insertedItem(resource, index, made);
  if (!keeper) return { inserted: outcome(await insertRecord(call, item)) };
  return keeper.item(
    index,
    async (keep) => outcome(await insertRecord(call, item, { keep: (made) => keep(outcome(made)) })),
    (error) => failed(index, error, statusOf(resource, error)),
  );
};

/** The outcome of an item, with the error of an unsaved one. */
type BatchItem = Outcome<InsertedItem, Failed> & { readonly error?: ApiError };

const failedItem = (resource: Resource, index: number, thrown: unknown): BatchItem => {
  const error = thrown instanceof ApiError ? thrown : fail('internal_error', { cause: thrown });
  return { failed: failed(index, error, statusOf(resource, error)), error };
};

/** An item that passed validation, with its place in the batch. */
interface Ready {
  readonly index: number;
  readonly item: Item;
}

/** Creates a portion of a batch in one transaction. @returns the created items; the others are refused */
const insertPortion = async (call: Call, portion: readonly Ready[]): Promise<readonly InsertedItem[]> => {
  const { keeper, collection } = call;
  const outcomes = (all: readonly (Inserted | null)[]): InsertedItem[] =>
    all.flatMap((made, i) => (made ? [insertedItem(collection.resource, portion[i]?.index ?? 0, made)] : []));
  const asked = portion.map(({ item }) => ({ place: call, item }));
  const keep = (all: readonly (Inserted | null)[]) =>
    keeper?.items(outcomes(all).map((made) => ({ index: made.index, made }))) ?? [];
  return outcomes(await insertItems(asked, keep));
};

/**
 * Makes items in portions, each in one transaction, where the caller asks for that (`together`).
 * @returns outcomes of those that are decided by that; all others are to be made one by one, as if this had not been
 */
const insertTogether = async (call: Call, ready: readonly Ready[]): Promise<ReadonlyMap<number, BatchItem>> => {
  const { keeper, collection } = call;
  const { resource } = collection;
  const outcomes = new Map<number, BatchItem>();
  if (!isOn(call.query.together) || !mayBeTogether(resource)) return outcomes;
  for (const portion of portionsOf(ready.filter(({ index }) => !keeper?.has(index)))) {
    if (portion.length < 2) continue;
    try {
      for (const inserted of await insertPortion(call, portion)) outcomes.set(inserted.index, { inserted });
    } catch (error) {
      // An item conflicts with another of the batch or with another transaction. After an uncertain commit nothing is
      // created again, unless outcomes are saved: then the item finds its own.
      if (keeper || !mayHaveCommitted(error)) continue;
      for (const { index } of portion) outcomes.set(index, failedItem(resource, index, error));
    }
  }
  return outcomes;
};

/** POST with an array. */
export const createBatch = async (call: Call, items: readonly unknown[]): Promise<OperationResult> => {
  const { resource, parent, missingParent } = call.collection;
  const checked: (ValidatedItem | ApiError)[] = [];
  const pause = createYielder();
  for (const item of items) {
    checked.push(isObject(item) ? validateItem(call, item) : fail(resource.codes.invalidItem));
    await pause();
  }
  const issues = checked.flatMap((one, index) =>
    one instanceof ApiError ? [] : one.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] })),
  );
  if (issues.length) throw invalid(issues);
  await requireParent(call);
  const ready = checked.flatMap((one, index) =>
    one instanceof ApiError || one.failure ? [] : [{ index, item: one.item }],
  );
  const together = await insertTogether(call, ready);
  const results = await runParallel(checked, sideBySideOf(resource), async (one, index): Promise<BatchItem> => {
    const outcome = together.get(index);
    if (outcome) return outcome;
    try {
      if (one instanceof ApiError) throw one;
      if (one.failure) throw one.failure;
      return await insertItem(call, one.item, index);
    } catch (thrown) {
      // The other items continue, so that the client learns which were created.
      return failedItem(resource, index, thrown);
    }
  });
  const inserted = results.flatMap((result) => (result.inserted ? [result.inserted] : []));
  const failures = results.flatMap((result) => (result.failed ? [result.failed] : []));
  // The parent is the request's, not an item's (rules 3.11).
  if (parent && !inserted.length && failures.some(({ error }) => error === missingParent)) throw fail(missingParent);
  const [first] = failures;
  const status =
    resource.responses.batchStatus ?? (failures.length === 0 ? 200 : inserted.length ? 207 : (first?.status ?? 200));
  const cause = first && status >= 400 ? { error: first.error, message: first.message } : {};
  const faults = results.flatMap(({ error }) => (error && error.status >= 500 ? [error] : []));
  // When to try again, where all failed for the same reason as a single one would.
  const headers = faults.find((fault) => fault.status === status)?.extra.headers ?? {};
  return { ...json(status, { success: failures.length === 0, ...cause, inserted, failed: failures }), headers, faults };
};
