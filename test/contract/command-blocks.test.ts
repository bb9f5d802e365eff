/** Command blocks of the documentation: SQL is run, commands of the service name what exists. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { stepsOf } from '../../src/db/migrations/migration-files.ts';
import { setUpService } from '../support/fixture.ts';

const ROOT = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

interface Block {
  readonly page: string;
  readonly text: string;
}
const blocksOf = (language: string): readonly Block[] =>
  pages.flatMap((page) =>
    [...readFileSync(new URL(page, ROOT), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
      ([, name, text = '']) => (name === language ? [{ page, text }] : []),
    ),
  );

/** SQL that cannot be run here, by a part of its text, with the reason. */
const NOT_RUN: readonly (readonly [string, string])[] = [
  ['citus_', 'needs the nodes of a cluster; test/cluster does the same'],
];

const { service } = setUpService();

describe('SQL of', () => {
  const own = `docs_${process.pid}`;
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(service.connection);
    await client.connect();
  });
  afterAll(async () => {
    await client.query(`drop database if exists ${own}`);
    for (const role of ['owner', 'service', 'reports']) await client.query(`drop role if exists ${own}_${role}`);
    await client.end();
  });

  test.each(
    blocksOf('sql').filter(({ text }) => !NOT_RUN.some(([part]) => text.includes(part))),
  )('$page: $text', async ({ text }) => {
    // Names of its own, because roles belong to all databases of the server.
    const renamed = text.replaceAll(/--.*/g, '').replaceAll(/\bcrm(_owner|_service|_reports)?\b/g, `${own}$1`);
    await client.query(`drop database if exists ${own}`);
    for (const role of ['owner', 'service', 'reports']) await client.query(`drop role if exists ${own}_${role}`);
    for (const step of stepsOf(renamed)) if ('sql' in step) await client.query(step.sql);
  });
});

describe('commands of the service', () => {
  /** The words after `broker-crm`, without comments and redirections. */
  const lines = blocksOf('sh').flatMap(({ page, text }) =>
    [
      ...text
        .replaceAll('\\\n', ' ')
        .matchAll(
          /^(?:[A-Z_]+=\S+ |npx )*(?:broker-crm|node bin\/broker-crm\.js|node --import tsx src\/main\.ts) ([^\n#>|&]+)/gm,
        ),
    ].map(([, line = '']) => ({ page, words: line.trim().split(/\s+/) })),
  );

  test('exist with their options', async () => {
    const program = await buildProgram({}, async () => undefined);
    const faults = lines.flatMap(({ page, words }) => {
      let command: Command = program;
      for (const word of words) {
        const child: Command | undefined = command.commands.find((one) => one.name() === word);
        if (!child) break;
        command = child;
      }
      const unknown = words.filter(
        (word) =>
          word.startsWith('--') &&
          word !== '--help' &&
          !command.options.some(({ long }) => long === word.split('=')[0]),
      );
      const isKnown = command !== program || words[0] === 'help' || words[0]?.startsWith('-');
      return isKnown &&
        !(command.commands.length && !command.registeredArguments.length && command !== program) &&
        !unknown.length
        ? []
        : [`${page}: ${words.join(' ')}`];
    });
    expect(faults).toEqual([]);
    expect(lines.length).toBeGreaterThan(20);
  });

  test('of npm are scripts', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
    const named = blocksOf('sh').flatMap(({ page, text }) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => ({ page, name })),
    );
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });
});
