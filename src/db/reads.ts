/** Short reads on pipelined connections that many requests share. */
import type { Sql } from '../sql.ts';
import { NoConnection } from './connection-failure.ts';
import type { Lane } from './lane.ts';

/**
 * Sends each read on the connection with the fewest pending reads. Where that one cannot be opened, because the process has no
 * file handles left or the server has too many clients, it uses a connection that is open.
 * @returns rejects with the database's error, or with NoConnection where none is open
 */
export const createReads =
  (lanes: readonly [Lane, ...Lane[]]) =>
  async (statement: Sql): Promise<unknown[]> => {
    let [next] = lanes;
    for (const lane of lanes) if (lane.pending() < next.pending()) next = lane;
    try {
      return await next.read(statement);
    } catch (error) {
      const open = error instanceof NoConnection ? lanes.find((lane) => lane.isOpen()) : undefined;
      if (!open) throw error;
      return open.read(statement);
    }
  };
