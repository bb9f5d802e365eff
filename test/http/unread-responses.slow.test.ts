/** Large responses that their clients do not read: the service bounds their memory and their time (rules 8.11). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ResponseMemoryLimit } from '../../src/http/admission/write-timeout.ts';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const asked = (path: string, token = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/** A client on a connection of its own that reads on demand. */
const caller = (port: number | string, sent: string): { socket: Socket; text: () => string; bytes: () => number } => {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  socket.pause().write(sent);
  let [head, bytes] = ['', 0];
  socket.on('data', (piece) => {
    if (head.length < 1000) head += piece.toString('latin1');
    bytes += piece.length;
  });
  socket.pause();
  return { socket, text: () => head, bytes: () => bytes };
};

describe('the response memory limit', () => {
  const MS = 400;
  const SIZE = 20_000_000;
  const limits = { watchedFrom: 1000, countedFrom: 10_000, all: 3 * SIZE, ofOne: 2 * SIZE, untakenMs: MS };
  const unread = new ResponseMemoryLimit(limits);
  const pieces = Array.from({ length: SIZE / 200_000 }, () => Buffer.alloc(200_000, 'a'));
  let server: Server;
  let port: number;

  const answerWith = (response: ServerResponse, path: string): void => {
    if (path === '/stopped') {
      // A slow file store: it sends nothing for a while, and then the rest.
      const body = new Readable({ read: () => undefined });
      body.push('first');
      setTimeout(() => body.push('last') && body.push(null), 4 * MS);
      unread.watchWriteTimeout(response, body);
      body.pipe(response);
      return;
    }
    if (path === '/late') {
      setTimeout(() => response.end('late'), 3 * MS);
      return;
    }
    const [, orgId, does] = path.split('/');
    try {
      unread.reserve(response, SIZE, { orgId: Number(orgId), hasWritten: does === 'written' });
    } catch {
      response.writeHead(503).end();
      return;
    }
    const body = Readable.from(pieces, { objectMode: false });
    unread.watchWriteTimeout(response, body);
    if (does === 'fails') body.once('data', () => response.destroy(new Error('planted')));
    body.pipe(response.setHeader('Content-Length', SIZE));
  };
  beforeAll(async () => {
    server = createServer((request, response) => answerWith(response, request.url ?? ''));
    server.keepAliveTimeout = 60_000;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const isFree = () => until(() => unread.bytes === 0, { what: 'releasing' });

  test('a client that reads nothing is disconnected, and its memory is released', async () => {
    const begun = performance.now();
    const { socket } = caller(port, asked('/1'));
    await until(() => unread.bytes === SIZE);
    await isFree();
    expect(performance.now() - begun).toBeGreaterThan(MS);
    socket.destroy();
  });

  test('a slow client gets the whole response', async () => {
    const { socket, bytes } = caller(port, asked('/1'));
    const pace = setInterval(() => {
      socket.resume();
      setImmediate(() => socket.pause());
    }, 25);
    await until(() => bytes() > SIZE, { what: 'all of it' });
    clearInterval(pace);
    await isFree();
    socket.destroy();
  });

  test('a response that takes long to compute is not cut off after a large one', async () => {
    const { socket, bytes } = caller(port, asked('/1') + asked('/late'));
    socket.resume();
    let last = '';
    socket.on('data', (piece) => {
      last = piece.toString('latin1').slice(-4);
    });
    await until(() => last === 'late', { what: 'the late answer' });
    expect(bytes()).toBeGreaterThan(SIZE);
    expect(unread.bytes).toBe(0);
    socket.destroy();
  });

  test('a client that waits for missing chunks is not disconnected', async () => {
    const { socket, bytes } = caller(port, asked('/stopped'));
    let text = '';
    socket.resume().on('data', (piece) => {
      text += piece;
    });
    await until(() => text.includes('last') && bytes() > 0, { what: 'the rest' });
    socket.destroy();
  });

  test('a failed or aborted response is released once', async () => {
    const failing = caller(port, asked('/1/fails'));
    const given = caller(port, asked('/2'));
    await delay(50);
    given.socket.destroy();
    await isFree();
    const { socket, bytes } = caller(port, asked('/1'));
    socket.resume();
    await until(() => bytes() > SIZE);
    await isFree();
    const closed = { destroyed: true } as ServerResponse;
    unread.reserve(closed, SIZE, { orgId: 1, hasWritten: false });
    expect(unread.bytes).toBe(0);
    for (const one of [failing.socket, socket]) one.destroy();
  });

  test('limits apply per organisation and in all; writes are answered anyway', async () => {
    const asks = ['/1', '/1', '/1', '/2', '/2', '/1/written'];
    const callers: ReturnType<typeof caller>[] = [];
    for (const path of asks) {
      callers.push(caller(port, asked(path)));
      await delay(20);
    }
    expect(unread.bytes).toBe(4 * SIZE);
    for (const { socket } of callers) socket.resume();
    await until(() => callers.every(({ text }) => text()));
    expect(callers.map(({ text }) => text().slice(9, 12))).toEqual(['200', '200', '503', '200', '503', '200']);
    await isFree();
    for (const { socket } of callers) socket.destroy();
  });
});

describe('a service', () => {
  let service: TestService;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    service = await startTestService();
    const organisations = [await service.organisation(), await service.organisation()] as const;
    [client, other] = [await organisations[0].client(), await organisations[1].client()];
    const people = Array.from({ length: 100 }, (_, i) => ({
      anrede: 'Frau',
      name: `N${i}`,
      kommentar: 'k'.repeat(65_000),
    }));
    for (const one of [client, other])
      for (let i = 0; i < 3; i += 1) expect((await one.post('/v3/customers', people)).status).toBe(200);
  });
  afterAll(() => service.stop());

  test('refuses further long pages of an organisation with unread ones, and nothing else', async () => {
    const path = '/v3/customers?limit=1000';
    const { port } = new URL(service.address);
    // 20 MB each, 128 MiB for all of them. Further requests arrive until one is refused.
    const unread: Socket[] = [];
    const isRefused = async () => (await client.get(path)).status === 503;
    const fills = (): Promise<boolean> => {
      unread.push(caller(port, asked(path, client.token)).socket);
      return isRefused();
    };
    await until(fills, { what: 'a refusal', within: 60_000 });
    const refused = await client.get(path);
    expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '1',
    ]);
    expect((await client.get('/v3/customers?limit=1')).status).toBe(200);
    expect((await client.post('/v3/customers', { name: 'Neu' })).status).toBe(201);
    expect((await other.get(path)).status).toBe(200);
    for (const socket of unread) socket.destroy();
    await until(async () => !(await isRefused()), { what: 'answering again' });
  }, 120_000);
});

