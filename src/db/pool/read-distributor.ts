/** Short reads on pipelined connections that many requests share. */
import type { Sql } from '../../sql/sql.ts';
import { NoConnection } from './connection-failure.ts';
import { translated } from './database-errors.ts';
import type { PipelinedConnection } from './pipelined-connection.ts';

/**
 * Sends each read on the connection with the fewest pending reads. Where that one cannot be opened, because the process has no
 * file handles left or the server has too many clients, it uses a connection that is open.
 * @returns rejects with the database's error, or 503 `service_unavailable`
 */
export const createReadDistributor =
  (lanes: readonly [PipelinedConnection, ...PipelinedConnection[]]) =>
  async (statement: Sql): Promise<unknown[]> => {
    let [next] = lanes;
    for (const lane of lanes) if (lane.pending() < next.pending()) next = lane;
    try {
      return await next.read(statement);
    } catch (error) {
      const open = error instanceof NoConnection ? lanes.find((lane) => lane.isOpen()) : undefined;
      if (!open) throw translated(error);
      return open.read(statement).catch((cause: unknown) => {
        throw translated(cause);
      });
    }
  };
