/** Atomic writes: concurrent readers see a whole file, and no temporary file is left. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAtomically } from '../../../src/filesystem/atomic-write.ts';
import { makeFolder } from '../../support/folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('whole');
});
afterAll(() => rm(folder, { recursive: true }));

test('with concurrent writers each reader finds one complete text, and one file is left', async () => {
  const place = join(folder, 'notes');
  await mkdir(place);
  const file = join(place, 'note.json');
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000));
  await writeAtomically(file, texts[0] ?? '');
  const written = Promise.all(texts.map((text) => writeAtomically(file, text)));
  for (let i = 0; i < 20; i += 1) expect(texts.includes(await readFile(file, 'utf8'))).toBe(true);
  await written;
  expect(await readdir(place)).toEqual(['note.json']);
});

test('a failed write leaves no temporary file', async () => {
  const place = join(folder, 'taken');
  await mkdir(join(place, 'note.json'), { recursive: true });
  await expect(writeAtomically(join(place, 'note.json'), 'x')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(place)).toEqual(['note.json']);
});
