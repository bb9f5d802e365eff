/** Receives the deliveries of the webhook, and keeps none of them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param arrived called with each body before the response 200 */
export const startReceiver = async (arrived: (body: string) => void) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived(Buffer.concat(chunks).toString('utf8'));
      response.end('ok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
