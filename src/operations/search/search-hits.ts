/** Hits of one index of a search: the statement over the projection (rules 5.17; docs/decisions/0008). */

import { nationalDigits } from '../../derive/search/phone-number.ts';
import {
  contains,
  containsAcrossParts,
  ofKind,
  recordsContaining,
  type SearchedKind,
} from '../../derive/search/search-conditions.ts';
import { tokenRuns } from '../../derive/search/search-text.ts';
import { hashedTrigrams } from '../../derive/search/trigram-hash.ts';
import { visible } from '../../derive/storage/columns.ts';
import { storedJson } from '../../derive/storage/stored-json.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { MAX_ENTRIES_READ, MAX_HITS, RANKED_TEXT } from '../../shared/limits.ts';
import { join, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import type { SpecialCall } from '../call/call.ts';
import type { JsonBuffer } from '../call/json-buffer.ts';
import { type Frequencies, frequenciesOf } from './trigram-frequencies.ts';

/** Hits that are ranked where no token has three characters, or the limit, if that is more. */
const MAX_SHORT = 1000;
/** Grams per token that are searched; another one takes longer to read than it saves. */
const GRAMS_OF_TOKEN = 2;
/**
 * Share of a kind's entries above which a gram is not selective: reading the entries one after the other is faster.
 */
const FREQUENT = 0.15;

/** Hits of one index. */
export interface Hits {
  /** Exact, unless `isMinimum`. */
  readonly total: number;
  /** There are more hits than are counted, or older entries that were not read. */
  readonly isMinimum: boolean;
  /** Printed records of the page, with commas between. */
  readonly items: JsonBuffer;
}

/** The rarest grams of a word; its ends first where nothing is known of them. */
const rarest = (grams: readonly number[], { ofGram }: Frequencies): number[] =>
  [...grams.slice(-1), ...grams.slice(0, -1)].sort((a, b) => ofGram(a) - ofGram(b)).slice(0, GRAMS_OF_TOKEN);

/**
 * Rank of an entry for a token: 0 a word of the entry, 1 the start of a word, 2 inside a word. A telephone number is compared
 * in its national spelling, which each entry with the number has as a word.
 */
const rankOf = (entry: string, token: string): Sql => {
  const national = nationalDigits(token);
  const word = (national ? `0${national}` : token).replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const matches = (pattern: string): Sql => sql`${raw(entry)}.text ~ ${pattern}`;
  return sql`case when not ${matches(`(^|[^[:alnum:]])${word}`)} then 2
    when ${matches(`(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)} then 0
    when ${matches(`(^|\\s)${word}`)} then 1
    else 2 end`;
};

/** All entries of a kind. */
const ofAll = (kind: SearchedKind): Sql => sql`from search_entry s
      where ${ofKind('s', kind)}`;

/** The newest entries of a kind, as many as one search may read. */
const newestEntries = (kind: SearchedKind): Sql => sql`select s.id, s.text
      ${ofAll(kind)}
      order by s.id desc
      limit ${raw(String(MAX_ENTRIES_READ))}`;

/** Entries `o` of the record that an entry `s` belongs to. */
const ofRecord = (kind: SearchedKind): Sql => sql`from search_entry o
    where ${ofKind('o', kind)} and o.id = s.id`;

/** Entries that the index finds. */
const entriesFound = (columns: Sql, kind: SearchedKind, finding: readonly number[]): Sql =>
  sql`select ${columns}
    from search_entry s
    where ${ofKind('s', kind)} and s.grams @> ${finding}::int[]`;

/**
 * Records that the index finds for several tokens: their own entry, which has the grams of its parts, contains all
 * tokens, or their entries do together.
 */
const recordsFound = (
  kind: SearchedKind,
  tokens: readonly string[],
  grams: readonly number[],
  finding: readonly number[],
): Sql => {
  const own = tokens.map((one) => contains('s', one));
  const mayHold = grams.map((gram) => sql`${gram}::int = any(s.grams)`);
  const together = sql`(select ${containsAcrossParts('o', tokens)} ${ofRecord(kind)})`;
  return sql`${entriesFound(raw('distinct s.id'), kind, finding)} and s.part = ''
    and (${join(own, ' and ')} or ${join([...mayHold, together], ' and ')})`;
};

/**
 * The ranked beginning of a text. It is decompressed once (`offset 0` around it), not for each comparison, and not taken of
 * short texts: for 10,000 hits that costs more than it seems.
 */
const rankedText = (entry: string): Sql => {
  const most = raw(String(RANKED_TEXT));
  return sql`case when octet_length(${raw(entry)}.text) > ${most} then left(${raw(entry)}.text, ${most}) else ${raw(entry)}.text end as text`;
};

/** Rank of a record for a token: that of its best entry, null where the token occurs only behind the ranked beginning. */
const rankOfRecord = (kind: SearchedKind, token: string): Sql => sql`(select min(${rankOf('o', token)})
    from (
      select ${rankedText('o')}
      ${ofRecord(kind)}
      offset 0) o
    where ${contains('o', token)})`;

/** A search of one record kind, with its limits. */
interface Wanted {
  readonly kind: SearchedKind;
  readonly tokens: readonly string[];
  /** Grams of the tokens, and those of them that the index is searched for. */
  readonly grams: readonly number[];
  readonly finding: readonly number[];
  /** The newest hits that are ranked. */
  readonly rankable: number;
}

/** SELECT of the newest hits, one more than are counted: `id`, `rank`, and `n`, 1 for the newest. */
const newestHits = ({ kind, tokens, grams, finding, rankable }: Wanted): Sql => {
  const most = raw(String(MAX_HITS));
  const newest = sql`s.n <= ${raw(String(rankable))}`;
  const [token = ''] = tokens;
  // With one token the entries that are found are all that count: no other entry of their records is read.
  if (finding.length && tokens.length === 1)
    return sql`select s.id, s.n, min(case when ${newest} and ${contains('s', token)} then ${rankOf('s', token)} end) as rank
      from (
        select s.id, dense_rank() over (order by s.id desc) as n, ${rankedText('s')}
        from (${entriesFound(raw('s.id, s.text'), kind, finding)} and ${contains('s', token)}
        offset 0) s
        offset 0) s
      where s.n <= ${most} + 1
      group by s.id, s.n`;
  // With `offset 0` PostgreSQL does not walk the primary key backwards because of the limit, instead of using the index of grams.
  const hits = finding.length
    ? sql`select s.id
      from (${recordsFound(kind, tokens, grams, finding)}
      offset 0) s`
    : recordsContaining(newestEntries(kind), tokens);
  const [longest = ''] = [...tokens].sort((a, b) => b.length - a.length);
  return sql`select s.id, s.n, case when ${newest} then ${rankOfRecord(kind, longest)} end as rank
    from (
      select s.id, row_number() over (order by s.id desc) as n
      from (
        ${hits}
        order by s.id desc
        limit ${most} + 1) s) s`;
};

/**
 * Records of a kind whose entries contain every token, best rank of the newest first. The index finds them where a
 * token has a selective trigram. Otherwise the newest entries are read, until there are enough hits or
 * `MAX_ENTRIES_READ` were read.
 * @param limit records of the page; `total` counts up to `MAX_HITS` (rules 5.17; docs/decisions/0008)
 * @param items receives the records
 * @throws 413 `payload_too_large`
 */
export const findHits = async (
  call: SpecialCall,
  resource: Resource,
  tokens: readonly string[],
  limit: number,
  items: JsonBuffer,
): Promise<Hits> => {
  const { orgId } = call.actor;
  const kind = { orgId, section: sharedParam(resource.path) };
  const frequencies = await frequenciesOf(call.db.coordinator, call.now());
  const { ofWord } = hashedTrigrams(orgId, resource.path);
  const grams = tokens.flatMap(tokenRuns).flatMap((run) => rarest(ofWord(run), frequencies));
  const tooMany = frequencies.ofKind(orgId, resource.path) * FREQUENT;
  const finding = grams.filter((gram) => frequencies.ofGram(gram) <= tooMany);
  const rankable = grams.length ? MAX_HITS : Math.max(limit, MAX_SHORT);
  const most = raw(String(MAX_HITS));
  const isCut = finding.length
    ? raw('false')
    : sql`exists (
      select 1
      ${ofAll(kind)}
      offset ${raw(String(MAX_ENTRIES_READ))}
      limit 1)`;
  // How many there are, and behind that the records one by one. Each is looked up by its id (`offset 0`): a database without
  // statistics, as one that was just filled, would read all records of the kind to join them.
  const statement = sql`with hit as materialized (
      select count(*)::int as total, (
        array_agg(s.id order by s.rank, s.id desc) filter (where s.n <= ${raw(String(rankable))}))[1:${limit}::int] as ids
      from (${newestHits({ kind, tokens, grams, finding, rankable })}) s
    )
    select least(hit.total, ${most}), (hit.total > ${most} or ${isCut})::text as doc
    from hit
    union all (
      select null, shown.doc
      from hit, unnest(hit.ids) with ordinality p (id, at), lateral (
        select ${storedJson(resource, 't')} as doc
        from ${raw(resource.table)} t
        where t.org_id = ${orgId} and t.id = p.id${visible(resource, 't')}
        offset 0) shown
      order by p.at)`;
  let total: number | null = null;
  let isMinimum = false;
  let separator = '';
  await call.db.stream(statement, ([counted, doc]) => {
    if (total === null) {
      total = Number(counted);
      isMinimum = doc === 'true';
    } else {
      items.add(`${separator}${doc}`);
      separator = ',';
    }
  });
  return { total: total ?? 0, isMinimum, items };
};
