/** The page of a list that columns in memory know (docs/decisions/0039). */
import { isTold } from '../../derive/change.ts';
import { hiding } from '../../derive/columns.ts';
import { type Measured, measured, measuredFields } from '../../derive/measures.ts';
import { isById } from '../../derive/ordering.ts';
import type { ListQuery } from '../../derive/query-schema.ts';
import type { Call } from '../call.ts';
import type { ColumnTable } from './column-table.ts';
import type { Whose } from './kept-columns.ts';
import { type Selected, seemFew, selectPage } from './select-page.ts';

/** Of fewer records than these PostgreSQL counts and finds a page as fast. */
const MANY = 20_000;
/** From this offset on it skips many to find a sorted page. */
const FAR = 1000;

/** What columns could say of a query; null where they cannot, or nobody waits for it. */
const lookedAt = ({ collection }: Call, { filters, sort, page, limit, switches }: ListQuery): Measured | null => {
  const { resource, parent } = collection;
  const isFar = !isById(resource, sort) && (page - 1) * limit >= FAR;
  if (parent || resource.answers.envelope !== 'page' || !isTold(resource) || !(filters.length || isFar)) return null;
  if (resource.rules.some(({ shows }) => shows)) return null;
  const hides = hiding(resource);
  return measured(resource, { filters, sort }, Boolean(hides && !switches.has(hides.unless)));
};

/** Whose columns a list needs. They are read for all who ask, whoever of them goes away. */
const whoseOf = ({ db, actor: { orgId }, collection: { resource } }: Call): Whose => ({
  db: db.of(orgId),
  orgId,
  resource,
});

/** A page of a list in columns. */
export interface FoundPage {
  /** As they were lately, so that its records are read while somebody asks what changed since. */
  readonly guess: Selected | null;
  /** As they are now; null where they are kept no more. */
  readonly now: Promise<Selected | null>;
}

/** The page of a list that columns know; null where they do not, or leave it to an index. @param guesses whether it is worth a guess */
export const foundPage = (call: Call, query: ListQuery, guesses: boolean): FoundPage | null => {
  const { columns } = call;
  const looked = columns && lookedAt(call, query);
  if (!looked) return null;
  const [whose, names] = [whoseOf(call), measuredFields(looked)];
  const window = { offset: (query.page - 1) * query.limit, limit: query.limit };
  const lately = columns.lately(whose, names);
  if (!lately || (looked.spans.length > 0 && seemFew(lately.table, looked.spans))) return null;
  const guess = guesses && lately.isCalm ? selectPage(lately.table, looked, window) : null;
  const { version } = lately.table;
  const select = (table: ColumnTable): Selected =>
    guess && table === lately.table && table.version === version ? guess : selectPage(table, looked, window);
  return { guess, now: columns.now(whose, names).then((table) => table && select(table)) };
};

/** A list was answered without columns. @param total how many records it has */
export const notePage = (call: Call, query: ListQuery, total: number): void => {
  if (!call.columns || total < MANY) return;
  const looked = lookedAt(call, query);
  if (looked) call.columns.wish(whoseOf(call), measuredFields(looked));
};
