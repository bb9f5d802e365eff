/** Debian's HAProxy with the configurations of docs/examples: `apt-get install haproxy`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './folder.ts';
import { firstProgram } from './programs.ts';

const EXAMPLES = fileURLToPath(new URL('../../docs/examples/', import.meta.url));

/**
 * Starts it with an example, whose addresses give way to those of a test.
 * @throws where the example does not have one of them
 */
export const startHaproxy = async (
  example: string,
  addresses: Readonly<Record<string, string>>,
): Promise<{ stop(): Promise<void> }> => {
  const folder = await makeFolder('haproxy');
  const file = join(folder, 'haproxy.cfg');
  let text = await readFile(join(EXAMPLES, example), 'utf8');
  for (const [from, to] of Object.entries(addresses)) {
    if (!text.includes(` ${from}\n`)) throw new Error(`${example} has no ${from}`);
    text = text.replace(` ${from}\n`, ` ${to}\n`);
  }
  await writeFile(file, text);
  const child: ChildProcess = spawn(firstProgram('haproxy') ?? '', ['-db', '-f', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
