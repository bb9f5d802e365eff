/**
 * Content and the rows that name it are kept together: whoever writes such a row shares a lock on the content, and the
 * sweep takes it alone before it looks for rows and removes what no row names.
 */
import type { Tx } from '../../db/database.ts';
import { prepared, sql } from '../../sql.ts';

const NUMBER = 4_711_007;

/** Shares the lock on content until the transaction ends. */
export const lockContent = async (tx: Tx, key: string): Promise<void> => {
  await tx.run(prepared`select pg_advisory_xact_lock_shared(hashtextextended(${key}, ${NUMBER}))`);
};

/** Takes the lock alone if nobody has it. @returns whether it was free */
export const tryLockContentAlone = async (tx: Tx, key: string): Promise<boolean> => {
  const [row] = await tx.run<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, ${NUMBER})) as free`,
  );
  return row?.free ?? false;
};
