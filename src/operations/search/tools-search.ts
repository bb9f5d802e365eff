/** POST `/tools/search`: the internal tool's modes over the same search (rules 5.17, 16.16). */
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { MAX_LIMIT } from '../../shared/limits.ts';
import { isObject } from '../call/body-shape.ts';
import type { OperationResult, SpecialCall } from '../call/call.ts';
import { JsonBuffer } from '../call/json-buffer.ts';
import { acceptSearch, issue, requireIndexScopes, runSearch, type SearchRequest } from './search.ts';

const NOTICE = 'fuzziness_not_supported_by_crm_suche';
/** Searches of one call. */
const MAX_SEARCHES = 20;

/** Options of the tool around a search body. */
const TOOL_KEYS = new Set(['mode', 'fuzziness', 'exactOnly', 'output', 'searches', 'queries']);

const stripped = (body: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !TOOL_KEYS.has(key)));

type Part = readonly [key: string | number, body: unknown];

/** All searches of a call, every finding at its place in the body; scopes are checked before any of them runs. */
const acceptParts = (call: SpecialCall, at: string, parts: readonly Part[]): readonly SearchRequest[] => {
  const issues: Issue[] = parts.length ? [] : [issue([at], 'too_small', `${at} must not be empty.`)];
  if (parts.length > MAX_SEARCHES)
    throw invalid([issue([at], 'too_big', `${at} must hold at most ${MAX_SEARCHES} searches.`)]);
  const requests = parts.flatMap(([key, body]) => {
    if (!isObject(body)) {
      issues.push(issue([at, key], 'invalid_type', `${at} must hold objects.`));
      return [];
    }
    const accepted = acceptSearch(stripped(body), call.model.registry);
    issues.push(...accepted.issues.map((one) => ({ ...one, path: [at, key, ...one.path] })));
    return [accepted.request];
  });
  if (issues.length) throw invalid(issues);
  requireIndexScopes(
    call,
    requests.flatMap(({ queries }) => queries),
  );
  return requests;
};

/** Limits whose sum is at most the limit of one search; the excess is taken from the last searches. */
const withinLimit = (requests: readonly SearchRequest[]): readonly SearchRequest[] => {
  let left = MAX_LIMIT;
  return requests.map((request) => {
    const limit = Math.min(request.limit, left);
    left -= limit;
    return { ...request, limit };
  });
};

/** Runs the searches. @throws 429 `rate_limit_exceeded` where the organisation's budget has not a unit for each */
const runParts = async (call: SpecialCall, at: string, parts: readonly Part[], to: JsonBuffer): Promise<void> => {
  const requests = withinLimit(acceptParts(call, at, parts));
  // The call itself has paid for the first one.
  await call.consume?.(requests.length - 1);
  const answers = requests.map(() => to.part());
  await Promise.all(requests.map((request, i) => runSearch(call, request, answers[i] as JsonBuffer)));
  for (const [i, answer] of answers.entries()) {
    const [key] = parts[i] as Part;
    to.add(`${i ? ',' : ''}${typeof key === 'string' ? `${JSON.stringify(key)}:` : ''}`);
    to.append(answer);
  }
};

/** Named searches, answered by name. */
const multi = async (call: SpecialCall, searches: unknown, to: JsonBuffer, further: string): Promise<void> => {
  if (!isObject(searches))
    throw invalid([issue(['searches'], 'invalid_type', 'searches must be an object of named searches.')]);
  to.add('{"ok":true,"results":{');
  await runParts(call, 'searches', Object.entries(searches), to);
  to.add(`}${further}}`);
};

/** A list of searches, answered in order. */
const batch = async (call: SpecialCall, queries: unknown, to: JsonBuffer, further: string): Promise<void> => {
  if (!Array.isArray(queries))
    throw invalid([issue(['queries'], 'invalid_type', 'queries must be an array of searches.')]);
  to.add('{"ok":true,"results":[');
  await runParts(call, 'queries', [...queries.entries()], to);
  to.add(`]${further}}`);
};

/** One search, its keys next to the tool's own. */
const apiv3 = async (call: SpecialCall, body: Values, to: JsonBuffer, further: string): Promise<void> => {
  const { request, issues } = acceptSearch(stripped(body), call.model.registry);
  if (issues.length) throw invalid(issues);
  requireIndexScopes(call, request.queries);
  await runSearch(call, request, to, further);
};

/** @param further members of the answer */
const inMode = (call: SpecialCall, body: Values, to: JsonBuffer, further: string): Promise<void> => {
  if (body.mode === 'apiv3') return apiv3(call, body, to, further);
  if (body.mode === 'multi') return multi(call, body.searches, to, further);
  if (body.mode === 'batch') return batch(call, body.queries, to, further);
  const code = body.mode === undefined ? 'invalid_type' : 'invalid_select_value';
  throw invalid([issue(['mode'], code, 'mode must be apiv3, multi or batch.')]);
};

/** The call and the searches in it: the tool's options may stand in each. */
const optionsOf = (body: Values): Values[] => {
  const parts = Array.isArray(body.queries)
    ? body.queries
    : Object.values(isObject(body.searches) ? body.searches : {});
  return [body, ...parts.slice(0, MAX_SEARCHES).filter(isObject)];
};

/** POST `/tools/search`. @throws 400 `exact_only_not_supported`, 410 `search_backend_removed`, and those of a search */
export const toolsSearch = async (call: SpecialCall): Promise<OperationResult> => {
  const { body } = call;
  if (!isObject(body)) throw fail('empty_body');
  const options = optionsOf(body);
  if (options.some(({ exactOnly = false }) => exactOnly !== false && exactOnly !== null))
    throw fail('exact_only_not_supported');
  if (options.some(({ output }) => output === 'elastic')) throw fail('search_backend_removed');
  const notices = options.every(({ fuzziness }) => fuzziness === undefined) ? '' : `,"notices":["${NOTICE}"]`;
  const answer = new JsonBuffer();
  await inMode(call, body, answer, notices);
  return { status: 200, body: answer.chunks };
};

/** POST `/tools/search/upsert`: the service keeps its index itself. */
export const upsertSearch = async (_call: SpecialCall): Promise<OperationResult> => {
  throw fail('search_index_managed_by_crm');
};
