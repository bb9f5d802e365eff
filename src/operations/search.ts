/** POST `/v3/search`: hits of the projection, loaded as the regular reads show them (spec: Search; decisions 5.17). */
import { visible } from '../derive/columns.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../derive/query-schema.ts';
import { gramOf, searchTokens, TRIGRAM, tokenForms } from '../derive/search-text.ts';
import { fail, type Issue, invalid } from '../errors.ts';
import type { Values } from '../model/kinds.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { isObject } from './body.ts';
import type { Answer, Call } from './call.ts';

/** Accepted and always empty (spec: Search). */
const WITHOUT_HITS = 'portals';
const MAX_TOKENS = 30;
const MAX_QUERY = 1000;

/** What one index is searched for. */
interface Wish {
  readonly index: string;
  readonly tokens: readonly string[];
}

interface SearchRequest {
  readonly wishes: readonly Wish[];
  readonly limit: number;
}

/** Index name -> record kind; null for the index without hits. */
const indexesOf = (registry: Registry): ReadonlyMap<string, Resource | null> =>
  new Map<string, Resource | null>([
    ...registry.resources.flatMap((resource): [string, Resource][] =>
      resource.searchIndex ? [[resource.searchIndex, resource]] : [],
    ),
    [WITHOUT_HITS, null],
  ]);

const issue = (path: (string | number)[], code: string, message: string): Issue => ({ path, code, message });

const clampLimit = (value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 1) return DEFAULT_LIMIT;
  return Math.min(Math.floor(number), MAX_LIMIT);
};

const checkIndex = (name: unknown, known: ReadonlyMap<string, unknown>, path: (string | number)[]): Issue[] =>
  typeof name === 'string' && known.has(name)
    ? []
    : [issue(path, 'invalid_select_value', `${String(name)} is no index; there are ${[...known.keys()].join(', ')}.`)];

/** Words beyond the bounds are refused: a search that left them out would find records that lack them. */
const tooLong = (path: (string | number)[], length: number, tokens: number): Issue[] =>
  length <= MAX_QUERY && tokens <= MAX_TOKENS
    ? []
    : [issue(path, 'too_big', `${path.at(-1)} must have at most ${MAX_TOKENS} words and ${MAX_QUERY} characters.`)];

/** Free text: `query`, `indices`. */
const freeText = (body: Values, known: ReadonlyMap<string, unknown>): { wishes: Wish[]; issues: Issue[] } => {
  const issues: Issue[] = [];
  const { query, indices } = body;
  const tokens = typeof query === 'string' ? searchTokens(query.slice(0, MAX_QUERY)) : [];
  if (typeof query === 'string' && !tokens.length)
    issues.push(issue(['query'], 'too_small', 'query must not be empty.'));
  if (typeof query === 'string') issues.push(...tooLong(['query'], query.length, tokens.length));
  if (!Array.isArray(indices))
    issues.push(issue(['indices'], 'invalid_type', 'indices must be an array of index names.'));
  else if (!indices.length) issues.push(issue(['indices'], 'too_small', 'indices must name at least one index.'));
  const names: unknown[] = Array.isArray(indices) ? indices : [];
  names.forEach((name, i) => {
    issues.push(...checkIndex(name, known, ['indices', i]));
  });
  return { issues, wishes: [...new Set(names as string[])].map((index) => ({ index, tokens })) };
};

/** Structured: `query` as a list of `{index, include}` or `{name, fields}`. */
const structured = (
  query: readonly unknown[],
  known: ReadonlyMap<string, unknown>,
): { wishes: Wish[]; issues: Issue[] } => {
  const issues: Issue[] = [];
  const byIndex = new Map<string, Set<string>>();
  if (!query.length) issues.push(issue(['query'], 'too_small', 'query must not be empty.'));
  if (query.length > 100) issues.push(issue(['query'], 'too_big', 'query must have at most 100 items.'));
  query.slice(0, 100).forEach((part, i) => {
    if (!isObject(part)) {
      issues.push(issue(['query', i], 'invalid_type', 'query must hold objects.'));
      return;
    }
    const nameKey = part.index === undefined ? 'name' : 'index';
    const fieldsKey = part.include === undefined ? 'fields' : 'include';
    issues.push(...checkIndex(part[nameKey], known, ['query', i, nameKey]));
    const fields = part[fieldsKey];
    if (!isObject(fields)) {
      issues.push(issue(['query', i, fieldsKey], 'invalid_type', `${fieldsKey} must be an object.`));
      return;
    }
    for (const key of Object.keys(part)) {
      if (key !== nameKey && key !== fieldsKey)
        issues.push(issue(['query', i, key], 'unrecognized_key', `${key} is not allowed.`));
    }
    const tokens = byIndex.get(String(part[nameKey])) ?? new Set<string>();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null && typeof value === 'object') {
        issues.push(
          issue(['query', i, fieldsKey, name], 'invalid_type', `${name} must be a text, a number or a truth value.`),
        );
        continue;
      }
      const text = value === null ? '' : String(value);
      issues.push(...tooLong(['query', i, fieldsKey, name], text.length, 0));
      for (const token of searchTokens(text.slice(0, MAX_QUERY))) tokens.add(token);
    }
    issues.push(...tooLong(['query', i, fieldsKey], 0, tokens.size));
    if (!tokens.size)
      issues.push(issue(['query', i, fieldsKey], 'too_small', `${fieldsKey} must hold at least one value.`));
    byIndex.set(String(part[nameKey]), tokens);
  });
  return {
    issues,
    wishes: [...byIndex].map(([index, tokens]) => ({ index, tokens: [...tokens] })),
  };
};

