/** Query strings: paging that never fails, switches, filters (rules 3.9, 12.1). */
import { type ApiError, fail, type Issue } from '../errors.ts';
import { MAX_INT } from '../int.ts';
import { echo } from '../issues.ts';
import type { Field } from '../model/field-shape.ts';
import { keys } from '../model/keys.ts';
import type { Embed, Resource } from '../model/resource.ts';
import { toIssues } from './body-schema.ts';
import type { Collection } from './collections.ts';
import { type AskedFilter, filtersOf, misspelled } from './filters.ts';
import { perValue } from './per-declaration.ts';
import type { Route } from './routes.ts';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 5000;

/** A list's query, parsed. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly withSchema: boolean;
  readonly flat: boolean;
  readonly embeds: readonly Embed[];
  readonly filters: readonly AskedFilter[];
  /** Names of switches that are on (`with_archived`). */
  readonly switches: ReadonlySet<string>;
}

/** First value of a possibly repeated parameter (rules 3.9). */
const first = (value: unknown): string | undefined =>
  Array.isArray(value) ? first(value[0]) : typeof value === 'string' ? value : undefined;

/** `true` and `1` switch on (rules 16.1). */
export const isOn = (value: unknown): boolean => {
  const text = first(value);
  return text === 'true' || text === '1';
};

/** Arrays that a query includes. */
const embedsOf = (resource: Resource, query: Readonly<Record<string, unknown>>): readonly Embed[] =>
  resource.embeds.filter((embed) => isOn(query[embed.when]));

/** Scopes that a call needs: the route's, and at a read those of the families that it embeds (rules 4.4). */
export const scopesOf = (
  { scope, verb, collection }: Route,
  query: Readonly<Record<string, unknown>>,
): readonly string[] => {
  if (!collection || (verb !== 'list' && verb !== 'retrieve')) return [scope];
  const scopes = [scope];
  for (const embed of embedsOf(collection.resource, query)) if (embed.scope) scopes.push(`v3:${embed.scope}:read`);
  return scopes;
};

/** The integer part of a number in text, or the fallback for anything that is no positive number. */
const clamp = (value: unknown, fallback: number, max: number): number => {
  const text = first(value)?.trim() ?? '';
  if (!/^\d+(\.\d+)?$/.test(text)) return fallback;
  const number = Math.floor(Number(text));
  return number < 1 ? fallback : Math.min(number, max);
};

/** The greatest page number: its offset at the greatest limit is still a bigint of PostgreSQL. */
const MAX_PAGE = 1_000_000_000_000_000;

/** Where a list's page begins and how long it is; wrong values count as none (rules 12.1). */
export const pagingOf = (query: Readonly<Record<string, unknown>>): Pick<ListQuery, 'page' | 'limit'> => ({
  page: clamp(query.page, 1, MAX_PAGE),
  limit: clamp(query.limit, DEFAULT_LIMIT, MAX_LIMIT),
});

/** What a filter takes: a value of the right type, also one that is in no list; only some kinds can be empty. */
const filterSchema = perValue((field: Field) =>
  field.kind.accepts({ ...field, options: undefined, required: !field.kind.canBeEmpty, min: undefined }),
);

/** A filter's canonical value. */
const filterValue = (field: Field, text: string) => {
  const option = field.options?.find(({ keys }) => keys?.includes(text));
  return filterSchema(field).safeParse(option ? option.value : field.kind.fromQuery(text));
};

const noComparison = (parameter: string): Issue => ({
  path: [parameter],
  code: 'unrecognized_key',
  message: `${echo(parameter)} is no comparison of this list.`,
});

/** What a query belongs to: filters are those of lists; at a single read they are unknown and ignored. */
export type QueryOf = 'list' | 'record';

/**
 * Parses the query of a list or a single read.
 * @returns the query, and what is wrong with its filters; `failure` where that has a code of its own
 */
export const parseQuery = (
  collection: Collection,
  query: Readonly<Record<string, unknown>>,
  of: QueryOf,
): { query: ListQuery; issues: readonly Issue[]; failure: ApiError | null } => {
  const { resource } = collection;
  const filters = new Map<string, AskedFilter>();
  const issues: Issue[] = [];
  let failure: ApiError | null = null;
  for (const [parameter, filter] of of === 'list' ? filtersOf(resource) : []) {
    const text = first(query[parameter]);
    if (text === undefined) continue;
    const { name, field, operator } = filter;
    if (collection.fixed.some(({ column }) => column === name)) continue;
    const pathKey = field.reference?.key;
    if (pathKey && (!/^0*[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_INT)) {
      failure = fail(keys[pathKey].error, {
        message: `The filter ${parameter} must be a whole number from 1 to ${MAX_INT}.`,
      });
      continue;
    }
    const parsed = filterValue(field, text);
    if (!parsed.success) {
      issues.push(...toIssues(parsed.error.issues, [parameter]));
      continue;
    }
    // Two parameters that ask a field for the same combine: with different values they match nothing, as null does.
    const key = `${name}${operator.suffix}`;
    const known = filters.get(key);
    filters.set(key, { ...filter, value: !known || known.value === parsed.data ? parsed.data : null });
  }
  if (of === 'list') issues.push(...misspelled(resource, query).map(noComparison));
  const switches = new Set<string>();
  for (const { hides } of resource.rules) if (hides && isOn(query[hides.unless])) switches.add(hides.unless);
  return {
    query: {
      ...pagingOf(query),
      withSchema: isOn(query.with_schema),
      flat: isOn(query.flat),
      embeds: embedsOf(resource, query),
      filters: [...filters.values()],
      switches,
    },
    issues,
    failure,
  };
};
