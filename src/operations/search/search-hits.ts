/** Hits of one index of a search: the statement over the projection (rules 5.17; docs/decisions/0008). */
import { visible } from '../../derive/columns.ts';
import { gramsIn } from '../../derive/search-grams.ts';
import { tokenRuns } from '../../derive/search-text.ts';
import { shownText } from '../../derive/shown-text.ts';
import { holds, holdTogether, ofKind, recordsHolding, type SearchedKind } from '../../derive/token-sql.ts';
import { MAX_RANKED, RANKED_TEXT } from '../../limits.ts';
import type { Resource } from '../../model/resource.ts';
import { join, raw, type Sql, shared, sql } from '../../sql.ts';
import type { ByteChunks } from '../byte-chunks.ts';
import type { SpecialCall } from '../call.ts';
import { type Frequencies, frequenciesOf } from './gram-frequencies.ts';
import { countHits, findPacked, haveBits } from './packed-hits.ts';

/** Hits that are ranked where no token has three characters, or the limit, if that is more. */
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
  readonly items: ByteChunks;
}

/** The rarest grams of a word; its ends first where nothing is known of them. */
const rarest = (grams: readonly number[], { ofGram }: Frequencies): number[] =>
  [...grams.slice(-1), ...grams.slice(0, -1)].sort((a, b) => ofGram(a) - ofGram(b)).slice(0, GRAMS_OF_TOKEN);

/**
 * Usefulness of an entry for a token: 0 it is a word of the entry, 1 a word starts with it, 2 it stands inside a word.
 */
const rankOf = (entry: string, token: string): Sql => {
  const word = token.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const matches = (pattern: string): Sql => sql`${raw(entry)}.text ~ ${pattern}`;
  return sql`case when not ${matches(`(^|[^[:alnum:]])${word}`)} then 2
    when ${matches(`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)} then 0
    when ${matches(`(^|\\s)${word}`)} then 1
    else 2 end`;
};

/** Entries `o` of the record that an entry `s` belongs to. */
const ofRecord = (kind: SearchedKind): Sql => sql`from search_entry o
    where ${ofKind('o', kind)} and o.id = s.id`;

/**
 * Records whose entries the index finds. One token is looked for in each of them, since a part has an entry of its own;
 * several in the record's own, which has the grams of its parts, and where they are not all there, in all together.
 */
const recordsFound = (
  kind: SearchedKind,
  tokens: readonly string[],
  grams: readonly number[],
  finding: readonly number[],
): Sql => {
  const found = sql`select distinct s.id
    from search_entry s
    where ${ofKind('s', kind)} and s.grams @> ${finding}::int[]`;
  const [token = ''] = tokens;
  if (tokens.length === 1) return sql`${found} and ${holds('s', token)}`;
  const own = tokens.map((one) => holds('s', one));
  const mayHold = grams.map((gram) => sql`${gram}::int = any(s.grams)`);
  const together = sql`(select ${holdTogether('o', tokens)} ${ofRecord(kind)})`;
  return sql`${found} and s.part = ''
    and (${join(own, ' and ')} or ${join([...mayHold, together], ' and ')})`;
};

/**
 * Usefulness of a record for a token: that of the best of its entries, none where the token stands further on in all of them.
 * The beginning is unpacked once (`offset 0`), not for each comparison, and taken of no text that is short anyway: of 10,000 hits
 * that costs more than it seems.
 */
const rankOfRecord = (kind: SearchedKind, token: string): Sql => {
  const most = raw(String(RANKED_TEXT));
  return sql`(select min(${rankOf('o', token)})
    from (
      select case when octet_length(o.text) > ${most} then left(o.text, ${most}) else o.text end as text
      ${ofRecord(kind)}
      offset 0) o
    where ${holds('o', token)})`;
};

/**
 * Records of a kind in whose entries every token stands, the most useful of the newest first.
 * @param limit most records of the page; `total` counts them all (rules 5.17; docs/decisions/0008)
 * @param items where the records go
 * @throws 413 `payload_too_large`
 */
export const findHits = async (
  call: SpecialCall,
  resource: Resource,
  tokens: readonly string[],
  limit: number,
  items: ByteChunks,
): Promise<Hits> => {
  const { orgId } = call.actor;
  const kind = { orgId, section: shared(resource.path) };
  const frequencies = await frequenciesOf(call.db.coordinator, call.now());
  const { ofWord } = gramsIn(orgId, resource.path);
  const grams = tokens.flatMap(tokenRuns).flatMap((run) => rarest(ofWord(run), frequencies));
  const tooMany = frequencies.ofKind(orgId, resource.path) * FREQUENT;
  const finding = grams.filter((gram) => frequencies.ofGram(gram) <= tooMany);
  const isShort = tokens.every(haveBits);
  const rankable = isShort ? Math.max(limit, MAX_SHORT) : MAX_RANKED;
  const packed = finding.length ? undefined : await findPacked(call, resource, tokens, rankable);
  const ids = (): Sql => {
    if (packed) return sql`select unnest(${packed.ids}::int[]) as id`;
    if (finding.length) return recordsFound(kind, tokens, grams, finding);
    // Without the index, the newest entries are read until there are enough hits to be ranked.
    const all = sql`from search_entry s
    where ${ofKind('s', kind)}`;
    return sql`${recordsHolding(all, tokens)}
    order by s.id desc
    limit ${rankable + 1}`;
  };
  // Stated in both places, so that no version of PostgreSQL ranks what the filter leaves out.
  const newest = sql`s.n <= ${raw(String(rankable))}`;
  const [longest = ''] = [...tokens].sort((a, b) => b.length - a.length);
  const rank = sql`case when ${newest} then ${rankOfRecord(kind, longest)} end`;
  // How many there are, and behind that the records one by one. Each is looked up by its id (`offset 0`): a database without
  // statistics, as one that was just filled, would read all records of the kind to join them.
  const statement = sql`with hit as materialized (
      select count(*)::int as total, (
        array_agg(s.id order by ${rank}, s.id desc) filter (where ${newest}))[1:${limit}::int] as ids
      from (
        select s.id, row_number() over (order by s.id desc) as n
        from (${ids()}) s) s
    )
    select hit.total, null::text as doc
    from hit
    union all (
      select null, shown.doc
      from hit, unnest(hit.ids) with ordinality p (id, at), lateral (
        select ${shownText(resource, 't')} as doc
        from ${raw(resource.table)} t
        where t.org_id = ${orgId} and t.id = p.id${visible(resource, 't')}
        offset 0) shown
      order by p.at)`;
  let total: number | null = null;
  let separator = '';
  await call.db.stream(statement, ([counted, doc]) => {
    if (total === null) total = Number(counted);
    else {
      items.add(`${separator}${doc}`);
      separator = ',';
    }
  });
  const found = total ?? 0;
  const isAll = finding.length > 0 || found <= rankable;
  return { total: packed?.total ?? (isAll ? found : await countHits(call, resource, tokens)), items };
};
