/** Debian programs with the configurations of docs: the recommended configuration is the tested one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './folder.ts';
import { firstProgram } from './programs.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/**
 * Starts a program with a file of docs, in which addresses and paths are replaced by those of a test.
 * @param args its arguments, by the folder with the file, which is its own
 * @param others further files of docs for the same folder
 * @throws where the file does not contain a text to be replaced
 */
export const startExample = async (
  program: string,
  file: string,
  replaced: Readonly<Record<string, string>>,
  args: (folder: string) => readonly string[],
  others: readonly string[] = [],
): Promise<{ readonly output: () => string; stop(): Promise<void> }> => {
  const folder = await makeFolder(program);
  let text = await readFile(join(DOCS, file), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  await writeFile(join(folder, basename(file)), text);
  for (const other of others) await writeFile(join(folder, basename(other)), await readFile(join(DOCS, other)));
  const child: ChildProcess = spawn(firstProgram(program) ?? '', args(folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
