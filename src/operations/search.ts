/** POST `/v3/search`: hits of the projection, loaded as the regular reads show them (spec: Search; decisions 5.17). */
import { visible } from '../derive/columns.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../derive/query-schema.ts';
import { gramOf, searchTokens, TRIGRAM, tokenForms } from '../derive/search-text.ts';
import { fail, type Issue, invalid } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { isObject } from './body.ts';
import type { Answer, Call } from './call.ts';

/** Accepted and always empty (spec: Search). */
const WITHOUT_HITS = 'portals';
/** More is refused: a token left out would find what does not hold it. */
const MAX_TOKENS = 30;
const MAX_QUERY = 1000;

/** What one index is searched for. */
interface Wish {
  readonly index: string;
  readonly tokens: readonly string[];
}

/** A search body that passed validation. */
export interface SearchRequest {
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

/** One finding at a place of the body. */
export const issue = (path: (string | number)[], code: string, message: string): Issue => ({ path, code, message });

const clampLimit = (value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 1) return DEFAULT_LIMIT;
  return Math.min(Math.floor(number), MAX_LIMIT);
};

const tooMany = (path: (string | number)[]): Issue =>
  issue(path, 'too_big', `${path.join('.')} must hold at most ${MAX_TOKENS} words in ${MAX_QUERY} characters.`);

const checkIndex = (name: unknown, known: ReadonlyMap<string, unknown>, path: (string | number)[]): Issue[] =>
  typeof name === 'string' && known.has(name)
    ? []
    : [issue(path, 'invalid_select_value', `${String(name)} is no index; there are ${[...known.keys()].join(', ')}.`)];

/** Free text: `query`, `indices`. */
const freeText = (body: Values, known: ReadonlyMap<string, unknown>): { wishes: Wish[]; issues: Issue[] } => {
  const issues: Issue[] = [];
  const { query, indices } = body;
  const tokens = typeof query === 'string' ? searchTokens(query.slice(0, MAX_QUERY)) : [];
  if (typeof query === 'string' && !tokens.length)
    issues.push(issue(['query'], 'too_small', 'query must not be empty.'));
  if (tokens.length > MAX_TOKENS || (typeof query === 'string' && query.length > MAX_QUERY))
    issues.push(tooMany(['query']));
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
      } else if (String(value).length > MAX_QUERY) {
        issues.push(tooMany(['query', i, fieldsKey, name]));
      } else if (value !== null) for (const token of searchTokens(String(value))) tokens.add(token);
    }
    if (tokens.size > MAX_TOKENS) issues.push(tooMany(['query', i, fieldsKey]));
    if (!tokens.size)
      issues.push(issue(['query', i, fieldsKey], 'too_small', `${fieldsKey} must hold at least one value.`));
    byIndex.set(String(part[nameKey]), tokens);
  });
  return {
    issues,
    wishes: [...byIndex].map(([index, tokens]) => ({ index, tokens: [...tokens] })),
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
  return { request: { wishes, limit: clampLimit(body.limit) }, issues: all };
};

/** The second scope layer, before any search. @throws 403 `forbidden_indices` */
export const requireIndexScopes = (call: Call, wishes: readonly Wish[]): void => {
  const { registry } = call.model;
  const known = indexesOf(registry);
  const scopeOf = (index: string): string => `v3:${(known.get(index) ?? registry.get('portals')).scope}:read`;
  const wished = [...new Set(wishes.map(({ index }) => index))];
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

/** `%`, `_` and `\` are themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (letter) => `\\${letter}`);

/** Hits that are ranked and counted: a token that nearly every record has costs no more than one that 10,000 have. */
const MAX_HITS = 10_000;
/** The same where no token has three characters, or the limit, if that is more: such hits are read without an index. */
const MAX_SHORT_HITS = 2000;

/** Usefulness of an entry for a token: 0 it stands there as a word, 1 a word starts with it, 2 it is inside of one. */
const rankOf = (entry: string, token: string, parameter: (value: unknown) => string): string => {
  const word = token.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const matches = (pattern: string): string => `${entry}.text ~ ${parameter(pattern)}`;
  return `case when not ${matches(`(^|[^[:alnum:]])${word}`)} then 2
    when ${matches(`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)} then 0 when ${matches(`(^|\\s)${word}`)} then 1 else 2 end`;
};

/**
 * Hits of one index: every token must stand in some entry of the record, its own or that of a part. Tokens are semi-joins, so that
 * PostgreSQL starts with the rarest; the newest hits come first, so that a frequent token is read in that order and left
 * when there are enough.
 */
const searchIndex = async (call: Call, resource: Resource, tokens: readonly string[], limit: number) => {
  const values: unknown[] = [call.actor.orgId, resource.path];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const condition = (entry: string, token: string): string =>
    `(${tokenForms(token)
      .map((form) =>
        form.length < TRIGRAM
          ? `${entry}.grams @> array[${parameter(gramOf(form))}::int]`
          : `${entry}.text like ${parameter(`%${literal(form)}%`)}`,
      )
      .join(' or ')})`;
  const [first = '', ...others] = [...tokens].sort((a, b) => b.length - a.length);
  const further = others.map((token) => {
    const entries = `from search_entry o where o.org_id = $1 and o.section = $2 and ${condition('o', token)}`;
    // A short token is frequent: it is looked for where the others led to. A long one may be what to start with.
    return token.length < TRIGRAM
      ? ` and (${condition('s', token)} or exists (select 1 ${entries} and o.id = s.id))`
      : ` and s.id in (select o.id ${entries})`;
  });
  const text = `with hit as materialized (
      select s.id, min(${rankOf('s', first, parameter)}) as rank from search_entry s
      where s.org_id = $1 and s.section = $2 and ${condition('s', first)}${further.join('')} group by s.id order by s.id desc limit ${first.length < TRIGRAM ? Math.max(limit, MAX_SHORT_HITS) : MAX_HITS}
    ), page as (select id, rank from hit order by rank, id desc limit ${parameter(limit)}::int)
    select (select count(*)::int from hit) as total, (select string_agg(t.printed, ',' order by p.rank, p.id desc)
      from page p join ${resource.table} t on t.org_id = $1 and t.id = p.id${visible(resource, 't')}) as items`;
  const [row] = await call.db.readLong<{ total: number; items: string | null }>({ text, values });
  return { total: row?.total ?? 0, items: row?.items ?? '' };
};

/** Runs an allowed search; answers the JSON text. @throws 502 `search_backend_failed` where no index could be searched */
export const runSearch = async (call: Call, { wishes, limit }: SearchRequest): Promise<string> => {
  const known = indexesOf(call.model.registry);
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

/** POST `/v3/search`. @throws 400 `empty_body`, `validation_failed`; 403 `forbidden_indices` */
export const search = async (call: Call): Promise<Answer> => {
  if (!isObject(call.body)) throw fail('empty_body');
  const { request, issues } = acceptSearch(call.body, call.model.registry);
  if (issues.length) throw invalid(issues);
  requireIndexScopes(call, request.wishes);
  return { status: 200, body: await runSearch(call, request) };
};
