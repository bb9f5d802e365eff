/** Alerts of backups: a copy that never succeeded, copies to another place, and a clock that was set back. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupKey } from '../../src/backup/backup-encryption.ts';
import type { Base } from '../../src/backup/base-backup.ts';
import { openEncryptedStore } from '../../src/backup/encrypted-store.ts';
import { createFolderRepository } from '../../src/backup/folder-repository.ts';
import { baseName, basesIn } from '../../src/backup/object-keys.ts';
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
/** At once or after the next round, because a round may have begun before the change. */
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

test('a target that never worked is reported, even if copies to another target succeed', async () => {
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

test('a failing target does not look fresher after a copy to another target', async () => {
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

test('a copy with a date in the future is reported and does not delay the next copy', async () => {
  await until(async () => (await service.numberOf(WORKS)) === 1, { what: 'the number' });
  await service.end();
  const vault = openEncryptedStore(createFolderRepository(place()), backupKey(service.env.BACKUP_KEY ?? ''));
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
