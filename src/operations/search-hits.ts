/** Hits of one index of a search: the statement over the projection (decisions 5.17; docs/decisions/0008). */
import { visible } from '../derive/columns.ts';
import { GRAM_LENGTH, type Grams, gramsIn } from '../derive/search-grams.ts';
import { tokenRuns } from '../derive/search-text.ts';
import { shownText } from '../derive/shown-text.ts';
import { holds, holdTogether, type Parameter } from '../derive/token-sql.ts';
import type { Resource } from '../model/resource.ts';
import type { Call } from './call.ts';
import { countHits } from './count-hits.ts';
import { type GramFrequency, gramFrequency } from './gram-frequencies.ts';

/** Hits that are ranked, the newest. */
const MAX_RANKED = 10_000;
/** The same where no token has three characters, or the limit, if that is more. */
const MAX_SHORT = 1000;
/** Grams of a token that are looked for; a further one takes longer to read than it spares. */
const GRAMS_OF_TOKEN = 2;
/**
 * Share of a kind's entries above which a gram spares nothing: reading the entries one after the other is faster than
 * finding so many of them. Less where the newest entries are enough.
 */
const FREQUENT = 0.15;
const SHORT_FREQUENT = 0.02;
/** Hardly an entry has none of these. */
const COMMON_LETTERS = 'aeinrst0123';

/** Hits of one index. */
export interface Hits {
  readonly total: number;
  /** Printed records of the page, with commas between. */
  readonly items: string;
}

const runsOf = (token: string): string[] => tokenRuns(token).sort((a, b) => b.length - a.length);

/** The rarest grams of a token; the ends first where nothing is known of them. */
const rarest = (grams: readonly number[], frequency: GramFrequency): number[] =>
  [...grams.slice(-1), ...grams.slice(0, -1)].sort((a, b) => frequency(a) - frequency(b)).slice(0, GRAMS_OF_TOKEN);

/** The grams that find entries with every token: none where each token stands in too many. */
const findingGrams = (grams: readonly number[], isShort: boolean, { longestOf }: Grams, frequency: GramFrequency) => {
  const ofKind = Math.max(...[...COMMON_LETTERS].flatMap(longestOf).map(frequency));
  return grams.filter((gram) => frequency(gram) <= ofKind * (isShort ? SHORT_FREQUENT : FREQUENT));
};

/** Usefulness of an entry for a token: 0 it stands there as a word, 1 a word starts with it, 2 it is inside of one. */
const rankOf = (entry: string, token: string, parameter: Parameter): string => {
  const word = token.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const matches = (pattern: string): string => `${entry}.text ~ ${parameter(pattern)}`;
  return `case when not ${matches(`(^|[^[:alnum:]])${word}`)} then 2
    when ${matches(`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)} then 0 when ${matches(`(^|\\s)${word}`)} then 1 else 2 end`;
};

const OF_RECORD = 'from search_entry o where o.org_id = $1 and o.section = $2 and o.id = s.id';

/** Whether a record's own entry holds the tokens, or else it and those of its parts together, of which it has the grams too. */
const holdsAll = (tokens: readonly string[], grams: readonly number[], parameter: Parameter): string => {
  const own = tokens.map((token) => holds('s', token, parameter));
  const mayHold = grams.map((gram) => `${parameter(gram)}::int = any(s.grams)`);
  return `s.part = '' and (${own.join(' and ')}
    or ${mayHold.join(' and ')} and (select ${holdTogether('o', tokens, parameter)} ${OF_RECORD}))`;
};

/** Usefulness of a record for a token: that of the best of its entries. */
const rankOfRecord = (token: string, parameter: Parameter): string =>
  `(select min(${rankOf('o', token, parameter)}) ${OF_RECORD} and ${holds('o', token, parameter)})`;

/**
 * Records of a kind in whose entries every token stands, the most useful of the newest first.
 * @param limit most records of the page; `total` counts them all (decisions 5.17; docs/decisions/0008)
 */
export const findHits = async (
  call: Call,
  resource: Resource,
  tokens: readonly string[],
  limit: number,
): Promise<Hits> => {
  const { orgId } = call.actor;
  const values: unknown[] = [orgId, resource.path];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const frequency = await gramFrequency(call.db, call.now());
  const kind = gramsIn(orgId, resource.path);
  const grams = tokens.flatMap((token) => runsOf(token).flatMap((run) => rarest(kind.longestOf(run), frequency)));
  const isShort = tokens.every((token) => runsOf(token).every(({ length }) => length < GRAM_LENGTH));
  const finding = findingGrams(grams, isShort, kind, frequency);
  const byIndex = finding.length ? `and s.grams @> ${parameter(finding)}::int[]` : '';
  const [longest = ''] = [...tokens].sort((a, b) => b.length - a.length);
  // A part has an entry of its own: one word is found in it without a look at its record.
  const held = tokens.length > 1 ? holdsAll(tokens, grams, parameter) : holds('s', longest, parameter);
  const rankable = isShort ? Math.max(limit, MAX_SHORT) : MAX_RANKED;
  // The index finds all hits at once. Without it, the newest entries are read until there are enough.
  const enough = finding.length ? '' : `limit ${rankable + 1}`;
  const ids = `select distinct s.id from search_entry s
    where s.org_id = $1 and s.section = $2 ${byIndex} and ${held} order by s.id desc ${enough}`;
  // Said in both places, so that no PostgreSQL ranks what the filter leaves out.
  const newest = `s.n <= ${rankable}`;
  const ranked = `array_agg(s.id order by case when ${newest} then ${rankOfRecord(longest, parameter)} end, s.id desc) filter (where ${newest})`;
  const text = `with hit as materialized (
      select count(*)::int as total, (${ranked})[1:${parameter(limit)}::int] as ids
      from (select s.id, row_number() over (order by s.id desc) as n from (${ids}) s) s
    ) select hit.total, (select string_agg(${shownText(resource, 't')}, ',' order by p.at)
      from unnest(hit.ids) with ordinality p (id, at) join ${resource.table} t on t.org_id = $1 and t.id = p.id${visible(resource, 't')}) as items from hit`;
  const [row] = await call.db.readLong<{ total: number; items: string | null }>({ text, values });
  const { total = 0, items } = row ?? {};
  const isAll = finding.length > 0 || total <= rankable;
  return { total: isAll ? total : await countHits(call, resource, tokens), items: items ?? '' };
};
