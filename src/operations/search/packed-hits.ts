/** What a search finds in large kinds, by what is packed of their entries (rules 5.17; docs/decisions/0008). */
import { tokenForms } from '../../derive/search-text.ts';
import { holds, ofKind, recordsHolding, type SearchedKind } from '../../derive/token-sql.ts';
import type { Resource } from '../../model/resource.ts';
import { join, prepared, type Sql, shared, sql } from '../../sql.ts';
import type { Context } from '../call.ts';
import { LONGEST_PIECE } from './pack-search.ts';

/** Hits of one index, without an order. */
export interface Found {
  readonly total: number;
  /** The newest of them. */
  readonly ids: readonly number[];
}

/** What is looked for: records of a kind whose entries hold all tokens, in the blocks up to one, until there are enough. */
interface Sought {
  readonly kind: SearchedKind;
  readonly tokens: readonly string[];
  readonly upTo: unknown;
  readonly enough: unknown;
}

/**
 * The blocks up to one, `block`, and those hits that are in none of them, `read`: records after the last block, and those that
 * changed since theirs was packed.
 */
const blocksAndRead = ({ kind, upTo, tokens }: Sought): Sql => sql`block as materialized (
      select b.last_id, c.ids as changed, case when c.ids <> '{}' then b.ids || '{}'::int[] end as ids
      from search_block b, lateral (select array(
        select distinct c.id
        from search_changed c
        where ${ofKind('c', kind)} and c.id between b.first_id and b.last_id)) c (ids)
      where ${ofKind('b', kind)} and b.last_id <= ${upTo}
    ), read as materialized (
      ${recordsHolding(
        sql`from search_entry s
      where ${ofKind('s', kind)} and s.id > ${upTo}`,
        tokens,
      )}
      union all
      ${recordsHolding(
        sql`from block b, unnest(b.changed) c (id), search_entry s
      where ${ofKind('s', kind)} and s.id = c.id`,
        tokens,
      )}
    )`;

/** Hits of each block by the bits of all pieces, `counted`, and the newest of them, `packed`, from as many blocks as it takes. */
const byBits = ({ kind, upTo, enough, tokens }: Sought): Sql => {
  // The shorter form of such a token stands wherever the longer one does.
  const pieces = new Set(tokens.map((token) => tokenForms(token).at(-1)));
  return sql`held as (
      select p.last_id, bit_and(p.bits) as bits
      from search_bits p
      where ${ofKind('p', kind)} and p.piece = any(${[...pieces]}::text[]) and p.last_id <= ${upTo}
      group by p.last_id
      having count(*) = ${pieces.size}
    ), counted as materialized (
      select h.last_id, h.bits, b.changed, bit_count(h.bits) - (
        select count(*)
        from unnest(b.changed) c (id), lateral (select width_bucket(c.id, b.ids) as place) p
        where p.place > 0 and b.ids[p.place] = c.id and get_bit(h.bits, p.place - 1) = 1
      ) as n
      from held h
      join block b using (last_id)
    ), newest as materialized (
      select c.bits, c.changed, b.ids || '{}'::int[] as ids
      from (select *, sum(n) over (order by last_id desc) - n as newer from counted) c
      join search_block b on ${ofKind('b', kind)} and b.last_id = c.last_id
      where c.n > 0 and c.newer < ${enough}
    ), packed as (
      select n.ids[p.place] as id
      from newest n, lateral (
        select (sum(length(g.gap) + 1) over (order by g.at))::int as place
        from unnest(string_to_array(n.bits::text, '1')) with ordinality g (gap, at)
      ) p
      where p.place <= cardinality(n.ids) and n.ids[p.place] <> all(n.changed)
    )`;
};

/** The same by the packed texts. */
const byTexts = ({ kind, enough, tokens }: Sought): Sql => sql`counted as materialized (
      select t.first_id, h.n, h.ids
      from block b
      join search_texts t on ${ofKind('t', kind)} and t.last_id = b.last_id, lateral (
        select count(*) as n, array_agg(s.id) as ids
        from (select unnest(t.ids) as id, unnest(t.texts) as text) s
        where ${join(
          tokens.map((token) => holds('s', token)),
          ' and ',
        )} and s.id <> all(b.changed)
      ) h
      where h.n > 0
    ), packed as (
      select unnest(c.ids) as id
      from (select *, sum(n) over (order by first_id desc) - n as newer from counted) c
      where c.newer < ${enough}
    )`;

/** Whether bits tell which records hold a token. */
export const haveBits = (token: string): boolean => [...token].length <= LONGEST_PIECE;

/** One statement, so that what it finds is of one moment; no row where the blocks are no longer there. */
const find = (sought: Sought): Sql => {
  const { kind, upTo, enough, tokens } = sought;
  const counted = tokens.every(haveBits) ? byBits : byTexts;
  return sql`with ${blocksAndRead(sought)}, ${counted(sought)}
    select ((select count(*) from read) + (select coalesce(sum(n), 0) from counted))::int as total, array(
      select id
      from (select id from read union all select id from packed) hit
      order by id desc
      limit ${enough}) as ids
    where exists (
      select 1
      from search_block b
      where ${ofKind('b', kind)} and b.last_id = ${upTo} and b.ids is not null)`;
};

/** Where the packed blocks of a kind end; null where there are none. */
const lastPacked = async ({ db, actor }: Context, resource: Resource): Promise<number | null> => {
  const [block] = await db.read<{ last_id: number }>(prepared`select last_id
    from search_block
    where org_id = ${actor.orgId} and section = ${resource.path} and ids is not null
    order by last_id desc
    limit 1`);
  return block?.last_id ?? null;
};

/**
 * Finds the records of a kind whose entries hold all tokens, without the index.
 * @param most ids that are wanted
 * @returns undefined where the kind is not packed, or no longer: the entries are being rebuilt
 */
export const findPacked = async (
  context: Context,
  resource: Resource,
  tokens: readonly string[],
  most: number,
): Promise<Found | undefined> => {
  const last = await lastPacked(context, resource);
  if (last === null) return undefined;
  const kind = { orgId: context.actor.orgId, section: shared(resource.path) };
  const [found] = await context.db.readLong<Found>(find({ kind, tokens, upTo: shared(last), enough: shared(most) }));
  return found;
};

/** Counts the records of a kind whose entries hold all tokens, by reading all entries. */
export const countHits = async (context: Context, resource: Resource, tokens: readonly string[]): Promise<number> => {
  const kind = { orgId: context.actor.orgId, section: resource.path };
  const records = recordsHolding(
    sql`from search_entry s
    where ${ofKind('s', kind)}`,
    tokens,
  );
  const [row] = await context.db.readLong<{ total: number }>(sql`select count(*)::int as total
    from (${records}) s`);
  return row?.total ?? 0;
};
