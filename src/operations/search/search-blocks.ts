/** Statements on packed blocks of search entries (docs/decisions/0008). */
import { prepared, raw, type Sql, shared, sql, tenant } from '../../sql.ts';

/** A kind of an organisation that has something to be packed. */
export interface Packable {
  readonly org_id: number;
  readonly section: string;
}

/** Consecutive records of a kind. */
export interface Block extends Packable {
  readonly first_id: number;
  readonly last_id: number;
}

/** What names a search entry within its kind. */
export interface EntryName {
  readonly id: number;
  readonly part: string;
  readonly part_id: number;
}

const LOWEST = raw('-2147483648');

/** @param section may be shared */
const isOf = ({ org_id: orgId, section }: { readonly org_id: number; readonly section: unknown }): Sql =>
  sql`org_id = ${orgId} and section = ${section}`;

const isBlock = (block: Block): Sql => sql`${isOf(block)} and last_id = ${block.last_id}`;

const isIn = (block: Block): Sql => sql`${isOf(block)} and id between ${block.first_id} and ${block.last_id}`;

/**
 * Kinds with work, over all organisations.
 * @param outside so many records outside of blocks
 * @param changed more changed records inside of them
 */
export const packable = (outside: number, changed: number): Sql => {
  const least = shared(outside);
  return sql`select c.org_id, c.section
    from (
      select org_id, split_part(name, ':', 1) as section, sum(n) as n
      from record_count
      group by 1, 2
      having sum(n) >= ${least}) c
    left join (
      select org_id, section, sum(coalesce(cardinality(ids), 0)) as n
      from search_block
      group by 1, 2) b using (org_id, section)
    where c.n - coalesce(b.n, 0) >= ${least}
    union
    select org_id, section
    from search_changed
    group by 1, 2
    having count(*) > ${changed}`;
};

/** Begins the next block where there are records for it and one more. @returns a row if it did */
export const beginBlock = ({ org_id: orgId, section }: Packable, size: number): Sql => {
  const kind = { org_id: orgId, section: shared(section) };
  const wanted = shared(size + 1);
  return prepared`insert into search_block (org_id, section, first_id, last_id)
    select ${tenant(orgId)}, ${kind.section}, f.id, e.id
    from (
      select coalesce(max(last_id)::bigint + 1, ${LOWEST})::int as id
      from search_block
      where ${isOf(kind)}) f,
    lateral (
      select min(n.id) as id
      from (
        select id
        from search_entry
        where ${isOf(kind)} and part = '' and id >= f.id
        order by id
        offset ${size - 1}
        limit ${wanted}) n
      having count(*) = ${wanted}) e
    on conflict do nothing
    returning 1`;
};

/** A value as the node sees it that has the block, as text. @param value expression of a transaction number */
export const valueAtBlock = (block: Block, value: Sql): Sql => sql`select ${value}::text as xid
    from search_block
    where ${isBlock(block)}`;

/** Locks a block, unless somebody else has. @returns a row if it did */
export const lockBlock = (block: Block): Sql => prepared`select 1
    from search_block
    where ${isBlock(block)}
    for update skip locked`;

/** Some entries of a block, those after a certain one. */
export const entriesAfter = (block: Block, { id, part, part_id }: EntryName, most: number): Sql =>
  prepared`select id, part, part_id, text
    from search_entry
    where ${isOf(block)} and id <= ${block.last_id}
      and (id, part, part_id) > (${id}, ${part}, ${part_id})
    order by id, part, part_id
    limit ${most}`;

/** The notes of changed records. */
export const changedIn = (block: Block): Sql => prepared`select seq
    from search_changed
    where ${isIn(block)}`;

/** Removes notes whose changes are packed. */
export const forgetChanged = (block: Block, seqs: readonly number[]): Sql => prepared`delete from search_changed
    where ${isIn(block)} and seq = any(${seqs}::bigint[])`;

/** Removes what is packed of a block. */
export const unpackBlock = (block: Block): Sql[] =>
  ['search_bits', 'search_texts'].map(
    (table) => prepared`delete from ${raw(table)}
      where ${isBlock(block)}`,
  );

/** Adds texts of consecutive records. */
export const packTexts = (
  { org_id: orgId, section, last_id: last }: Block,
  ids: readonly number[],
  texts: readonly string[],
): Sql => prepared`insert into search_texts (org_id, section, last_id, first_id, ids, texts)
    values (${orgId}, ${section}, ${last}, ${ids[0]}, ${ids}, ${texts})`;

/** Adds the bits of all pieces. */
export const packBits = (
  { org_id: orgId, section, last_id: last }: Block,
  pieces: readonly string[],
  bits: readonly string[],
): Sql => prepared`insert into search_bits (org_id, section, last_id, piece, bits)
    select ${tenant(orgId)}, ${section}, ${last}, p.piece, p.bits
    from unnest(${pieces}::text[], ${bits}::text[]::varbit[]) p (piece, bits)`;

/** Notes the records that a block has now. */
export const packedBlock = (block: Block, ids: readonly number[]): Sql => prepared`update search_block
    set ids = ${ids}
    where ${isBlock(block)}`;

/** The first block that was begun and not packed. */
export const begunBlock = (kind: Packable): Sql => sql`select org_id, section, first_id, last_id
    from search_block
    where ${isOf(kind)} and ids is null
    order by last_id
    limit 1`;

/** The block with the most changed records; `all` counts those of all blocks. */
export const mostChanged = ({ org_id: orgId, section }: Packable): Sql => {
  const kind = shared(section);
  return sql`select b.org_id, b.section, b.first_id, b.last_id, sum(c.n) over () as all
    from search_block b,
    lateral (
      select count(*) as n
      from search_changed c
      where c.org_id = ${orgId} and c.section = ${kind} and c.id between b.first_id and b.last_id) c
    where b.org_id = ${orgId} and b.section = ${kind}
    order by c.n desc
    limit 1`;
};

/** Removes all that is packed of an organisation. */
export const unpackOrganisation = (orgId: number): Sql[] =>
  ['search_block', 'search_bits', 'search_texts', 'search_changed'].map(
    (table) => sql`delete from ${raw(table)}
      where org_id = ${orgId}`,
  );
