/** Query strings: paging that never fails, switches, filters, order and fields (rules 3.9, 4.9 to 4.11, 12.1). */
import { type ApiError, fail, type Issue } from '../errors.ts';
import { MAX_INT } from '../int.ts';
import { echo, Findings } from '../issues.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../limits.ts';
import type { Field } from '../model/field-shape.ts';
import { keys } from '../model/keys.ts';
import type { Embed, Resource } from '../model/resource.ts';
import { toIssues } from './body-schema.ts';
import type { Collection } from './collections.ts';
import { readCompared } from './comparisons.ts';
import { type AskedFilter, comparisonNames, type Filter, filtersAt, filtersOf } from './filters.ts';
import { first, listTerms, type Offered, parseTerms, type Terms } from './list-terms.ts';
import type { Sort } from './ordering.ts';
import { perValue } from './per-declaration.ts';
import type { Route } from './routes.ts';

/** A list's query, parsed. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly withSchema: boolean;
  readonly flat: boolean;
  readonly embeds: readonly Embed[];
  readonly filters: readonly AskedFilter[];
  readonly sort: Sort | null;
  /** The fields that are shown, where not all are. */
  readonly shown: ReadonlySet<string> | null;
  /** Names of switches that are on (`with_archived`). */
  readonly switches: ReadonlySet<string>;
}

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
  if (!collection || (verb !== 'list' && verb !== 'retrieve')) return scope ? [scope] : [];
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
  field.kind.accepts({ ...field, options: undefined, required: !field.kind.canBeEmpty, min: undefined, filled: false }),
);

/** Comparisons of one query. */
const MAX_COMPARISONS = 20;

/** @param names of the fields that are compared here, to be said once in an answer */
const noComparison = (parameter: string, names: readonly string[] = []): Issue => ({
  path: [parameter],
  code: 'unrecognized_key',
  message: `${echo(parameter)} is no comparison of this list${names.length ? `; compared are ${names.join(', ')}, with ${BRACKETS}` : ''}.`,
});

const BRACKETS = comparisonNames.map((name) => `[${name}]`).join(', ');

/** Fields that lists of a kind compare where their path does not fix them. */
const comparedAt = (collection: Collection): readonly string[] => [
  ...new Set(filtersAt(collection).flatMap(([, { name, operator }]) => (operator.comparison ? [name] : []))),
];

const tooMany = (parameter: string): Issue => ({
  path: [parameter],
  code: 'too_big',
  message: `${echo(parameter)} is one too many: a query has at most ${MAX_COMPARISONS} comparisons.`,
});

const NO_FILTERS: Parsed = { filters: new Map(), issues: [], failure: null };
const NO_TERMS: Terms = { sort: null, shown: null, issues: [] };

/** A filter's canonical value. */
const filterValue = (field: Field, text: string) => {
  const option = field.options?.find(({ keys }) => keys?.includes(text));
  return filterSchema(field).safeParse(option ? option.value : field.kind.fromQuery(text));
};

/** What a query belongs to: filters are those of lists; at a single read they are unknown and ignored. */
export type QueryOf = 'list' | 'record';

/** What filters come out as: what is asked for, and what is wrong. */
interface Parsed {
  readonly filters: Map<string, AskedFilter>;
  readonly issues: Issue[];
  failure: ApiError | null;
}

/** Forms send what was left empty; only texts are asked for so. */
const isLeftEmpty = (parameter: string, { field }: Filter, text: string, into: Parsed): boolean => {
  const isEmpty = text === '' && !field.kind.canBeEmpty;
  if (isEmpty) into.issues.push({ path: [parameter], code: 'invalid_type', message: `${echo(parameter)} is empty.` });
  return isEmpty;
};

const readEquality = (parameter: string, filter: Filter, text: string, into: Parsed): void => {
  const { name, field } = filter;
  const pathKey = field.reference?.key;
  if (pathKey && (!/^0*[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_INT)) {
    into.failure = fail(keys[pathKey].error, {
      message: `The filter ${parameter} must be a whole number from 1 to ${MAX_INT}.`,
    });
    return;
  }
  if (isLeftEmpty(parameter, filter, text, into)) return;
  const parsed = filterValue(field, text);
  if (!parsed.success) {
    into.issues.push(...toIssues(parsed.error.issues, [parameter]));
    return;
  }
  // Two parameters that ask a field for the same combine: with different values they match nothing, as null does.
  const known = into.filters.get(name);
  into.filters.set(name, { ...filter, value: !known || known.value === parsed.data ? parsed.data : null });
};

const readComparison = (parameter: string, filter: Filter, text: string, into: Parsed): void => {
  if (isLeftEmpty(parameter, filter, text, into)) return;
  const parsed = readCompared(filter.field, text, filter.operator.reads);
  if (parsed.success) into.filters.set(parameter, { ...filter, value: undefined, compared: parsed.data });
  else into.issues.push(...toIssues(parsed.error.issues, [parameter]));
};

const parseFilters = (collection: Collection, query: Readonly<Record<string, unknown>>): Parsed => {
  const { resource, fixed } = collection;
  const into: Parsed = { filters: new Map(), issues: [], failure: null };
  const findings = new Findings();
  const known = filtersOf(resource);
  let comparisons = 0;
  for (const parameter of Object.keys(query)) {
    const filter = known.get(parameter);
    const given = filter && !fixed.some(({ column }) => column === filter.name);
    const text = first(query[parameter]);
    if (parameter.includes('[')) {
      comparisons += 1;
      if (!given) findings.add(() => noComparison(parameter, findings.issues.length ? [] : comparedAt(collection)));
      else if (comparisons > MAX_COMPARISONS) findings.add(() => tooMany(parameter));
      else readComparison(parameter, filter, text ?? '', into);
    } else if (given && text !== undefined) readEquality(parameter, filter, text, into);
  }
  into.issues.push(...findings.issues);
  return into;
};

/**
 * Parses the query of a list or a single read.
 * @returns the query, and what is wrong with its filters, its order and the fields it names; `failure` where that has a
 *   code of its own
 */
export const parseQuery = (
  collection: Collection,
  query: Readonly<Record<string, unknown>>,
  of: QueryOf,
): { query: ListQuery; issues: readonly Issue[]; failure: ApiError | null } => {
  const { resource } = collection;
  const isList = of === 'list';
  const { filters, issues, failure } = isList ? parseFilters(collection, query) : NO_FILTERS;
  const embeds = embedsOf(resource, query);
  const offered = () => listTerms(resource, embeds);
  const terms = isList ? parseTerms(query, offered) : NO_TERMS;
  const { page, limit } = pagingOf(query);
  const switches = new Set<string>();
  for (const { hides } of resource.rules) if (hides && isOn(query[hides.unless])) switches.add(hides.unless);
  return {
    query: {
      page,
      limit,
      withSchema: isOn(query.with_schema),
      flat: isOn(query.flat),
      embeds,
      filters: [...filters.values()],
      sort: terms.sort,
      shown: terms.shown,
      switches,
    },
    issues: terms.issues.length ? [...issues, ...terms.issues] : issues,
    failure,
  };
};

/** Parses the query of a list that belongs to no collection: it has no filters. */
export const parsePlainQuery = (query: Readonly<Record<string, unknown>>, offered: () => Offered): Terms => {
  const findings = new Findings();
  for (const parameter of Object.keys(query)) if (parameter.includes('[')) findings.add(() => noComparison(parameter));
  const terms = parseTerms(query, offered);
  return { ...terms, issues: [...findings.issues, ...terms.issues] };
};
