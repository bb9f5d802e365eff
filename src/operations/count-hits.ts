/** How many records a search finds that reads the newest entries only (decisions 5.17; docs/decisions/0008). */
import { tokenForms } from '../derive/search-text.ts';
import { holds, holdTogether, type Parameter } from '../derive/token-sql.ts';
import type { Resource } from '../model/resource.ts';
import type { Context } from './call.ts';
import { LONGEST_PIECE } from './pack-search.ts';

const OF_KIND = 's.org_id = $1 and s.section = $2';

/** Records whose entries hold all tokens together. @param entries `from` and `where` that leave entries `s` */
const recordsHolding = (entries: string, tokens: readonly string[], parameter: Parameter): string => {
  const [token = ''] = tokens;
  // One token is looked for in each entry, several in those of a record together.
  return tokens.length === 1
    ? `select s.id ${entries} and ${holds('s', token, parameter)} group by s.id`
    : `select s.id ${entries} group by s.id having ${holdTogether('s', tokens, parameter)}`;
};

/** Of the blocks, those records that hold all pieces. */
const countBits = (
  pieces: ReadonlySet<string>,
  upTo: string,
  parameter: Parameter,
): string => `with held as materialized (
    select p.last_id, bit_and(p.bits) as bits from search_bits p
    where p.org_id = $1 and p.section = $2 and p.piece = any(${parameter([...pieces])}::text[]) and p.last_id <= ${upTo}
    group by p.last_id having count(*) = ${parameter(pieces.size)}
  )
  select coalesce(sum(bit_count(h.bits) - (
    select count(*) from unnest(b.changed) c (id), lateral (select width_bucket(c.id, b.ids) as place) p
    where p.place > 0 and b.ids[p.place] = c.id and get_bit(h.bits, p.place - 1) = 1
  )), 0) as n from held h join block b using (last_id)`;

const countTexts = (tokens: readonly string[], parameter: Parameter): string => `select count(*) as n
  from (select b.changed, unnest(t.ids) as id, unnest(t.texts) as text from block b
    join search_texts t on t.org_id = $1 and t.section = $2 and t.last_id = b.last_id) s
  where ${tokens.map((token) => holds('s', token, parameter)).join(' and ')} and s.id <> all(s.changed)`;

/**
 * Counts in the blocks up to `last`. Where a record changed since its block was packed, its entries count in its place,
 * as do those of records after the last block.
 */
const countPacked = (last: number, tokens: readonly string[], parameter: Parameter): string => {
  const upTo = parameter(last);
  const haveBits = tokens.every((token) => [...token].length <= LONGEST_PIECE);
  // The shorter form of such a token stands wherever the longer one does.
  const pieces = new Set(tokens.map((token) => tokenForms(token).at(-1) ?? token));
  return `with block as materialized (
      select b.last_id, c.ids as changed, case when c.ids <> '{}' then b.ids || '{}'::int[] end as ids
      from search_block b, lateral (select array(select distinct c.id from search_changed c
        where c.org_id = $1 and c.section = $2 and c.id between b.first_id and b.last_id)) c (ids)
      where b.org_id = $1 and b.section = $2 and b.last_id <= ${upTo}
    ), packed as (
      ${haveBits ? countBits(pieces, upTo, parameter) : countTexts(tokens, parameter)}
    ), read as (
      ${recordsHolding(`from search_entry s where ${OF_KIND} and s.id > ${upTo}`, tokens, parameter)}
      union all
      ${recordsHolding(`from block b, unnest(b.changed) c (id), search_entry s where ${OF_KIND} and s.id = c.id`, tokens, parameter)}
    )
    select (packed.n + (select count(*) from read))::int as total from packed
    where exists (select 1 from search_block where org_id = $1 and section = $2 and last_id = ${upTo} and ids is not null)`;
};

/** Where the packed blocks of a kind end; null where there are none. */
const lastPacked = async ({ db, actor }: Context, resource: Resource): Promise<number | null> => {
  const [block] = await db.read<{ last_id: number }>({
    name: 'last packed',
    text: 'select last_id from search_block where org_id = $1 and section = $2 and ids is not null order by last_id desc limit 1',
    values: [actor.orgId, resource.path],
  });
  return block?.last_id ?? null;
};

const countAll = (tokens: readonly string[], parameter: Parameter): string =>
  `select count(*)::int as total from (${recordsHolding(`from search_entry s where ${OF_KIND}`, tokens, parameter)}) s`;

/** Counts the records of a kind whose entries hold all tokens. */
export const countHits = async (context: Context, resource: Resource, tokens: readonly string[]): Promise<number> => {
  const count = async (statement: (parameter: Parameter) => string): Promise<number | undefined> => {
    const values: unknown[] = [context.actor.orgId, resource.path];
    const text = statement((value) => `$${values.push(value)}`);
    const [row] = await context.db.readLong<{ total: number }>({ text, values });
    return row?.total;
  };
  const last = await lastPacked(context, resource);
  // No row where the block was removed since: the entries are being rebuilt.
  const packed = last === null ? undefined : await count((parameter) => countPacked(last, tokens, parameter));
  return packed ?? (await count((parameter) => countAll(tokens, parameter))) ?? 0;
};
