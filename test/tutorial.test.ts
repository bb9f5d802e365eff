/** Every block of docs/tutorial.md is run in a shell, in its order, and answers what the page shows. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseUrl } from './support/postgres.ts';
import { PROGRAM } from './support/process.ts';
import { SECRETS_KEY } from './support/secrets-key.ts';
import { type Organisation, startTestService, type TestService } from './support/service.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/tutorial.md`, 'utf8');

interface Block {
  readonly heading: string;
  readonly commands: string;
  /** The block below it: what its last command answers. */
  readonly shown?: { readonly language: string; readonly text: string };
}

/** Blocks of commands, each with the answer that stands below it. */
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

const blocks = blocksOf(PAGE);
const MARK = '=== next block ===';

/** Runs all blocks in one shell. @returns what each printed */
const run = (env: Record<string, string>): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-eu'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
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

/** Fields that hold the number of a record: any number, but the same one wherever the page shows the same. */
const NUMBER = /^(id|kid|vid|schaden|nummer|kid_beziehung|record_id|(owner|foreign)_id)$/;
const numbers = new Map<string, unknown>();

/** What the page shows, with its numbers of records replaced by those that they stand for. */
const expected = (shown: unknown, real: unknown, name = ''): unknown => {
  if (NUMBER.test(name) && /^\d+$/.test(String(shown))) {
    if (!numbers.has(String(shown))) numbers.set(String(shown), Number(real));
    const number = numbers.get(String(shown));
    return typeof shown === 'string' ? String(number) : number;
  }
  if (Array.isArray(shown)) {
    return shown.map((item, i) => expected(item, Array.isArray(real) ? real[i] : undefined, name));
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const other = (real ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, expected(value, other[key], key)]));
};

let service: TestService;
let organisation: Organisation;
let printed: readonly string[] = [];

beforeAll(async () => {
  service = await startTestService();
  organisation = await service.organisation();
  printed = await run({
    BASE: service.address,
    TOKEN: (await organisation.client()).token,
    ORG: String(organisation.orgId),
    CRM: `node ${PROGRAM}`,
    DATABASE_URL: databaseUrl(service.connection),
    SECRETS_KEY,
  });
}, 120_000);
afterAll(() => service.stop());

test('the page has its blocks', () => {
  expect(blocks.length).toBeGreaterThan(15);
  expect(blocks.filter(({ shown }) => shown).length).toBeGreaterThan(12);
});

describe('answers as shown', () => {
  test.each(blocks.map((block, i) => ({ ...block, i })))('$i $heading', ({ i, shown }) => {
    const lines = (printed[i] ?? '').trimEnd().split('\n');
    if (!shown) return expect(printed[i]).toBe('');
    if (shown.language === 'text') return expect(`${lines.at(-1)}\n`).toBe(shown.text);
    // The operator's command prints its JSON over several lines; a call's answer is one.
    const text = lines[0]?.startsWith('[') ? lines.join('\n') : (lines.at(-1) ?? '');
    const real: unknown = JSON.parse(text);
    expect(real).toMatchObject(expected(JSON.parse(shown.text), real) as object);
  });

  test('and none is an error that the page does not show', () => {
    const errors = printed.join('').match(/"statusCode":\d+/g) ?? [];
    expect(errors).toEqual(PAGE.match(/"statusCode": \d+/g)?.map((text) => text.replace(' ', '')));
  });
});
