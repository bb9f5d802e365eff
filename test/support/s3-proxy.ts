/** A proxy between a store and its bucket: records requests, and damages or refuses chosen ones. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that passed. */
export interface Passed {
  readonly method: string;
  /** Query without the parameters of the client library. */
  readonly query: string;
  readonly size: number;
}

/** Treatment of a request: unchanged, other bytes, or a response in place of the bucket's. */
type Meddling = (passed: Passed, body: Buffer) => Buffer | { readonly status: number; readonly text: string };

export interface S3Proxy {
  readonly endpoint: string;
  readonly passed: Passed[];
  meddle: Meddling;
  close(): Promise<unknown>;
}

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const queryOf = (url: string): string => {
  const query = new URL(url, 'http://s3').searchParams;
  query.delete('x-id');
  return [...query].map(([name, value]) => (name === 'uploadId' || !value ? name : `${name}=${value}`)).join('&');
};

export const startS3Proxy = async (port: number): Promise<S3Proxy> => {
  const server: Server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const passed = { method: incoming.method ?? '', query: queryOf(incoming.url ?? ''), size: body.length };
    proxy.passed.push(passed);
    const meddled = proxy.meddle(passed, body);
    if (!Buffer.isBuffer(meddled)) return outgoing.writeHead(meddled.status).end(meddled.text);
    const { method, url: path, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    return onward.end(meddled);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: S3Proxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: [],
    meddle: (_passed, body) => body,
    close: () => new Promise((done) => server.close(done)),
  };
  return proxy;
};
