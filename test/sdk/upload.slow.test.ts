/** Uploads of the TypeScript client to the running service: kinds of content, transfer, retries. */
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Client,
  type ClientSettings,
  createClient,
  download,
  type FileSource,
  isError,
  upload,
} from '../../sdk/src/index.ts';
import { startTestService, type TestService } from '../support/service.ts';

const bytes = Uint8Array.from({ length: 300_007 }, (_, i) => (i * 7919) % 256);
let service: TestService;
let token: string;
let folder: string;
let onDisk: string;

const clientOf = (more: Partial<ClientSettings> = {}): Client =>
  createClient({ baseUrl: service.address, token, maxRetries: 0, ...more });

beforeAll(async () => {
  service = await startTestService();
  token = (await (await service.organisation()).client()).token;
  folder = await mkdtemp('/var/tmp/broker-crm-upload-');
  onDisk = path.join(folder, 'police.pdf');
  await writeFile(onDisk, bytes);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  );
const storedBytes = async (id: number): Promise<Buffer> =>
  Buffer.from(await (await download(clientOf(), '/v3/documents/{id}/download', { path: { id } })).arrayBuffer());
const named = { fields: { name: 'daten.bin' } };

const contents: readonly (readonly [string, () => FileSource | Promise<FileSource>])[] = [
  ['a Blob', () => new Blob([bytes])],
  ['a File', () => new File([bytes], 'daten.bin')],
  ['a Uint8Array', () => bytes],
  ['an ArrayBuffer', () => bytes.slice().buffer],
  ['a part of a buffer', () => new Uint8Array([1, ...bytes, 2]).subarray(1, bytes.length + 1)],
  ['a file on disk', () => openAsBlob(onDisk)],
  ['a stream of the web', () => new Blob([bytes]).stream()],
  ['a stream of Node.js', () => createReadStream(onDisk)],
  ['the stream of an open file', async () => (await open(onDisk)).createReadStream()],
  ['a function that opens a stream', () => () => createReadStream(onDisk)],
  ['a function that gets a Blob', () => () => openAsBlob(onDisk)],
];

describe('content', () => {
  test.each(contents)('may be %s', async (_name, make) => {
    const made = await upload(clientOf(), '/v3/documents', await make(), named);
    expect(made).toMatchObject({ name: 'daten.bin', size: bytes.length });
    expect((await storedBytes(made.id)).equals(bytes)).toBe(true);
  });

  test.each(contents)('may be %s where the platform sends no streams', async (_name, make) => {
    vi.stubGlobal('process', { ...process, versions: {} });
    try {
      const made = await upload(clientOf(), '/v3/documents', await make(), named);
      expect((await storedBytes(made.id)).equals(bytes)).toBe(true);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('is streamed, not buffered', async () => {
    const asked: string[] = [];
    const slow = Readable.from(
      (async function* () {
        yield bytes;
        await vi.waitFor(() => expect(asked).toEqual(['received']));
        yield bytes;
      })(),
    );
    const watching = clientOf({
      fetch: async (request) => {
        const [first, all] = (request.body ?? new ReadableStream()).tee();
        const reader = first.getReader();
        for (let size = 0; size < bytes.length; size += (await reader.read()).value?.length ?? 0);
        asked.push('received');
        reader.releaseLock();
        void first.cancel();
        const { url, method, headers } = request;
        return fetch(url, { method, headers, body: all, duplex: 'half' } as RequestInit);
      },
    });
    expect(await upload(watching, '/v3/documents', slow, named)).toMatchObject({ size: 2 * bytes.length });
  });

  test('of more than 25 MiB and empty content are refused', async () => {
    const block = Buffer.alloc(1 << 20);
    const large = Readable.from(Array.from({ length: 26 }, () => block));
    expect(isError(await failure(upload(clientOf(), '/v3/documents', large, named)), 'file_too_large')).toBe(true);
    const empty = await failure(upload(clientOf(), '/v3/documents', new Uint8Array(), named));
    expect(isError(empty, 'validation_failed')).toBe(true);
  });

  test('that cannot be read is an error with its cause, and stores no document', async () => {
    const client = createClient({
      baseUrl: service.address,
      token: (await (await service.organisation()).client()).token,
    });
    const missing = path.join(folder, 'missing.pdf');
    for (const source of [createReadStream(missing), () => openAsBlob(missing)]) {
      const error = await failure(upload(client, '/v3/documents', source, named));
      expect(isError(error, 'network_error') && String((error.cause as Error).cause ?? error.cause)).toMatch(
        /missing.pdf|ENOENT|Unable to open/,
      );
    }
    expect((await client.GET('/v3/documents')).data.total).toBe(0);
  });

  test('that is refused ends the stream', async () => {
    const stream = Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(1 << 16)));
    const error = await failure(upload(clientOf({ token: 'wrong' }), '/v3/documents', stream, named));
    expect(isError(error, 'invalid_token')).toBe(true);
    await vi.waitFor(() => expect(stream.destroyed).toBe(true), 20_000);
  });
});

describe('fields', () => {
  test.each([
    'Police.pdf',
    'Prämie "2026" %22.pdf',
    'zwei\nZeilen.pdf',
    'C:\\Akten\\a.pdf',
    'Ordner/b.pdf',
    '日本.pdf',
  ])('of a file called %j', async (name) => {
    expect((await upload(clientOf(), '/v3/documents', new File([bytes], name))).name).toBe(name);
  });

  test('have the same texts as in JSON, and are omitted where null', async () => {
    const fields = { name: 'a.pdf', extension: 'x"\n%0Ay', datum: '2026-01-31', nr: 7, kundenportal: true, vid: null };
    const made = await upload(clientOf(), '/v3/documents', bytes, { fields });
    expect(made).toMatchObject({ ...fields, kundenportal: 1 });
    const wrong = await failure(upload(clientOf(), '/v3/documents', bytes, { fields: { ...fields, ordner: -1 } }));
    expect(isError(wrong, 'validation_failed') && wrong.issues.map(({ path: at }) => at)).toEqual([['ordner']]);
  });
});

describe('an answer that gets lost', () => {
  /** The service does its work, and the client hears of it at the third attempt. */
  const forgetful = (): { client: Client; keys: (string | null)[] } => {
    const keys: (string | null)[] = [];
    const losing: ClientSettings['fetch'] = async (request) => {
      keys.push(request.headers.get('idempotency-key'));
      const response = await fetch(request);
      if (keys.length > 2) return response;
      await response.arrayBuffer();
      throw new TypeError('lost');
    };
    return { client: clientOf({ fetch: losing, maxRetries: 3 }), keys };
  };
  const total = async (): Promise<number> => (await clientOf().GET('/v3/documents')).data.total;

  test.each([
    ['a Blob', () => new Blob([bytes])],
    ['a function that opens a stream', () => () => createReadStream(onDisk)],
  ] as const)('is asked for again with %s, and makes one document', async (_name, make) => {
    const { client, keys } = forgetful();
    const before = await total();
    const made = await upload(client, '/v3/documents', make(), named);
    expect((await storedBytes(made.id)).equals(bytes)).toBe(true);
    expect([keys.length, new Set(keys).size, await total()]).toEqual([3, 1, before + 1]);
  });

  test('is an error with a stream; another upload with the same key gets the document', async () => {
    const { client, keys } = forgetful();
    const before = await total();
    const headers = { 'Idempotency-Key': 'the letter of today' };
    const lost = await failure(upload(client, '/v3/documents', createReadStream(onDisk), { ...named, headers }));
    expect(isError(lost, 'network_error')).toBe(true);
    expect(keys).toEqual(['the letter of today']);
    const made = await upload(clientOf(), '/v3/documents', createReadStream(onDisk), { ...named, headers });
    expect([await total(), (await storedBytes(made.id)).equals(bytes)]).toEqual([before + 1, true]);
  });
});