describe('downloads', () => {
  const SIZE = 20_000_000;
  const services: TestService[] = [];
  let folder: string;
  let bucket: Bucket;
  /** Connections as the services have them, by their ports. */
  const accepted = new Map<string, Socket>();
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    accepted.set(`${socket.localPort} ${socket.remotePort}`, socket);
  };
  const isCutOff = ({ localPort, remotePort }: Socket): boolean =>
    accepted.get(`${remotePort} ${localPort}`)?.destroyed ?? false;
  beforeAll(async () => {
    subscribe('net.server.socket', note);
    folder = await mkdtemp(join(tmpdir(), 'unread-'));
    bucket = await startBucket(folder);
    services.push(await startTestService({ env: { DATA_DIR: join(folder, 'disk') } }));
    services.push(await startTestService({ env: { DATA_DIR: join(folder, 'bucket'), ...bucket.environment } }));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
    unsubscribe('net.server.socket', note);
  });

  /** Callers who take nothing, more than the library of the bucket would hold connections for, and one who is slow. */
  const download = async (service: TestService) => {
    const own = await (await service.organisation()).client();
    const form = new FormData();
    form.append('file', new File([Buffer.alloc(SIZE, 'a')], 'long.bin'));
    const path = `/v3/documents/${(await own.send('POST', '/v3/documents', form)).body.id}/download`;
    const { port } = new URL(service.address);
    const slow = caller(port, asked(path, own.token));
    const pace = setInterval(() => {
      slow.socket.resume();
      setImmediate(() => slow.socket.pause());
    }, 150);
    const unread = Array.from({ length: 60 }, () => caller(port, asked(path, own.token)));
    await delay(3000);
    // Other calls do not wait for them.
    expect((await own.send('GET', path, undefined, { range: 'bytes=0-99' })).status).toBe(206);
    // The client's kernel buffers some data by itself, perhaps shortly before the timeout.
    await until(() => unread.every(({ socket }) => isCutOff(socket)), { what: 'an end for each', within: 150_000 });
    const ended = unread.map(({ socket }) => once(socket.resume(), 'close'));
    await Promise.all(ended);
    for (const { bytes } of unread) expect(bytes()).toBeLessThan(SIZE);
    await until(() => slow.bytes() > SIZE, { what: 'all of it', within: 120_000 });
    clearInterval(pace);
    slow.socket.destroy();
  };

  test('clients that read nothing are disconnected with both stores; slow clients get the whole content', async () => {
    await Promise.all(services.map(download));
  }, 330_000);
});
