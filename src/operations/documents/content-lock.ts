/**
 * Content and the rows that name it are kept together: whoever writes such a row shares a lock on the content, and the
 * sweep takes it alone before it looks for rows and removes what no row names.
 */
import type { Tx } from '../../db/database.ts';

const NUMBER = 4_711_007;

/** Shares the lock on content until the transaction ends. */
export const lockContent = async (tx: Tx, key: string): Promise<void> => {
  await tx.run({
    name: 'share content',
    text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, $2))',
    values: [key, NUMBER],
  });
};

/** Takes the lock alone if nobody has it. @returns whether it was free */
export const tryLockContentAlone = async (tx: Tx, key: string): Promise<boolean> => {
  const [row] = await tx.run<{ free: boolean }>({
    text: 'select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as free',
    values: [key, NUMBER],
  });
  return row?.free ?? false;
};
