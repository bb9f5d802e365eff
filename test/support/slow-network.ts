/** A network that delivers the client's bytes in small chunks, as any network may. */
import { connect, createServer, type Socket } from 'node:net';
import type { Pooler } from './pooler.ts';

const PIECE = 100;
const PAUSE_MS = 1;
/** ReadyForQuery: the connection has begun. */
const READY = Buffer.from('5a0000000549', 'hex');

/** A proxy before a server. @returns its port */
export const startSlowNetwork = async ({ host, port }: Pick<Pooler, 'host' | 'port'>) => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const through = connect(port, host).setNoDelay();
    for (const socket of [client, through]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    through.pipe(client);
    let isSlow = false;
    // PgBouncer 1.18 wants each message of the start whole.
    through.on('data', (data: Buffer) => {
      isSlow ||= data.includes(READY);
    });
    let waiting = Buffer.alloc(0);
    const pump = setInterval(() => {
      if (!waiting.length) return;
      const piece = isSlow ? PIECE : waiting.length;
      through.write(waiting.subarray(0, piece));
      waiting = waiting.subarray(piece);
    }, PAUSE_MS);
    client.on('data', (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
    });
    client.on('close', () => {
      clearInterval(pump);
      through.destroy();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
};
