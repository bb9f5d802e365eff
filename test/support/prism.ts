/** Prism as a proxy before a service: it compares what is sent and what is answered with a description. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from './process.ts';
import { TOOLS } from './tools.ts';

const PROGRAM = join(TOOLS, 'node_modules/@stoplight/prism-cli/dist/index.js');

/** A call that went through, and what Prism found in it. */
export interface Compared {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Where it is, and what is wrong there. */
  readonly mismatches: readonly string[];
}

interface Violation {
  readonly location?: readonly string[];
  readonly message: string;
}

/** A violation's name is a header of the answer; many of them make a long one. */
const HEADER = 'sl-violations';
const LONG = 4 * 1024 * 1024;

const mismatchesIn = ({ headers }: IncomingMessage): readonly string[] =>
  (JSON.parse(String(headers[HEADER] ?? '[]')) as Violation[]).map(
    ({ location = [], message }) => `${location.join('.')}: ${message}`,
  );

/** Notes what Prism says of each call. @returns the address before it */
const noting = async (prism: string, calls: Compared[]) => {
  const passOn = (asked: IncomingMessage, answer: ServerResponse): void => {
    const { method = '', url: path = '', headers } = asked;
    const onward = request(`${prism}${path}`, { method, headers, maxHeaderSize: LONG }, (reply) => {
      const status = reply.statusCode ?? 0;
      calls.push({ method, path, status, mismatches: mismatchesIn(reply) });
      const { [HEADER]: _noted, ...others } = reply.headers;
      answer.writeHead(status, others);
      reply.pipe(answer);
    });
    onward.on('error', (error) => answer.destroy(error));
    asked.pipe(onward);
  };
  const server = createServer(passOn);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
};

/**
 * Starts it.
 * @param description the file of the description
 * @param service where calls go
 * @returns the address that calls are sent to, and what was found in those that were
 * @throws what it printed where it does not start
 */
export const startPrism = async (description: string, service: string) => {
  const port = String(await freePort());
  const child = spawn(
    process.execPath,
    [PROGRAM, 'proxy', description, service, '--port', port, '--host', '127.0.0.1'],
    {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('is listening on') && resolve());
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}: ${output}`)));
  });
  const calls: Compared[] = [];
  const { address, close } = await noting(`http://127.0.0.1:${port}`, calls);
  return {
    address,
    calls: calls as readonly Compared[],
    stop: () => {
      close();
      child.kill('SIGKILL');
    },
  };
};
