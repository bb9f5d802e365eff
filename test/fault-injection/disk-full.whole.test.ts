/** Disks that are full: the one of the files and the database, and the one that backups go to. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { withConnection } from '../../src/db/pool/dedicated-connection.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, runProgram } from '../support/process.ts';
import { backedUp, startWatched, type WatchedService } from '../support/watched-service.ts';

const MIB = 1024 * 1024;
const folder = await makeFolder('full');

/** A disk of its own in memory, whose size is known. */
const mount = (name: string, megabytes: number): string | null => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], { stdio: 'pipe' });
    return path;
  } catch (error) {
    console.log(`no disk can be mounted here, so that none can be filled: ${(error as Error).message.trim()}`);
    return null;
  }
};
const data = mount('data', 400);
const backups = data && mount('backups', 300);
/** Enough for a server, not for the writes of a first start, which would stop again and again. */
const tiny = data && mount('tiny', 60);

/** Fills a disk to the last byte. @returns a function that frees it */
const fill = (disk: string): (() => void) => {
  const filler = join(disk, 'filler');
  writeFileSync(filler, '');
  for (const piece of [MIB, 4096])
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(piece));
    }).toThrow('ENOSPC');
  return () => rmSync(filler);
};

/**
 * Vacuum of a system catalog removes PostgreSQL's file of what each connection reads first. The next connection
 * writes it again, which frees space for a moment and then, on a full disk, refuses every new connection ("could not
 * write init file"). This case is not tested here.
 */
const keepInitFile = (connection: pg.ClientConfig): Promise<void> =>
  withConnection(connection, async (client) => {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    await expect
      .poll(
        async () => (await client.query("select from pg_stat_activity where backend_type like 'autovacuum%'")).rowCount,
      )
      .toBe(0);
    await withConnection(connection, (later) => later.query('select 1'));
  });

describe.skipIf(!backups)('with separate disks', () => {
  let service: WatchedService;
  const [disk, place] = [data ?? '', backups ?? ''];
  beforeAll(async () => {
    service = await startWatched(folder, { DATA_DIR: disk, ...backedUp(join(place, 'crm')) });
  });
  afterAll(async () => {
    // Not killed: its server would run on.
    await service?.end('SIGTERM');
    const left = existsSync(join(disk, 'postgres', 'postmaster.pid'));
    for (const path of [disk, place, tiny ?? '']) execFileSync('umount', ['-l', path]);
    await rm(folder, { recursive: true, force: true });
    expect(left).toBe(false);
  });

  test('a full backup disk: requests are not affected, metric, alert and one log line report it, and the backup recovers', async () => {
    const at = () => service.numberOf('broker_crm_backup_timestamp_seconds');
    await expect.poll(at).toBeGreaterThan(0);
    const makeRoom = fill(place);
    expect(await service.create()).toBe(201);
    const said = () =>
      service.lines('The backup cannot be written; the service continues, and the backup is tried again');
    await expect.poll(said).toMatchObject([{ cause: expect.stringContaining('ENOSPC') }]);
    const stuck = await at();
    expect(await service.create()).toBe(201);
    const waiting = () => service.numberOf('broker_crm_backup_log_waiting_bytes');
    await expect.poll(waiting).toBeGreaterThan(0);
    expect(await at()).toBe(stuck);
    expect(said()).toHaveLength(1);
    for (const [where, ...args] of [[place], [join(place, 'copy'), join(place, 'copy')]]) {
      const { code, stderr } = await runProgram(['backup', ...args], service.env);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(new RegExp(`${where}.* cannot be written: ENOSPC.*: make room there\\.$`, 'm')),
      ]);
    }
    makeRoom();
    await expect.poll(at).toBeGreaterThan(stuck);
    await expect.poll(() => service.lines('The backup continues')).toHaveLength(1);
  });

  test('a full data disk: writes that cannot be stored are refused, no answered write is lost, and the service recovers', async () => {
    const { create, upload, ask, numberOf } = service;
    expect([await create(), await upload(MIB)]).toEqual([201, 201]);
    const connection = await embeddedConnection(disk);
    await keepInitFile(connection);
    const makeRoom = fill(disk);
    expect(await upload(MIB)).toBe(502);
    expect(await numberOf('broker_crm_uploads_total{outcome="failed"}')).toBe(1);
    await service.expectNotReady('files', /ENOSPC/);
    expect((await ask('/v3/customers?limit=1')).status).toBe(200);
    const doctor = await runProgram(['doctor'], service.env);
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/^WRONG folder of files: cannot be written: ENOSPC.*; its disk is full: make room there$/m),
    ]);
    // PostgreSQL has some free space in its files, and then none.
    const headers = { 'content-type': 'application/json' };
    const batch = JSON.stringify(Array.from({ length: 100 }, () => ({ name: 'Viele', vorname: 'x'.repeat(200) })));
    const refused = async (): Promise<Response> => {
      for (;;) {
        const answer = await ask('/v3/customers', { method: 'POST', headers, body: batch });
        if (answer.status >= 500) return answer;
      }
    };
    const answer = await refused();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await Promise.all(Array.from({ length: 200 }, create));
    // None for its log either: it ends, and cannot be started.
    const stopped = () => service.lines('The database stopped and is started again');
    await expect
      .poll(async () => {
        const client = new pg.Client(connection);
        client.on('error', () => undefined);
        const write = () => client.query("select pg_logical_emit_message(true, '', repeat('x', 10000000))");
        await client.connect().then(write, () => undefined);
        await client.end().catch(() => undefined);
        return stopped();
      })
      .toMatchObject([{ reason: expect.stringContaining('No space left on device') }]);
    await service.expectNotReady('database', /./);
    const sick = await runProgram(['doctor'], service.env);
    expect(sick.stdout).toMatch(/^WRONG database: .*The disk of DATA_DIR .* is full: make room there\.\)$/m);
    expect(sick.stdout).not.toContain('DATABASE_URL');
    expect((await ask('/livez')).status).toBe(200);
    expect(await numberOf('broker_crm_errors_total{code="service_unavailable"}')).toBeGreaterThan(0);
    makeRoom();
    // Each failed start frees some space, which the next one uses up.
    await service.expectWellAgain('database', 3);
    expect(await upload(MIB)).toBe(201);
    // However many calls failed.
    const failures = service.running.output.stderr.split('\n').filter((line) => line.startsWith('{"level":50'));
    expect(failures.length).toBeLessThan(50);
  });

  test('a disk too small for a first start: the service ends with the cause and leaves no server', async () => {
    const DATA_DIR = join(tiny ?? '', 'data');
    const { code, stderr } = await runProgram(
      ['serve'],
      { DATA_DIR, PORT: String(await freePort()) },
      AbortSignal.timeout(60_000),
    );
    const why = 'could not be made: 100 MB of free disk space are needed, and there are 59.';
    expect([code, stderr]).toEqual([1, `broker-crm: The database in ${join(DATA_DIR, 'postgres')} ${why}\n`]);
    expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
