/** Excel files of exports: memory, and LibreOffice as another reader. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { xlsxFiles } from '../../../src/formats/xlsx/write-xlsx.ts';
import { zipArchive } from '../../../src/operations/exports/archive.ts';

/** Writes so many rows of 30 columns in a process of its own. @returns the most memory in MB that was in use after a garbage collection */
const memoryOf = async (rows: number): Promise<number> => {
  const source = (file: string) => JSON.stringify(new URL(`../../../src/${file}`, import.meta.url).href);
  const script = `
    const { xlsxFiles } = await import(${source('formats/xlsx/write-xlsx.ts')});
    const { zipArchive } = await import(${source('operations/exports/archive.ts')});
    const columns = Array.from({ length: 30 }, (_, at) => ({ header: 'S' + at, dataType: at % 3 ? 'string' : 'number' }));
    async function* pages() {
      for (let at = 0; at < ${rows}; at += 500)
        yield Array.from({ length: 500 }, (_, row) => columns.map((_, column) => (column % 3 ? 'Text ' + (at + row) * column : at + row)));
    }
    let most = 0;
    let at = 0;
    for await (const chunk of zipArchive(xlsxFiles('Kunden', columns, pages()), new Date())) {
      if (at++ % 10) continue;
      gc();
      const { heapUsed, external } = process.memoryUsage();
      most = Math.max(most, heapUsed + external);
    }
    console.log(most / 2 ** 20);`;
  // Memory in use after a collection does not depend on the speed of the machine, as the size of the process would.
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  expect(await once(child, 'close')).toEqual([0, null]);
  return Number(Buffer.concat(chunks).toString());
};

test('memory does not grow with the rows', async () => {
  const [few, many] = [await memoryOf(2_000), await memoryOf(30_000)];
  expect(many - few).toBeLessThan(20);
  expect(many).toBeLessThan(100);
}, 120_000);

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;

test.skipIf(!hasLibreOffice)(
  'LibreOffice reads texts, numbers and dates (it must be installed)',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'xlsx-'));
    try {
      const columns = (['string', 'number', 'date'] as const).map((dataType) => ({ header: dataType, dataType }));
      async function* pages() {
        yield [['01067', '-1234.50', '1984-08-12']];
        yield [['=1+1', '7', null]];
      }
      const chunks: Buffer[] = [];
      for await (const chunk of zipArchive(xlsxFiles('Kunden', columns, pages()), new Date())) chunks.push(chunk);
      await writeFile(path.join(folder, 'a.xlsx'), Buffer.concat(chunks));
      // The profile is of this test alone, so that another one that runs does not matter.
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      spawnSync('soffice', [profile, '--headless', '--convert-to', 'csv', '--outdir', folder, 'a.xlsx'], {
        cwd: folder,
      });
      const [header, first, second] = (await readFile(path.join(folder, 'a.csv'), 'utf8')).split(/\r?\n/);
      expect([header, second]).toEqual(['string,number,date', '=1+1,7,']);
      expect(first).toMatch(/^01067,-1234[.,]5,.*(84|1984)/);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  120_000,
);
