/** Small files that others read meanwhile are there whole, and nothing stays beside them. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWhole } from '../../src/files/write-whole.ts';
import { makeFolder } from '../support/folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('whole');
});
afterAll(() => rm(folder, { recursive: true }));

test('of writers at once each reader finds one text, and in the end there is one file', async () => {
  const place = join(folder, 'notes');
  await mkdir(place);
  const file = join(place, 'note.json');
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000));
  await writeWhole(file, texts[0] ?? '');
  const written = Promise.all(texts.map((text) => writeWhole(file, text)));
  for (let i = 0; i < 20; i += 1) expect(texts.includes(await readFile(file, 'utf8'))).toBe(true);
  await written;
  expect(await readdir(place)).toEqual(['note.json']);
});

test('what cannot be written leaves nothing aside', async () => {
  const place = join(folder, 'taken');
  await mkdir(join(place, 'note.json'), { recursive: true });
  await expect(writeWhole(join(place, 'note.json'), 'x')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(place)).toEqual(['note.json']);
});
