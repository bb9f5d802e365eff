/** An unresponsive database or bucket delays neither the end of a service with backups nor its metrics. */
import { readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bucket, reachedAt, startBucket } from '../support/bucket.ts';
import { makeFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { backedUp, startWatched, type WatchedService } from '../support/watched-service.ts';

let folder: string;
let bucket: Bucket;
let service: WatchedService;
/** From now on requests to the bucket are not forwarded; connections are still accepted. */
let silent = false;
const sockets = new Set<Socket>();
const door = (port: number) =>
  createServer((client) => {
    const through = connect(port, '127.0.0.1');
    for (const socket of [client, through]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => through.destroy());
    }
    client.on('data', (bytes) => silent || through.write(bytes));
    through.pipe(client);
  });
let server: ReturnType<typeof door>;

beforeAll(async () => {
  folder = await makeFolder('stop');
  bucket = await startBucket(folder, 'backups');
  server = door(bucket.port);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  service = await startWatched(folder, {
    ...backedUp('s3://backups/crm'),
    ...reachedAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'BACKUP_'),
  });
}, 120_000);
afterAll(async () => {
  await service.end('SIGKILL');
  for (const socket of sockets) socket.destroy();
  server.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

test('with a stopped database the metrics omit its values and return the others at once', async () => {
  const made = () => service.numberOf('broker_crm_backup_timestamp_seconds');
  await until(async () => (await made()) > 0, { what: 'the first copy' });
  const waiting = () => service.numberOf('broker_crm_backup_log_waiting_bytes');
  // On a busy machine it may not come in time, and is left out of a scrape.
  await until(async () => (await waiting()) >= 0, { what: 'the number' });
  const [pid] = (await readFile(join(service.env.DATA_DIR ?? '', 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGSTOP');
  try {
    for (let scrape = 0; scrape < 3; scrape += 1) {
      expect(await seconds(async () => expect(await waiting()).toBeNaN())).toBeLessThan(4);
    }
  } finally {
    process.kill(Number(pid), 'SIGCONT');
  }
  await until(async () => (await waiting()) >= 0, { what: 'the number, again' });
});

test('with a bucket that does not answer the service ends in seconds and reports the log that was not stored', async () => {
  silent = true;
  expect(await service.create()).toBe(201);
  await new Promise((done) => setTimeout(done, 3000));
  let code: number | null = null;
  const took = await seconds(async () => {
    code = await service.end();
  });
  expect([code, took < 20]).toEqual([0, true]);
  const said = () => service.lines('The service ends before all data is in BACKUP_TO; the next start uploads the rest');
  await expect.poll(said).toHaveLength(1);
}, 300_000);
