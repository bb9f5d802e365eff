/** Query strings: paging that never fails, switches, filters, order and fields (rules 3.9, 4.9 to 4.11, 12.1). */
import { type ApiError, fail, type Issue } from '../../errors/api-error.ts';
import { IssueCollector, truncateForEcho } from '../../errors/issues.ts';
import { first, isOn, pagingOf } from '../../model/calls/paging.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import { keys } from '../../model/declaration/path-keys.ts';
import type { Embed, Resource } from '../../model/declaration/resource.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_COMPARISONS } from '../../shared/limits.ts';
import { closestMatch } from '../../shared/suggest.ts';
import { memoizeByIdentity } from '../memoize.ts';
import type { Collection } from '../routing/collections.ts';
import type { Route } from '../routing/routes.ts';
import { toIssues } from '../validation/body-schema.ts';
import { readCompared } from './comparisons.ts';
import { type AskedFilter, comparisonNames, type Filter, filtersAt, filtersOf, partFiltersOf } from './filters.ts';
import type { Sort } from './ordering.ts';
import { listTerms, type Offered, parseTerms, type Terms } from './sort-and-fields.ts';

/** The parsed query of a list. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly withSchema: boolean;
  readonly withNames: boolean;
  /** `with_deadline`, of kinds that have deadlines. */
  readonly withDeadline: boolean;
  /** `with_premium`, of contracts. */
  readonly withPremium: boolean;
  /** Only at the read of a single record. */
  readonly withCounts: boolean;
  readonly flat: boolean;
  readonly embeds: readonly Embed[];
  readonly filters: readonly AskedFilter[];
  readonly sort: Sort | null;
  /** The selected fields; null: all. */
  readonly shown: ReadonlySet<string> | null;
  /** Names of switches that are on (`with_archived`). */
  readonly switches: ReadonlySet<string>;
}

/** Arrays that the query includes. */
const embedsOf = (resource: Resource, query: Readonly<Record<string, unknown>>): readonly Embed[] =>
  resource.embeds.filter((embed) => isOn(query[embed.when]));

/**
 * Scopes that a call needs: the route's; at a read also those of the embedded families (rules 4.4); at a bulk call, which
 * answers values, also the read scope.
 */
export const scopesOf = (
  { scope, verb, collection }: Route,
  query: Readonly<Record<string, unknown>>,
): readonly string[] => {
  if (collection && verb === 'bulk') return [scope, `v3:${collection.scope}:read`];
  if (!collection || (verb !== 'list' && verb !== 'retrieve')) return scope ? [scope] : [];
  const scopes = [scope];
  for (const embed of embedsOf(collection.resource, query)) if (embed.scope) scopes.push(`v3:${embed.scope}:read`);
  return scopes;
};

/** Schema of a filter value: the right type, also if the value is in no list; only some kinds can be empty. */
const filterSchema = memoizeByIdentity((field: Field) =>
  field.kind.accepts({ ...field, options: undefined, required: !field.kind.canBeEmpty, min: undefined, filled: false }),
);

/** @param names comparable fields of the list; only the first issue of a response names them */
const noComparison = (parameter: string, names: readonly string[] = []): Issue => ({
  path: [parameter],
  code: 'unrecognized_key',
  message: `${truncateForEcho(parameter)} is not a comparison of this list${names.length ? `; comparable fields are ${names.join(', ')}, with ${BRACKETS}` : ''}.`,
});

const BRACKETS = comparisonNames.map((name) => `[${name}]`).join(', ');

/** Fields that a list can compare, without those that its path fixes. */
const comparedAt = (collection: Collection): readonly string[] => [
  ...new Set(filtersAt(collection).flatMap(([, { name, operator }]) => (operator.comparison ? [name] : []))),
];

/** A parameter that can only be meant as a filter: by an own field, or by the rows of a part. */
const FILTER_NAME = /^ind_\d+$|\./;

/**
 * The issue of a filter that a list does not have: without it the list would show all records.
 * @param names filters of the list @returns null for any other unknown parameter
 */
export const noFilter = (parameter: string, names: readonly string[]): Issue | null => {
  if (!FILTER_NAME.test(parameter)) return null;
  const name = truncateForEcho(parameter);
  const meant = parameter.includes('.') && closestMatch(name, names);
  return {
    path: [parameter],
    code: 'unknown_filter',
    message: `${name} is no filter of this list${meant ? `; did you mean ${meant}?` : '.'}`,
  };
};

const refuseVoid = (parameter: string, names: readonly string[], findings: IssueCollector): void => {
  const issue = noFilter(parameter, names);
  if (issue) findings.add(() => issue);
};

const tooMany = (parameter: string): Issue => ({
  path: [parameter],
  code: 'too_big',
  message: `${truncateForEcho(parameter)} is one too many: a query has at most ${MAX_COMPARISONS} comparisons.`,
});

const NO_FILTERS: Parsed = { filters: new Map(), issues: [], failure: null };
const NO_TERMS: Terms = { sort: null, shown: null, issues: [] };

/** A filter's canonical value. */
const filterValue = (field: Field, text: string) => {
  const option = field.options?.find(({ keys }) => keys?.includes(text));
  return filterSchema(field).safeParse(option ? option.value : field.kind.fromQuery(text));
};

/** The kind of read: filters belong to lists; a single read ignores them like unknown parameters. */
export type QueryOf = 'list' | 'record';

/** Parsed filters with their issues. */
interface Parsed {
  readonly filters: Map<string, AskedFilter>;
  readonly issues: Issue[];
  failure: ApiError | null;
}

/** An empty value is an issue unless the field can be empty: forms send inputs that were left blank. */
const isLeftEmpty = (parameter: string, { field }: Filter, text: string, into: Parsed): boolean => {
  const isEmpty = text === '' && !field.kind.canBeEmpty;
  if (isEmpty)
    into.issues.push({ path: [parameter], code: 'invalid_type', message: `${truncateForEcho(parameter)} is empty.` });
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
  // Two parameters for the same field are combined: with different values they match nothing, as null does.
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
  const findings = new IssueCollector();
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
    else if (!filter) refuseVoid(parameter, partFiltersOf(resource), findings);
  }
  into.issues.push(...findings.issues);
  return into;
};

/**
 * Parses the query of a list or a single read.
 * @returns the query, and the issues of its filters, sort and fields; `failure` if an issue has an error code of its
 * own
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
      withNames: isOn(query.with_names),
      withDeadline: resource.responses.deadline && isOn(query.with_deadline),
      withPremium: resource.responses.premium && isOn(query.with_premium),
      withCounts: !isList && isOn(query.with_counts),
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
  const findings = new IssueCollector();
  for (const parameter of Object.keys(query)) {
    if (parameter.includes('[')) findings.add(() => noComparison(parameter));
    else refuseVoid(parameter, [], findings);
  }
  const terms = parseTerms(query, offered);
  return { ...terms, issues: [...findings.issues, ...terms.issues] };
};
