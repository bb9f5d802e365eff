/** POST `/tools/search`: the internal tool's modes over the same search (spec: Search; decisions 5.17). */
import { fail, type Issue, invalid } from '../errors.ts';
import type { Values } from '../model/kinds.ts';
import { isObject } from './body.ts';
import type { Answer, Call } from './call.ts';
import { runSearch } from './search.ts';

const NOTICE = 'fuzziness_not_supported_by_crm_suche';
/** Searches of one call. */
const MAX_PARTS = 20;

const wrong = (path: Issue['path'], code: string, message: string) => invalid([{ path, code, message }]);

/** A search body, the tool's options taken out. @throws 400 `exact_only_not_supported`; 410 `search_backend_removed` */
const plain = ({ fuzziness: _, exactOnly, output, ...body }: Values): Values => {
  if (exactOnly) throw fail('exact_only_not_supported');
  if (output === 'elastic') throw fail('search_backend_removed');
  return body;
};

interface Part {
  readonly name: string | number;
  readonly body: Values;
}

/** The searches of the modes `multi` and `batch`. */
const partsOf = (key: string, entries: readonly [string | number, unknown][]): Part[] => {
  if (entries.length > MAX_PARTS) throw wrong([key], 'too_big', `${key} must have at most ${MAX_PARTS} searches.`);
  return entries.map(([name, body]) => {
    if (!isObject(body)) throw wrong([key, name], 'invalid_type', 'A search must be an object.');
    return { name, body };
  });
};

/** The searches of a body that holds several; null for the mode `apiv3`. @throws 400 `validation_failed` */
const several = ({ mode, searches, queries }: Values): { key: string; parts: Part[] } | null => {
  if (mode === 'apiv3') return null;
  if (mode === 'multi') {
    if (!isObject(searches)) throw wrong(['searches'], 'invalid_type', 'searches must be an object of named searches.');
    return { key: 'searches', parts: partsOf('searches', Object.entries(searches)) };
  }
  if (mode === 'batch') {
    if (!Array.isArray(queries)) throw wrong(['queries'], 'invalid_type', 'queries must be an array of searches.');
    return { key: 'queries', parts: partsOf('queries', [...queries.entries()]) };
  }
  const code = mode === undefined ? 'invalid_type' : 'invalid_select_value';
  throw wrong(['mode'], code, 'mode must be apiv3, multi or batch.');
};

/** POST `/tools/search`. @throws what `runSearch` does, and 400 and 410 for what the search no longer offers */
export const toolsSearch = async (call: Call): Promise<Answer> => {
  if (!isObject(call.body)) throw fail('empty_body');
  const { mode: _mode, searches: _searches, queries: _queries, ...own } = plain(call.body);
  const found = several(call.body);
  const fuzzy = [call.body, ...(found?.parts ?? []).map(({ body }) => body)].some(
    (body) => body.fuzziness !== undefined,
  );
  const notices = fuzzy ? `,"notices":["${NOTICE}"]` : '';
  const answer = (text: string): Answer => ({ status: 200, body: `${text.slice(0, -1)}${notices}}` });
  if (!found) return answer(await runSearch(call, own));
  const { key, parts } = found;
  const named = key === 'searches';
  const results = await Promise.all(
    parts.map(async ({ name, body }) => {
      const text = await runSearch(call, plain(body), [key, name]);
      return named ? `${JSON.stringify(name)}:${text}` : text;
    }),
  );
  return answer(`{"ok":true,"results":${named ? `{${results.join()}}` : `[${results.join()}]`}}`);
};

/** POST `/tools/search/upsert`: the service keeps its index itself. @throws 410 always */
export const upsertSearch = async (_call: Call): Promise<Answer> => {
  throw fail('search_index_managed_by_crm');
};
