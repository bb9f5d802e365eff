/** POST `/v3/search`: hits of the projection, loaded as the regular reads show them (rules 5.17, 16.16). */
import { searchTokens } from '../../derive/search-text.ts';
import { fail, type Issue, invalid, isTooLarge, isTurnedAway } from '../../errors.ts';
import { echo, Findings } from '../../issues.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_QUERY, MAX_SEARCH_ITEMS, MAX_TOKENS } from '../../limits.ts';
import type { Values } from '../../model/field-shape.ts';
import type { Registry } from '../../model/registry.ts';
import type { Resource } from '../../model/resource.ts';
import { isObject, keysNotAllowed } from '../body.ts';
import { ByteChunks } from '../byte-chunks.ts';
import type { Answer, SpecialCall } from '../call.ts';
import { findHits, type Hits } from './search-hits.ts';

/** What one index is searched for. */
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
    `${path.map(echo).join('.')} must hold at most ${MAX_TOKENS} words in ${MAX_QUERY} characters.`,
  );

/** What a list of a body holds; nothing where it holds too much, which is found before its items are looked at. */
const itemsOf = (list: readonly unknown[], name: string, issues: Issue[]): readonly unknown[] => {
  if (!list.length) issues.push(issue([name], 'too_small', `${name} must have at least one item.`));
  if (list.length <= MAX_SEARCH_ITEMS) return list;
  issues.push(issue([name], 'too_big', `${name} must have at most ${MAX_SEARCH_ITEMS} items.`));
  return [];
};

const checkIndex = (name: unknown, known: ReadonlyMap<string, unknown>, path: (string | number)[]): Issue[] =>
  typeof name === 'string' && known.has(name)
    ? []
    : [issue(path, 'invalid_select_value', `${echo(name)} is no index; there are ${[...known.keys()].join(', ')}.`)];

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
  const findings = new Findings();
  let isLong = false;
  const wrong = (name: string, value: unknown): void => {
    const at = [...path, name];
    if (value !== null && typeof value === 'object')
      findings.add(() => issue(at, 'invalid_type', `${echo(name)} must be a text, a number or a truth value.`));
    else if (String(value).length > MAX_QUERY) {
      isLong = true;
      findings.add(() => tooMany(at));
    }
    // One more than can be is enough to know that there are too many.
    else if (value !== null && tokens.size <= MAX_TOKENS)
      for (const one of searchTokens(String(value))) tokens.add(one);
  };
  for (const [name, value] of Object.entries(fields)) wrong(name, value);
  if (tokens.size > MAX_TOKENS) findings.add(() => tooMany(path));
  // What is too long was not looked through, and may hold words.
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
  const denied = wished.filter((index) => !call.actor.scopes.has(scopeOf(index)));
  if (!denied.length) return;
  throw fail('forbidden_indices', {
    details: {
      forbidden_indices: denied,
      required_scope: [...new Set(denied.map(scopeOf))].join(', '),
      provided_scope: [...call.actor.scopes],
      hint: 'Add the read scope of every requested index to the token.',
    },
  });
};

/**
 * Runs an allowed search.
 * @param body where its answer goes, a JSON object
 * @param further members of it
 * @throws 413 `payload_too_large`; 503 `service_unavailable` where there is no room for it now; 502 `search_backend_failed` where no
 * index could be searched
 */
export const runSearch = async (
  call: SpecialCall,
  { queries, limit }: SearchRequest,
  body: ByteChunks,
  further = '',
): Promise<void> => {
  const known = indexesOf(call.model.registry);
  const results = await Promise.allSettled(
    queries.map(async ({ index, tokens }) => {
      const resource = known.get(index);
      const items = body.part();
      return resource?.search.index ? findHits(call, resource, tokens, limit, items) : { total: 0, items };
    }),
  );
  const errors: { index: string; message: string }[] = [];
  let total = 0;
  const data = results.map((result, i): Hits => {
    if (result.status === 'fulfilled') {
      total += result.value.total;
      return result.value;
    }
    if (isTooLarge(result.reason) || isTurnedAway(result.reason)) throw result.reason;
    errors.push({ index: queries[i]?.index ?? '', message: 'The index could not be searched.' });
    return { total: 0, items: body.part() };
  });
  const failed = results.find((result) => result.status === 'rejected');
  if (failed?.status === 'rejected' && errors.length === queries.length)
    throw fail('search_backend_failed', { cause: failed.reason });
  body.add(`{"ok":true,"total":${total},"data":{`);
  for (const [i, hits] of data.entries()) {
    body.add(`${i ? ',' : ''}${JSON.stringify(queries[i]?.index)}:{"total":${hits.total},"items":[`);
    body.append(hits.items);
    body.add(']}');
  }
  body.add(`}${errors.length ? `,"errors":${JSON.stringify(errors)}` : ''}${further}}`);
};

/** POST `/v3/search`. @throws 400 `empty_body`, `validation_failed`; 403 `forbidden_indices` */
export const search = async (call: SpecialCall): Promise<Answer> => {
  if (!isObject(call.body)) throw fail('empty_body');
  const { request, issues } = acceptSearch(call.body, call.model.registry);
  if (issues.length) throw invalid(issues);
  requireIndexScopes(call, request.queries);
  const body = new ByteChunks();
  await runSearch(call, request, body);
  return { status: 200, body: body.chunks };
};
