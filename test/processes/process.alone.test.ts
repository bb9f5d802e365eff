/** Tests of whole processes rely on ports that stay free and on output that is complete at the end. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort, startProgram } from '../support/process.ts';

test('a port is returned once and is not an ephemeral port', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
  expect(Math.min(...ports)).toBeGreaterThan(1023);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('the last output of a process and its children is complete once it has ended', async () => {
  const folder = await makeFolder('prints-last');
  const program = join(folder, 'program.mjs');
  const last = "setTimeout(() => console.error('the last line'), 500)";
  await writeFile(
    program,
    `import { spawn } from 'node:child_process';
    process.once('SIGTERM', () => {
      spawn(process.execPath, ['-e', ${JSON.stringify(last)}], { stdio: 'inherit' });
      process.exit(3);
    });
    setInterval(() => undefined, 1000);
    console.log('listens on http://nowhere');`,
  );
  const running = await startProgram({}, { program });
  expect(await running.end('SIGTERM')).toBe(3);
  expect(running.output.stderr).toBe('the last line\n');
  await rm(folder, { recursive: true });
});
