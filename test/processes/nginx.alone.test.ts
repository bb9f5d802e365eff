/** Debian's nginx before the service (docs/operating.md, Proxies): HTTP/2 and TLS there, nothing of a call lost. */
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { startExample } from '../support/example.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { hasProgram } from '../support/programs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe.skipIf(!hasProgram('nginx'))('behind nginx', () => {
  let service: TestService;
  let running: Running;
  let nginx: Awaited<ReturnType<typeof startExample>>;
  let folder: string;
  let session: ClientHttp2Session;
  let token: string;
  beforeAll(async () => {
    folder = await makeFolder('behind-nginx');
    makeCertificate(join(folder, 'crm'));
    service = await startTestService();
    // Only callers whose address is passed on may use it.
    ({ token } = await (await service.organisation()).client({ addresses: ['127.0.0.1'] }));
    const [port, door] = [await freePort(), await freePort()];
    running = await startProgram({
      DATABASE_URL: databaseUrl(service.connection),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1/32',
      LOG_LEVEL: 'error',
    });
    nginx = await startExample(
      'nginx',
      'examples/nginx.conf',
      {
        '127.0.0.1:8080': `127.0.0.1:${port}`,
        '127.0.0.1:8443': `127.0.0.1:${door}`,
        '/etc/ssl/crm.': `${join(folder, 'crm')}.`,
      },
      (own) => ['-p', own, '-c', join(own, 'nginx.conf'), '-g', `daemon off; pid ${own}/pid; error_log stderr;`],
    );
    const ca = await readFile(join(folder, 'crm.pem'));
    await until(
      () =>
        new Promise<boolean>((resolve) => {
          session = connect(`https://127.0.0.1:${door}`, { ca });
          session.once('connect', () => resolve(true)).once('error', () => resolve(false));
        }),
      { what: nginx.output() || 'nginx' },
    );
  });
  afterAll(async () => {
    session?.close();
    await nginx?.stop();
    await running?.end('SIGTERM');
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (headers: Readonly<Record<string, string>>, body?: Buffer) =>
    new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      const stream = session.request({ authorization: `Bearer ${token}`, ...headers });
      const chunks: Buffer[] = [];
      let head: Record<string, unknown> = {};
      stream.on('response', (given) => (head = given)).on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => resolve({ headers: head, bytes: Buffer.concat(chunks) })).on('error', reject);
      stream.end(body);
    });

  test('clients use HTTP/2; the service sees their address and TLS, and compresses responses', async () => {
    expect(session.alpnProtocol).toBe('h2');
    const list = await ask({ ':path': '/v3/customers', 'accept-encoding': 'br' });
    expect(list.headers).toMatchObject({
      ':status': 200,
      'strict-transport-security': expect.stringContaining('max-age'),
      'x-request-id': expect.any(String),
    });
    const large = await ask({ ':path': '/openapi/v3.yaml', 'accept-encoding': 'br' });
    expect(large.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(large.bytes).toString()).toContain('openapi: 3');
    // Who asks from this machine is a proxy as nginx is, and says for whom: the token is not for that address.
    const elsewhere = await ask({ ':path': '/v3/customers', 'x-forwarded-for': '203.0.113.9' });
    expect(elsewhere.headers[':status']).toBe(403);
  });

  test('a file of 25 MB is uploaded and downloaded', async () => {
    const content = randomBytes(25_000_000);
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
    const type = 'multipart/form-data; boundary=b';
    const made = await ask({ ':method': 'POST', ':path': '/v3/documents', 'content-type': type }, body);
    expect(made.headers[':status']).toBe(201);
    const { id } = JSON.parse(made.bytes.toString()) as { id: number };
    const back = await ask({ ':path': `/v3/documents/${id}/download` });
    expect(back.bytes.equals(content)).toBe(true);
  });

  test('an error of the service reaches the client unchanged', async () => {
    const path = '/v3/customers/999999';
    const direct = await fetch(running.address + path, { headers: { authorization: `Bearer ${token}` } });
    const behind = await ask({ ':path': path });
    expect([behind.headers[':status'], behind.bytes.toString()]).toEqual([404, await direct.text()]);
  });
});
