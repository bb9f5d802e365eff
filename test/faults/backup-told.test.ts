/** What is told of a backup: one that never worked, copies that went elsewhere, and a clock that was put back. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Base } from '../../src/backup/base.ts';
import { backupKey } from '../../src/backup/encryption.ts';
import { baseName, basesIn } from '../../src/backup/names.ts';
import { openVault } from '../../src/backup/vault.ts';
import { createFolderRepository } from '../../src/files/folder-repository.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram } from '../support/process.ts';
import { until } from '../support/until.ts';
import { backedUp, startWatched, type WatchedService } from '../support/watched-service.ts';

const YEAR_MS = 365 * 86_400_000;
const MADE = 'broker_crm_backup_timestamp_seconds';
const WORKS = 'broker_crm_backup_works';

let folder: string;
let service: WatchedService;
const place = (): string => join(folder, 'backup');
const run = (...args: string[]) => runProgram([...args, '--json'], service.env);
const doctor = async (): Promise<{ ok: boolean; detail: string }> => {
  const { findings } = JSON.parse((await run('doctor')).stdout);
  return findings.find(({ check }: { check: string }) => check === 'backup');
};
/** Now, or after the next round: one may have been under way when what it tells of was done. */
const doctorIsContent = (): Promise<void> =>
  until(async () => (await doctor()).ok, { what: 'a doctor who finds nothing' });

beforeAll(async () => {
  folder = await makeFolder('told');
  // Not a folder that could be made.
  await writeFile(place(), 'in the way');
  service = await startWatched(folder, backedUp(place()));
}, 120_000);
afterAll(async () => {
  await service.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('a place that never worked is told, and copies that went elsewhere do not hide it', async () => {
  await until(() => service.running.output.stderr.includes('The backup cannot be written'), { what: 'the log' });
  for (const elsewhere of [[join(folder, 'copy')], ['--to', join(folder, 'other')]]) {
    const made = await run('backup', ...elsewhere);
    expect(made.code, made.stdout + made.stderr).toBe(0);
    const note = await readFile(join(service.env.DATA_DIR ?? '', 'last-copy.json'), 'utf8');
    expect(JSON.parse(note).made_at).toBe(JSON.parse(made.stdout).made_at);
    expect([await service.numberOf(WORKS), await service.numberOf(MADE)]).toEqual([0, Number.NaN]);
    expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('has not gone on since') });
  }
  await rm(place());
  await until(async () => (await service.numberOf(WORKS)) === 1, { what: 'the number' });
  await until(async () => (await service.numberOf(MADE)) > 0, { what: 'the first copy' });
  await doctorIsContent();
});

test('a place that stands still looks no fresher for a copy that went elsewhere', async () => {
  await rm(place(), { recursive: true });
  await until(async () => (await service.numberOf(WORKS)) === 0, { what: 'the number' });
  const stuck = await service.numberOf(MADE);
  await rm(join(folder, 'copy'), { recursive: true });
  expect((await run('backup', join(folder, 'copy'))).code).toBe(0);
  expect(await service.numberOf(MADE)).toBe(stuck);
  expect(await doctor()).toMatchObject({ ok: false });
  expect((await run('backup', '--to', place())).code).toBe(0);
  await until(async () => (await service.numberOf(MADE)) > stuck, { what: 'the number' });
  await doctorIsContent();
});

test('a copy of a time to come is told, and keeps the next one from nothing', async () => {
  await until(async () => (await service.numberOf(WORKS)) === 1, { what: 'the number' });
  await service.end();
  const vault = openVault(createFolderRepository(place()), backupKey(service.env.BACKUP_KEY ?? ''));
  // The clock was a year ahead when all of them were made.
  const { bases } = await basesIn(vault);
  for (const { name, line, at } of bases) {
    await vault.putJson(baseName(line, at + YEAR_MS), await vault.getJson<Base>(name));
    await vault.remove(name);
  }
  expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('a time to come') });
  await service.restart('SIGTERM');
  const copies = async () => (await basesIn(vault)).bases.filter(({ at }) => at < Date.now()).length;
  await until(async () => (await copies()) === 1, { what: 'a copy of now' });
  await doctorIsContent();
});
