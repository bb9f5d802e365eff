/** POST `/v3/search`: hits of the projection, loaded as the regular reads show them (rules 5.17, 16.16). */
import { searchTokens } from '../../derive/search/search-text.ts';
import { fail, type Issue, invalid, isOverloadError, isTooLarge } from '../../errors/api-error.ts';
import { IssueCollector, truncateForEcho } from '../../errors/issues.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_QUERY, MAX_SEARCH_ITEMS, MAX_TOKENS } from '../../shared/limits.ts';
import { requireAll } from '../call/authorize.ts';
import { isObject, keysNotAllowed } from '../call/body-shape.ts';
import type { OperationResult, SpecialCall } from '../call/call.ts';
import { JsonBuffer } from '../call/json-buffer.ts';
import { findHits, type Hits } from './search-hits.ts';

/** The query of one index. */
interface IndexQuery {
  readonly index: string;
  readonly tokens: readonly string[];
}

/** A search body that passed validation. */
export interface SearchRequest {
  readonly queries: readonly IndexQuery[];
  readonly limit: number;
}

/** Index name -> record kind. */
const indexesOf = (registry: Registry): ReadonlyMap<string, Resource> =>
  new Map(
    registry.resources.flatMap((resource): [string, Resource][] => {
      const name = resource.search.index ?? resource.search.emptyIndex;
      return name ? [[name, resource]] : [];
    }),
  );

/** One finding at a place of the body. */
export const issue = (path: (string | number)[], code: string, message: string): Issue => ({ path, code, message });

const clampLimit = (value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 1) return DEFAULT_LIMIT;
  return Math.min(Math.floor(number), MAX_LIMIT);
};

const tooMany = (path: (string | number)[]): Issue =>
  issue(
    path,
    'too_big',
    `${path.map(truncateForEcho).join('.')} must hold at most ${MAX_TOKENS} words in ${MAX_QUERY} characters.`,
  );

/** The items of a list in the body; empty where there are too many, which is checked before the items. */
const itemsOf = (list: readonly unknown[], name: string, issues: Issue[]): readonly unknown[] => {
  if (!list.length) issues.push(issue([name], 'too_small', `${name} must have at least one item.`));
  if (list.length <= MAX_SEARCH_ITEMS) return list;
  issues.push(issue([name], 'too_big', `${name} must have at most ${MAX_SEARCH_ITEMS} items.`));
  return [];
};

const checkIndex = (name: unknown, known: ReadonlyMap<string, unknown>, path: (string | number)[]): Issue[] =>
  typeof name === 'string' && known.has(name)
    ? []
    : [
        issue(
          path,
          'invalid_select_value',
          `${truncateForEcho(name)} is no index; there are ${[...known.keys()].join(', ')}.`,
        ),
      ];

interface Accepted {
  readonly queries: IndexQuery[];
  readonly issues: Issue[];
}

/** Free text: `query`, `indices`. */
const freeText = ({ query, indices }: Values, known: ReadonlyMap<string, unknown>): Accepted => {
  const issues: Issue[] = [];
  const tokens = typeof query === 'string' ? searchTokens(query.slice(0, MAX_QUERY)) : [];
  if (tokens.length > MAX_TOKENS || (typeof query === 'string' && query.length > MAX_QUERY))
    issues.push(tooMany(['query']));
  else if (typeof query === 'string' && !tokens.length)
    issues.push(issue(['query'], 'too_small', 'query must not be empty.'));
  if (!Array.isArray(indices))
    issues.push(issue(['indices'], 'invalid_type', 'indices must be an array of index names.'));
  const names = Array.isArray(indices) ? itemsOf(indices, 'indices', issues) : [];
  names.forEach((name, i) => {
    issues.push(...checkIndex(name, known, ['indices', i]));
  });
  return { issues, queries: [...new Set(names as string[])].map((index) => ({ index, tokens })) };
};

/** The words of a structured part's fields. */
const tokensOf = (fields: Values, path: (string | number)[], tokens: Set<string>): readonly Issue[] => {
  const findings = new IssueCollector();
  let isLong = false;
  const wrong = (name: string, value: unknown): void => {
    const at = [...path, name];
    if (value !== null && typeof value === 'object')
      findings.add(() =>
        issue(at, 'invalid_type', `${truncateForEcho(name)} must be a text, a number or a truth value.`),
      );
    else if (String(value).length > MAX_QUERY) {
      isLong = true;
      findings.add(() => tooMany(at));
    }
    // One token more than the maximum suffices to detect too many.
    else if (value !== null && tokens.size <= MAX_TOKENS)
      for (const one of searchTokens(String(value))) tokens.add(one);
  };
  for (const [name, value] of Object.entries(fields)) wrong(name, value);
  if (tokens.size > MAX_TOKENS) findings.add(() => tooMany(path));
  // A text that is too long was not tokenized, and may hold words.
  if (!tokens.size && !isLong)
    findings.add(() => issue(path, 'too_small', `${path.at(-1)} must hold at least one value.`));
  return findings.issues;
};

