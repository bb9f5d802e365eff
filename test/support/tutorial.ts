/** Every block of docs/tutorial.md, run in a shell, in its order. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { databaseUrl } from './postgres.ts';
import { PROGRAM } from './process.ts';
import { SECRETS_KEY } from './secrets-key.ts';
import type { Organisation, TestService } from './service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const PAGE = readFileSync(`${ROOT}docs/tutorial.md`, 'utf8');

/** Commands of the page. */
interface Block {
  readonly heading: string;
  readonly commands: string;
  /** The block below it: the response of its last command. */
  readonly shown?: { readonly language: string; readonly text: string };
}

/** Blocks of commands, each with the response below it. */
const blocksOf = (page: string): Block[] => {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, language = '', text = ''] of page.matchAll(/^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const last = blocks.at(-1);
    if (title) heading = title;
    else if (language === 'sh') blocks.push({ heading, commands: text });
    else if (last) blocks[blocks.length - 1] = { ...last, shown: { language, text } };
  }
  return blocks;
};

export const blocks = blocksOf(PAGE);
const MARK = '=== next block ===';

/** Runs all blocks in one shell, for an organisation and against an address. @returns their outputs */
export const runTutorial = async (
  service: TestService,
  of: Organisation,
  address = service.address,
): Promise<string[]> => {
  const env = {
    PATH: process.env.PATH ?? '',
    BASE: address,
    TOKEN: (await of.client()).token,
    ORG: String(of.orgId),
    CRM: `node ${PROGRAM}`,
    DATABASE_URL: databaseUrl(service.connection),
    SECRETS_KEY,
  };
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-eu'], { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    shell.stdout.on('data', (data: Buffer) => (output.stdout += data));
    shell.stderr.on('data', (data: Buffer) => (output.stderr += data));
    shell.once('error', reject);
    shell.once('close', (code) => {
      if (code === 0) resolve(output.stdout.split(`${MARK}\n`).slice(0, -1));
      else reject(new Error(`The tutorial ended with ${code}: ${output.stderr}${output.stdout}`));
    });
    shell.stdin.end(blocks.map(({ commands }) => `${commands}echo '${MARK}'\n`).join(''));
  });
};