/** The body in either form. @throws 400 `validation_failed` */
const acceptSearch = (body: Values, registry: Registry, at: readonly (string | number)[]): SearchRequest => {
  const known = indexesOf(registry);
  const { query } = body;
  const isList = Array.isArray(query);
  const { wishes, issues } = isList ? structured(query, known) : freeText(body, known);
  const all = [...issues];
  const allowed = isList ? ['query', 'limit'] : ['query', 'limit', 'indices'];
  for (const key of Object.keys(body)) {
    if (!allowed.includes(key) && !(isList && key === 'indices'))
      all.push(issue([key], 'unrecognized_key', `${key} is not allowed.`));
  }
  if (!isList && typeof query !== 'string') {
    all.push(
      issue(
        ['query'],
        'invalid_type',
        query === undefined ? 'query is required.' : 'query must be a text or an array.',
      ),
    );
  }
  if (all.length) throw invalid(all.map((one) => ({ ...one, path: [...at, ...one.path] })));
  return { wishes, limit: clampLimit(body.limit) };
};

/** The second scope layer, before any search. @throws 403 `forbidden_indices` */
const requireIndexScopes = (call: Call, wishes: readonly Wish[]): void => {
  const { registry } = call.model;
  const known = indexesOf(registry);
  const scopeOf = (index: string): string => `v3:${(known.get(index) ?? registry.get('portals')).scope}:read`;
  const denied = wishes.map(({ index }) => index).filter((index) => !call.actor.scopes.has(scopeOf(index)));
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

/** `%`, `_` and `\` are themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (letter) => `\\${letter}`);

/**
 * Hits of one index: every token must stand in some row of the record. Rows of the rarest kind of condition (the
 * longest token) are looked up in an index, the other tokens are checked on that record's few rows.
 */
const searchIndex = async (call: Call, resource: Resource, tokens: readonly string[], limit: number) => {
  const values: unknown[] = [call.actor.orgId, resource.path];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const condition = (alias: string, token: string): string =>
    `(${tokenForms(token)
      .map((form) =>
        form.length < TRIGRAM
          ? `${alias}.grams @> array[${parameter(gramOf(form))}::int]`
          : `${alias}.text like ${parameter(`%${literal(form)}%`)}`,
      )
      .join(' or ')})`;
  const [first = '', ...others] = [...tokens].sort((a, b) => b.length - a.length);
  const among = (token: string): string =>
    `exists (select 1 from search_entry o where o.org_id = $1 and o.section = $2 and o.id = s.id and ${condition('o', token)})`;
  const start = condition('s', first);
  const rest = others.map((token) => ` and (${condition('s', token)} or ${among(token)})`).join('');
  const word = parameter(first);
  const rank = `min(case when s.text ~ ('(^|[^[:alnum:]])' || ${parameter(first.replace(/[^\p{L}\p{N}]/gu, '\\$&'))} || '($|[^[:alnum:]])') then 0 when position(' ' || ${word} in translate(s.text, chr(10), ' ')) > 0 or starts_with(s.text, ${word}) then 1 else 2 end)`;
  const text = `with hit as (select s.id, ${rank} as rank from search_entry s where s.org_id = $1 and s.section = $2 and ${start}${rest} group by s.id), live as (select h.id, h.rank, t.printed from hit h join ${resource.table} t on t.org_id = $1 and t.id = h.id${visible(resource, 't')}) select (select count(*)::int from live) as total, (select string_agg(p.printed, ',') from (select printed from live order by rank, id desc limit ${parameter(limit)}::int) p) as items`;
  const [row] = await call.db.readLong<{ total: number; items: string | null }>({ text, values });
  return { total: row?.total ?? 0, items: row?.items ?? '' };
};

/**
 * Runs a search body and answers the JSON text.
 * @param at where the body stands in the request's
 * @throws 400 `validation_failed`; 403 `forbidden_indices`; 502 `search_backend_failed`
 */
export const runSearch = async (call: Call, body: Values, at: readonly (string | number)[] = []): Promise<string> => {
  const { registry } = call.model;
  const { wishes, limit } = acceptSearch(body, registry, at);
  requireIndexScopes(call, wishes);
  const known = indexesOf(registry);
  const results = await Promise.allSettled(
    wishes.map(async ({ index, tokens }) => {
      const resource = known.get(index);
      return resource ? searchIndex(call, resource, tokens, limit) : { total: 0, items: '' };
    }),
  );
  const errors: { index: string; message: string }[] = [];
  let total = 0;
  const data = results.map((result, i) => {
    const index = wishes[i]?.index ?? '';
    if (result.status === 'rejected') {
      errors.push({ index, message: 'The index could not be searched.' });
      return `${JSON.stringify(index)}:{"total":0,"items":[]}`;
    }
    total += result.value.total;
    return `${JSON.stringify(index)}:{"total":${result.value.total},"items":[${result.value.items}]}`;
  });
  const failed = results.find((result) => result.status === 'rejected');
  if (failed?.status === 'rejected' && errors.length === wishes.length)
    throw fail('search_backend_failed', { cause: failed.reason });
  return `{"ok":true,"total":${total},"data":{${data.join(',')}}${errors.length ? `,"errors":${JSON.stringify(errors)}` : ''}}`;
};

/** POST `/v3/search`. */
export const search = async (call: Call): Promise<Answer> => {
  if (!isObject(call.body)) throw fail('empty_body');
  return { status: 200, body: await runSearch(call, call.body) };
};
