// The floor runs the very statements of the service: they are derived here, with marks where each call has its own ids.

import { filtersOf } from '../dist/derive/query/filters.js';
import { collectionsOf } from '../dist/derive/routing/collections.js';
import { listStatement } from '../dist/derive/sql/list-sql.js';
import { retrieveStatement } from '../dist/derive/sql/read-sql.js';
import { lockRow } from '../dist/derive/sql/write-sql.js';
import { registry } from '../dist/model/registry.js';
import { sideEffectStatements } from '../dist/operations/commit/commit.js';
import { insertion } from '../dist/operations/records/insert-record.js';
import { removeLocked } from '../dist/operations/records/remove.js';
import { writeChange } from '../dist/operations/records/update.js';

/** Numbers that no loaded record has; the floor puts ids of its own in their place. */
const MARK = 77_000_000;
const isMark = (value) => !Array.isArray(value) && Number(value) >= MARK && Number(value) < MARK + 10;
const marked = (value) => {
  if (Array.isArray(value)) return value.map(marked);
  return isMark(value) ? `$${Number(value) - MARK}` : value;
};

/** The id of a record in these statements; at most ten are made in a transaction. */
export const markOf = (at) => MARK + at;

const withMarks = ({ query }) => ({
  ...query,
  values: query.values.map(marked),
});

/** INSERT and all that follows from it, for each `[path, id, values]`. */
export const creates = (context, records) => {
  const made = records.map(([path, id, values]) => insertion(context, context.model.registry.get(path), id, values));
  return [...made.map(({ row }) => row), ...made.flatMap(({ change }) => sideEffectStatements(context, change))].map(
    withMarks,
  );
};

/** A transaction that only records its statements, grouped by round trip to the database. */
const noted = () => {
  const trips = [];
  const note = (statements) => trips.push(statements.map(withMarks));
  let waiting = null;
  return {
    trips,
    tx: {
      run: async (statement) => {
        // Statements of one tick share a round trip.
        if (!waiting) {
          waiting = [];
          queueMicrotask(() => {
            note(waiting);
            waiting = null;
          });
        }
        waiting.push(statement);
        return [];
      },
      finish: async (statements) => note(statements),
    },
  };
};

/** A value that each call of the floor replaces by another. */
export const WORD = 'zqwordqz';

/**
 * The trips of a PATCH (`given`) or a DELETE (null) of one record; the floor puts the number of its address in place of
 * the id.
 * @param record its values as reads show them
 */
export const changes = async (context, path, record, given) => {
  const collection = collectionAt(path);
  const { resource } = collection;
  const id = markOf(0);
  const place = { ...context, collection, pathIds: [id] };
  const locked = { id, printed: JSON.stringify(record), record: { ...record, id } };
  const { trips, tx } = noted();
  if (given) await writeChange(place, tx, locked, given);
  else await removeLocked(place, tx, locked);
  const lock = lockRow(resource, context.actor.orgId, id, [], given ? 'no key update' : 'update');
  return [[withMarks(lock)], ...trips];
};

/** Placeholder for the number in the address of a call of the floor. */
const NUMBER = '$number';

/** The collection at an address below `/v3`; undefined where there is none. */
const collectionAt = (path) => collectionsOf(registry).find(({ pattern }) => pattern === path);

/** The statement of a list; the number is how many are asked for. */
export const listOf = (orgId, path, { filters = {}, with: whens = [], counters = null }) => {
  const collection = collectionAt(path);
  const embeds = collection.resource.embeds.filter(({ when }) => whens.includes(when));
  const asked = Object.entries(filters).map(([name, value]) => ({
    ...filtersOf(collection.resource).get(name),
    value,
  }));
  const listing = { embeds, filters: asked, hide: false, counters, limit: NUMBER, offset: 0 };
  return listStatement(collection, { orgId, userKid: null, pathIds: [] }, listing, registry).query;
};

/** The statement of a single read; the number is the record's. */
export const oneOf = (orgId, path) =>
  retrieveStatement(collectionAt(path), { orgId, userKid: null, pathIds: [NUMBER] }, [], registry).query;
