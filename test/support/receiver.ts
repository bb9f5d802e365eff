/** A real HTTP server that webhooks are delivered to. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The receiver's response to a call. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Answered once this is done; never, where it never is. */
  readonly after?: Promise<unknown>;
}

export interface Receiver {
  /** All calls, in the order they arrived. */
  readonly received: Received[];
  /** Address of a path of its own. */
  url(path?: string): string;
  /** Sets the response of a path from now on; 200 by default. */
  answer(status: number | Answer, path?: string): void;
  /** Calls of one path. */
  at(path: string): Received[];
  stop(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = request.url ?? '';
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ method: request.method ?? '', path, headers: request.headers, body });
      const { status, headers, body: text = 'ok', after } = answers.get(path) ?? { status: 200 };
      await after;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    received,
    url: (path = '/hook') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer: (answer, path = '/hook') => {
      answers.set(path, typeof answer === 'number' ? { status: answer } : answer);
    },
    at: (path) => received.filter((call) => call.path === path),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
