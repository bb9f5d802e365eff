/**
 * What a change of very many rows needs is read ahead of it. One statement reads the rows one by one, in the order of an
 * index; a few others beside it read the same pages in the order in which they lie, many at once (docs/performance.md).
 */
import { column } from '../derive/columns.ts';
import type { NamingColumn } from '../derive/rewrite-sql.ts';
import { raw, type Sql, sql } from '../sql.ts';
import type { Context } from './call.ts';

/** A change that is done so soon needs nothing of it: nobody looks whether its rows are many. */
const SOON_MS = 100;
/** Fewer rows are read by the change itself as fast. */
const MANY = 500;
/** Connections that read at once: rows of one table lie on pages that the disk gives together anyway. */
const READERS = 3;

/** Rows are read in the order in which they lie: only through a bitmap PostgreSQL reads many at once. */
const IN_PLACE = sql`select set_config('enable_indexscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/** Live rows `t` that name a record. */
const naming = ({ resource, column: name }: NamingColumn, orgId: number, id: number): Sql =>
  sql`from ${raw(resource.table)} t
    where t.org_id = ${orgId} and t.${column(name)} = ${id}::int${raw(resource.rows.removal === 'soft' ? ' and t.del = 0' : '')}`;

/** Whether there are many of each, one column a kind: `n0`, `n1` and so on. */
const manyOf = (all: readonly NamingColumn[], orgId: number, id: number): Sql =>
  all.reduce(
    (text, one, i) =>
      sql`${text}${raw(i ? ',\n  ' : '')}(select count(*) from (
    select 1
    ${naming(one, orgId, id)}
    limit ${raw(String(MANY + 1))}) c) > ${raw(String(MANY))} as ${raw(`n${i}`)}`,
    raw('select '),
  );

/** Reads their pages: whatever is asked of a row has it read. */
const pagesOf = (one: NamingColumn, orgId: number, id: number): Sql =>
  sql`select count(t.printed) as n
    ${naming(one, orgId, id)}`;

/**
 * Does work that changes all live rows which name a record, and reads their pages beside it where they are many: as long as
 * the work goes on, on connections that are to spare, without a lock.
 * @returns what the work returns
 */
export const readingAhead = async <T>(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  all: readonly NamingColumn[],
  id: number,
  work: () => Promise<T>,
): Promise<T> => {
  let isOver = false;
  const readAll = async (): Promise<void> => {
    if (!all.length) return;
    const [many] = (await db.spare((read) => read<Record<string, boolean>>(manyOf(all, actor.orgId, id)))) ?? [];
    const left = isOver ? [] : all.filter((_, i) => many?.[`n${i}`]);
    const reader = () =>
      db.spare(async (read) => {
        for (let next = left.shift(); next && !isOver; next = left.shift())
          await read(pagesOf(next, actor.orgId, id), IN_PLACE);
      });
    await Promise.all(Array.from({ length: Math.min(READERS, left.length) }, reader));
  };
  // What reads ahead neither delays the work nor makes it fail.
  const begin = setTimeout(() => readAll().catch(() => undefined), SOON_MS);
  try {
    return await work();
  } finally {
    isOver = true;
    clearTimeout(begin);
  }
};
