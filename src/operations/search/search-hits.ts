/** Hits of one index of a search: the statement over the projection (rules 5.17; docs/decisions/0008). */
import { visible } from '../../derive/columns.ts';
import { gramsIn } from '../../derive/search-grams.ts';
import { tokenRuns } from '../../derive/search-text.ts';
import { shownText } from '../../derive/shown-text.ts';
import { holds, holdTogether, OF_KIND, type Parameter, recordsHolding } from '../../derive/token-sql.ts';
import type { Resource } from '../../model/resource.ts';
import type { SpecialCall } from '../call.ts';
import { type Frequencies, frequenciesOf } from './gram-frequencies.ts';
import { countHits, findPacked, haveBits } from './packed-hits.ts';

/** Hits that are ranked, the newest. */
const MAX_RANKED = 10_000;
/** The same where no token has three characters, or the limit, if that is more. */
const MAX_SHORT = 1000;
/** Grams of a token that are looked for; a further one takes longer to read than it saves. */
const GRAMS_OF_TOKEN = 2;
/**
 * Share of a kind's entries above which a gram saves nothing: reading the entries one after the other is faster than
 * finding so many of them.
 */
const FREQUENT = 0.15;

/** Hits of one index. */
export interface Hits {
  readonly total: number;
  /** Printed records of the page, with commas between. */
  readonly items: string;
}

/** The rarest grams of a word; its ends first where nothing is known of them. */
const rarest = (grams: readonly number[], { ofGram }: Frequencies): number[] =>
  [...grams.slice(-1), ...grams.slice(0, -1)].sort((a, b) => ofGram(a) - ofGram(b)).slice(0, GRAMS_OF_TOKEN);

/**
 * Usefulness of an entry for a token: 0 it is a word of the entry, 1 a word starts with it, 2 it stands inside a word.
 */
const rankOf = (entry: string, token: string, parameter: Parameter): string => {
  const word = token.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const matches = (pattern: string): string => `${entry}.text ~ ${parameter(pattern)}`;
  return `case when not ${matches(`(^|[^[:alnum:]])${word}`)} then 2
    when ${matches(`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)} then 0 when ${matches(`(^|\\s)${word}`)} then 1 else 2 end`;
};

const OF_RECORD = 'from search_entry o where o.org_id = $1 and o.section = $2 and o.id = s.id';

/**
 * Records whose entries the index finds. One token is looked for in each of them, since a part has an entry of its own;
 * several in the record's own, which has the grams of its parts, and where they are not all there, in all together.
 */
const recordsFound = (
  tokens: readonly string[],
  grams: readonly number[],
  finding: readonly number[],
  parameter: Parameter,
): string => {
  const found = `select distinct s.id from search_entry s where ${OF_KIND} and s.grams @> ${parameter(finding)}::int[]`;
  const [token = ''] = tokens;
  if (tokens.length === 1) return `${found} and ${holds('s', token, parameter)}`;
  const own = tokens.map((one) => holds('s', one, parameter));
  const mayHold = grams.map((gram) => `${parameter(gram)}::int = any(s.grams)`);
  const together = `(select ${holdTogether('o', tokens, parameter)} ${OF_RECORD})`;
  return `${found} and s.part = '' and (${own.join(' and ')} or ${[...mayHold, together].join(' and ')})`;
};

/** Usefulness of a record for a token: that of the best of its entries. */
const rankOfRecord = (token: string, parameter: Parameter): string =>
  `(select min(${rankOf('o', token, parameter)}) ${OF_RECORD} and ${holds('o', token, parameter)})`;

/**
 * Records of a kind in whose entries every token stands, the most useful of the newest first.
 * @param limit most records of the page; `total` counts them all (rules 5.17; docs/decisions/0008)
 */
export const findHits = async (
  call: SpecialCall,
  resource: Resource,
  tokens: readonly string[],
  limit: number,
): Promise<Hits> => {
  const { orgId } = call.actor;
  const values: unknown[] = [orgId, resource.path];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const frequencies = await frequenciesOf(call.db, call.now());
  const { ofWord } = gramsIn(orgId, resource.path);
  const grams = tokens.flatMap(tokenRuns).flatMap((run) => rarest(ofWord(run), frequencies));
  const tooMany = frequencies.ofKind(orgId, resource.path) * FREQUENT;
  const finding = grams.filter((gram) => frequencies.ofGram(gram) <= tooMany);
  const isShort = tokens.every(haveBits);
  const rankable = isShort ? Math.max(limit, MAX_SHORT) : MAX_RANKED;
  const packed = finding.length ? undefined : await findPacked(call, resource, tokens, rankable);
  const ids = (): string => {
    if (packed) return `select unnest(${parameter(packed.ids)}::int[]) as id`;
    if (finding.length) return recordsFound(tokens, grams, finding, parameter);
    // Without the index, the newest entries are read until there are enough hits to be ranked.
    return `${recordsHolding(`from search_entry s where ${OF_KIND}`, tokens, parameter)} order by s.id desc limit ${rankable + 1}`;
  };
  // Stated in both places, so that no version of PostgreSQL ranks what the filter leaves out.
  const newest = `s.n <= ${rankable}`;
  const [longest = ''] = [...tokens].sort((a, b) => b.length - a.length);
  const ranked = `array_agg(s.id order by case when ${newest} then ${rankOfRecord(longest, parameter)} end, s.id desc) filter (where ${newest})`;
  const text = `with hit as materialized (
      select count(*)::int as total, (${ranked})[1:${parameter(limit)}::int] as ids
      from (select s.id, row_number() over (order by s.id desc) as n from (${ids()}) s) s
    ) select hit.total, (select string_agg(${shownText(resource, 't')}, ',' order by p.at)
      from unnest(hit.ids) with ordinality p (id, at) join ${resource.table} t on t.org_id = $1 and t.id = p.id${visible(resource, 't')}) as items from hit`;
  const [row] = await call.db.readLong<{ total: number; items: string | null }>({ text, values });
  const { total = 0, items } = row ?? {};
  const isAll = finding.length > 0 || total <= rankable;
  return {
    total: packed?.total ?? (isAll ? total : await countHits(call, resource, tokens)),
    items: items ?? '',
  };
};
