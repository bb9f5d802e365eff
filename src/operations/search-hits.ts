/** Hits of one index of a search: the statement over the projection (decisions 5.17; docs/decisions/0008). */
import { visible } from '../derive/columns.ts';
import { GRAM_LENGTH, gramsIn } from '../derive/search-grams.ts';
import { tokenForms, tokenRuns } from '../derive/search-text.ts';
import { shownText } from '../derive/shown-text.ts';
import type { Resource } from '../model/resource.ts';
import type { Call } from './call.ts';
import { type GramFrequency, gramFrequency } from './gram-frequencies.ts';

/** Hits that are ranked and counted: a token that nearly every record has costs no more than one that 10,000 have. */
const MAX_HITS = 10_000;
/** The same where no token has three characters, or the limit, if that is more: such hits are read without an index. */
const MAX_SHORT_HITS = 2000;
/** Grams of a token that are looked for; a further one takes longer to read than it spares. */
const GRAMS_OF_TOKEN = 2;

/** Hits of one index. */
export interface Hits {
  readonly total: number;
  /** Printed records of the page, with commas between. */
  readonly items: string;
}

/** Writes a value into a statement as a parameter. */
type Parameter = (value: unknown) => string;

const runsOf = (token: string): string[] => tokenRuns(token).sort((a, b) => b.length - a.length);

/** The rarest grams of a token; the ends first where nothing is known of them. */
const rarest = (grams: readonly number[], frequency: GramFrequency): number[] =>
  [...grams.slice(-1), ...grams.slice(0, -1)].sort((a, b) => frequency(a) - frequency(b)).slice(0, GRAMS_OF_TOKEN);

const holds = (entry: string, token: string, parameter: Parameter): string =>
  `(${tokenForms(token)
    .map((form) => `strpos(${entry}.text, ${parameter(form)}) > 0`)
    .join(' or ')})`;

/** Usefulness of an entry for a token: 0 it stands there as a word, 1 a word starts with it, 2 it is inside of one. */
const rankOf = (entry: string, token: string, parameter: Parameter): string => {
  const word = token.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const matches = (pattern: string): string => `${entry}.text ~ ${parameter(pattern)}`;
  return `case when not ${matches(`(^|[^[:alnum:]])${word}`)} then 2
    when ${matches(`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)} then 0 when ${matches(`(^|\\s)${word}`)} then 1 else 2 end`;
};

const IN_INDEX = 'org_id = $1 and s.section = $2 and s.grams @>';

/** One token: each entry that holds it, of the record or of a part. The grams of a record's own entry are those of its parts too. */
const withOne = (token: string, grams: string, parameter: Parameter): string =>
  `select s.id, min(${rankOf('s', token, parameter)}) as rank from search_entry s
    where s.${IN_INDEX} ${grams} and ${holds('s', token, parameter)} group by s.id order by s.id desc`;

/**
 * Several tokens: the record's own entry has the grams of all; whether the tokens stand there, or in a part, is looked at
 * newest first (`offset 0` keeps PostgreSQL from looking before it sorts) until there are enough.
 */
const withAll = (tokens: readonly string[], grams: string, parameter: Parameter): string => {
  const [first = ''] = tokens;
  const entries = 'from search_entry o where o.org_id = $1 and o.section = $2 and o.id = s.id and';
  const conditions = tokens.map(
    (token) => `(${holds('s', token, parameter)} or exists (select 1 ${entries} ${holds('o', token, parameter)}))`,
  );
  const rank = `(select min(${rankOf('o', first, parameter)}) ${entries} ${holds('o', first, parameter)})`;
  return `select s.id, ${rank} as rank from (
      select s.id, s.text from search_entry s where s.${IN_INDEX} ${grams} and s.part = '' order by s.id desc offset 0
    ) s where ${conditions.join(' and ')}`;
};

/**
 * Records of a kind in whose entries every token stands, the most useful of the newest first.
 * @param limit most records of the page; `total` counts to 10,000 (docs/decisions/0008)
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
  const { longestOf } = gramsIn(orgId, resource.path);
  const grams = parameter(tokens.flatMap((token) => runsOf(token).flatMap((run) => rarest(longestOf(run), frequency))));
  const sorted = [...tokens].sort((a, b) => b.length - a.length);
  const [first = ''] = sorted;
  const isShort = tokens.every((token) => runsOf(token).every(({ length }) => length < GRAM_LENGTH));
  const hits =
    sorted.length > 1 ? withAll(sorted, `${grams}::int[]`, parameter) : withOne(first, `${grams}::int[]`, parameter);
  const text = `with hit as materialized (${hits} limit ${isShort ? Math.max(limit, MAX_SHORT_HITS) : MAX_HITS}),
    page as (select id, rank from hit order by rank, id desc limit ${parameter(limit)}::int)
    select (select count(*)::int from hit) as total, (select string_agg(${shownText(resource, 't')}, ',' order by p.rank, p.id desc)
      from page p join ${resource.table} t on t.org_id = $1 and t.id = p.id${visible(resource, 't')}) as items`;
  const [row] = await call.db.readLong<{ total: number; items: string | null }>({ text, values });
  return { total: row?.total ?? 0, items: row?.items ?? '' };
};