/** Structured: `query` as a list of `{index, include}` or `{name, fields}`. */
const structured = (query: readonly unknown[], known: ReadonlyMap<string, unknown>): Accepted => {
  const issues: Issue[] = [];
  const byIndex = new Map<unknown, Set<string>>();
  itemsOf(query, 'query', issues).forEach((part, i) => {
    if (!isObject(part)) {
      issues.push(issue(['query', i], 'invalid_type', 'query must hold objects.'));
      return;
    }
    const nameKey = part.index === undefined ? 'name' : 'index';
    const fieldsKey = part.include === undefined ? 'fields' : 'include';
    const index = part[nameKey];
    issues.push(...checkIndex(index, known, ['query', i, nameKey]));
    const fields = part[fieldsKey];
    if (!isObject(fields)) {
      issues.push(issue(['query', i, fieldsKey], 'invalid_type', `${fieldsKey} must be an object.`));
      return;
    }
    const tokens = byIndex.get(index) ?? new Set<string>();
    byIndex.set(index, tokens);
    issues.push(
      ...keysNotAllowed(part, [nameKey, fieldsKey], ['query', i]),
      ...tokensOf(fields, ['query', i, fieldsKey], tokens),
    );
  });
  return {
    issues,
    queries: [...byIndex].map(([index, tokens]) => ({ index: index as string, tokens: [...tokens] })),
  };
};

/** The body in either form, and all that is wrong with it. */
export const acceptSearch = (
  body: Values,
  registry: Registry,
): { request: SearchRequest; issues: readonly Issue[] } => {
  const known = indexesOf(registry);
  const { query } = body;
  const isList = Array.isArray(query);
  const { queries, issues } = isList ? structured(query, known) : freeText(body, known);
  const all = [...issues, ...keysNotAllowed(body, ['query', 'limit', 'indices'])];
  if (!isList && typeof query !== 'string') {
    all.push(
      issue(
        ['query'],
        'invalid_type',
        query === undefined ? 'query is required.' : 'query must be a text or an array.',
      ),
    );
  }
  return { request: { queries, limit: clampLimit(body.limit) }, issues: all };
};

/** The second scope layer, before any search. @throws 403 `forbidden_indices` */
export const requireIndexScopes = (call: SpecialCall, queries: readonly IndexQuery[]): void => {
  const { registry } = call.model;
  const known = indexesOf(registry);
  const scopeOf = (index: string): string => `v3:${known.get(index)?.scope}:read`;
  const wished = [...new Set(queries.map(({ index }) => index))];
  requireAll(call.actor, wished.map(scopeOf), {
    code: 'forbidden_indices',
    about: { forbidden_indices: wished.filter((index) => !call.actor.scopes.has(scopeOf(index))) },
    hint: 'Add the read scope of every requested index to the token.',
  });
};

const noHits = (items: JsonBuffer): Hits => ({ total: 0, isMinimum: false, items });

/** Members of an answer that say how many hits there are. */
const totalOf = ({ total, isMinimum }: Pick<Hits, 'total' | 'isMinimum'>): string =>
  `"total":${total}${isMinimum ? ',"total_is_minimum":true' : ''}`;

/**
 * Runs an authorized search.
 * @param body receives the response, a JSON object
 * @param further its other members
 * @throws 413 `payload_too_large`; 503 `service_unavailable` where the search concurrency is used up; 502
 * `search_backend_failed` where no index could be searched
 */
export const runSearch = async (
  call: SpecialCall,
  { queries, limit }: SearchRequest,
  body: JsonBuffer,
  further = '',
): Promise<void> => {
  const known = indexesOf(call.model.registry);
  const results = await Promise.allSettled(
    queries.map(async ({ index, tokens }) => {
      const resource = known.get(index);
      const items = body.part();
      return resource?.search.index ? findHits(call, resource, tokens, limit, items) : noHits(items);
    }),
  );
  const errors: { index: string; message: string }[] = [];
  const data = results.map((result, i): Hits => {
    if (result.status === 'fulfilled') return result.value;
    if (isTooLarge(result.reason) || isOverloadError(result.reason)) throw result.reason;
    errors.push({ index: queries[i]?.index ?? '', message: 'The index could not be searched.' });
    return noHits(body.part());
  });
  const failed = results.find((result) => result.status === 'rejected');
  if (failed?.status === 'rejected' && errors.length === queries.length)
    throw fail('search_backend_failed', { cause: failed.reason });
  const total = data.reduce((sum, hits) => sum + hits.total, 0);
  body.add(`{"ok":true,${totalOf({ total, isMinimum: data.some(({ isMinimum }) => isMinimum) })},"data":{`);
  for (const [i, hits] of data.entries()) {
    body.add(`${i ? ',' : ''}${JSON.stringify(queries[i]?.index)}:{${totalOf(hits)},"items":[`);
    body.append(hits.items);
    body.add(']}');
  }
  body.add(`}${errors.length ? `,"errors":${JSON.stringify(errors)}` : ''}${further}}`);
};

/** POST `/v3/search`. @throws 400 `empty_body`, `validation_failed`; 403 `forbidden_indices` */
export const search = async (call: SpecialCall): Promise<OperationResult> => {
  if (!isObject(call.body)) throw fail('empty_body');
  const { request, issues } = acceptSearch(call.body, call.model.registry);
  if (issues.length) throw invalid(issues);
  requireIndexScopes(call, request.queries);
  const body = new JsonBuffer();
  await runSearch(call, request, body);
  return { status: 200, body: body.chunks };
};
