#!/usr/bin/env node
/**
 * All checks of the project in one command, cheapest first; the slowest run in parallel with the others. A check that
 * passes prints one line, one that fails its output; the last line adds up checks and tests: `N passed, N failed`.
 *
 *   npm run check                every change has to pass these; at most 25 minutes on two slow cores
 *   npm run check -- --all       everything, before a release
 *   npm run check -- lint types  only these
 *   npm run check -- --help      lists the checks; runs nothing
 *   --install                    begins with `npm ci`, as a newcomer does (used by .ci/run)
 *   --citus=URL                  the capabilities on a cluster too, whose coordinator this is (used by .ci/run)
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** A slip in a word ends here: everything takes an hour. By Node.js alone: where `npm ci` is the first check, no package is there. */
const asked = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        install: { type: 'boolean' },
        citus: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    console.error(`${error.message.split('. ')[0]}. npm run check -- --help names what there is.`);
    return process.exit(2);
  }
};
const { values: options, positionals: names } = asked();
const { citus, all = false } = options;
if (citus === '') {
  console.error('--citus names the database of a coordinator: postgres://user@host:port/database.');
  process.exit(2);
}

const FUZZ_REQUESTS = all ? '10000' : '1500';
const KILLS = all ? '15' : '3';

const scratch = mkdtempSync(path.join(tmpdir(), 'broker-crm-check-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const reportOf = (name) => path.join(scratch, `${name}.json`);
/** Lines of each failed test that are repeated at the end, since a long log may be cut to its last lines. */
const LINES_OF_A_FAILURE = 12;
/** Characters at the end of a check's output that are stored. */
const MOST_OUTPUT = 1_000_000;
/** Last lines that are repeated where a run failed but none of its tests did: an uncaught error. */
const LINES_OF_A_RUN = 40;
const reported = (name) => ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
const tool = (file, ...args) => [process.execPath, [path.join('node_modules', file), ...args]];
const npm = (...args) => [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];

/** Each capability of a cluster once. */
const CLUSTER_CAPABILITIES = [
  ...['owner', 'placement', 'plans', 'delete-organisation'].map((name) => `test/cluster/${name}.test.ts`),
  'test/db/database.test.ts',
  'test/mechanism/records.test.ts',
  'test/access/authenticate.test.ts',
  'test/webhooks/webhooks.slow.test.ts',
  'test/settings/sso.slow.test.ts',
  ...['customers', 'documents', 'idempotency', 'messages', 'own-customers', 'rules-events', 'search', 'unmerge'].map(
    (name) => `test/api/${name}.test.ts`,
  ),
];
/** Tests on a cluster before a release. */
const ON_CLUSTER = [
  'test/cluster/',
  'test/db/',
  'test/mechanism/records.test.ts',
  'test/contract/every-route.test.ts',
  'test/cli/every-command.slow.test.ts',
  'test/webhooks/webhooks.slow.test.ts',
  ...['authenticate', 'organisations', 'failed-authentications'].map((name) => `test/access/${name}.test.ts`),
  ...['login', 'relation-types'].map((name) => `test/settings/${name}.test.ts`),
  ...'customers records documents folders-inbox fields idempotency rules-events rules-limits search stale-grams'
    .split(' ')
    .map((name) => `test/api/${name}.test.ts`),
];

/**
 * Name, title and command. `live` prints the output while the check runs; `beside` starts the next checks without
 * waiting for this one.
 */
const checks = [
  { name: 'install', title: 'npm ci', command: npm('ci'), live: true, onlyWith: 'install' },
  {
    name: 'declarations',
    title: 'labels, migrations and event names of all declarations (scripts/check-declarations.js)',
    command: [process.execPath, ['scripts/check-declarations.js']],
  },
  {
    name: 'openapi',
    title: 'OpenAPI by the rules of Redocly (with --all of Spectral too)',
    command: [process.execPath, ['scripts/lint-openapi.js', ...(all ? ['--all'] : [])]],
    beside: true,
  },
  {
    name: 'lint',
    title: 'format, lint and import rule (biome)',
    command: tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  },
  {
    name: 'unused',
    title: 'no unused file, export or dependency (knip)',
    command: tool('knip/bin/knip.js'),
  },
  {
    name: 'types',
    title: 'types of the sources (tsc)',
    command: tool('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'),
  },
  {
    name: 'web-types',
    title: 'types of the settings UI (tsc)',
    command: tool('typescript/bin/tsc', '-p', 'web'),
  },
  {
    name: 'test-types',
    title: 'types of the tests (tsc)',
    command: tool('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.test.json'),
  },
  {
    name: 'generated',
    title: 'generated files are fresh',
    command: [process.execPath, ['scripts/generate.js', '--check']],
  },
  {
    name: 'words',
    title: 'avoided words become fewer (scripts/check-words.js)',
    command: [process.execPath, ['scripts/check-words.js']],
  },
  {
    name: 'patterns',
    title: 'every regular expression runs in linear time (recheck)',
    command: [process.execPath, ['scripts/check-patterns.js', ...(all ? ['--all'] : [])]],
  },
  {
    name: 'tests',
    title: 'tests (npm test)',
    command: npm('test', '--', ...reported('tests')),
    live: true,
    counts: true,
  },
  {
    name: 'slow',
    title: 'the whole service keeps its promises: killed, browsed, packed (npm run test:slow)',
    command: npm('run', 'test:slow', '--', ...reported('slow')),
    live: true,
    counts: true,
  },
  {
    name: 'whole',
    title: 'the other tests of the whole service: killed, browsed, packed (npm run test:whole)',
    command: npm('run', 'test:whole', '--', ...reported('whole')),
    live: true,
    counts: true,
    onlyWith: 'all',
  },
  {
    name: 'processes',
    title: 'many processes behind PgBouncer and HAProxy, a standby, what must not take long (npm run test:processes)',
    command: npm('run', 'test:processes', '--', ...reported('processes')),
    live: true,
    counts: true,
    onlyWith: 'all',
    tries: { pgbouncer: 'pgbouncer', haproxy: 'haproxy', '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15' },
  },
  {
    name: 'attacks',
    title: 'named attacks, each measured (npm run test:attacks)',
    command: npm('run', 'test:attacks', '--', ...reported('attacks')),
    live: true,
    counts: true,
    onlyWith: 'all',
  },
  {
    name: 'cluster',
    title: 'a Citus cluster: each capability once (npm run test:cluster has all)',
    command: npm('run', 'test:cluster', '--', ...(all ? ON_CLUSTER : CLUSTER_CAPABILITIES), ...reported('cluster')),
    env: { TEST_CITUS_URL: citus },
    onlyWith: 'citus',
    counts: true,
    beside: true,
  },
  {
    name: 'fuzz',
    title: `no request breaks a promise: ${FUZZ_REQUESTS} of all kinds (npm run fuzz)`,
    command: npm('run', 'fuzz', '--', '--seed', '14', '--requests', FUZZ_REQUESTS),
    live: true,
  },
  {
    name: 'crash',
    title: `${KILLS} kills under load (npm run test:crash)`,
    command: npm('run', 'test:crash', '--', '--kills', KILLS),
  },
];

/** Packages of programs that are not installed here, so that a check skips the part that needs them. */
const leftOut = (tries = {}) =>
  Object.entries(tries).flatMap(([program, from]) => {
    const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(path.delimiter)];
    return folders.some((folder) => existsSync(path.resolve(folder, program))) ? [] : [from];
  });

/** Runs a command, and passes its output on where it is `live`; resolves to its exit code and its output's end. */
const run = ({ command: [command, args], live, env }) =>
  new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: root,
      // One seed, so that a failure means a change.
      env: { PROPERTY_SEED: '14', ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const from of ['stdout', 'stderr']) {
      child[from].setEncoding('utf8').on('data', (text) => {
        if (live) process[from].write(text);
        output = (output + text).slice(-MOST_OUTPUT);
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

/**
 * Counts of the test run, and what failed: file, test, and the first lines of why. A file that could not be loaded holds
 * no tests and still is a failure.
 */
const countTests = async (name) => {
  const report = await readFile(reportOf(name), 'utf8').then(JSON.parse, () => undefined);
  if (!report) return { passed: 0, failed: 1, skipped: 0, messages: [] };
  const messages = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && !tests.length)
      tests.push({ fullName: 'the file', failureMessages: [file.message] });
    return tests.map((test) => {
      const why = test.failureMessages.join('\n').trimEnd().split('\n').slice(0, LINES_OF_A_FAILURE);
      return [`${path.relative(root, file.name)} > ${test.fullName}`, ...why].join('\n    ');
    });
  });
  return {
    passed: report.numPassedTests,
    failed: messages.length,
    skipped: report.numPendingTests + report.numTodoTests,
    messages,
  };
};

if (options.help) {
  console.log('npm run check runs all of these, npm run check -- NAME ... only those that are named:\n');
  for (const { name, title, onlyWith } of checks)
    console.log(`  ${name.padEnd(12)}${title}${onlyWith ? `; only with --${onlyWith}` : ''}`);
  process.exit();
}
const unknown = names.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length) {
  console.error(`Unknown check ${unknown.join(', ')}. There are: ${checks.map((check) => check.name).join(', ')}.`);
  process.exit(2);
}
const lacking = checks.find(({ name, onlyWith }) => onlyWith && names.includes(name) && !options[onlyWith]);
if (lacking) {
  console.error(`${lacking.name} runs only with --${lacking.onlyWith}.`);
  process.exit(2);
}

const failures = [];
const failedTests = [];
let passed = 0;
let failed = 0;

/** Runs a check and adds its result to the counts. @returns whether it passed */
const take = async (check) => {
  const { name, title, live, counts } = check;
  if (live) console.log(`… ${title}`);
  const start = performance.now();
  const { code, output } = await run(check);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`);
  if (code !== 0) {
    failures.push(name);
    if (output && !live) console.log(output.trimEnd().replace(/^/gm, '    '));
  }
  if (!counts) {
    if (code === 0) passed += 1;
    else failed += 1;
    return code === 0;
  }
  const tests = await countTests(name);
  passed += tests.passed;
  // The run itself can fail without a failing test (an unhandled rejection): it must not count as nothing.
  failed += code !== 0 && tests.failed === 0 ? 1 : tests.failed;
  failedTests.push(...tests.messages);
  if (code !== 0 && !tests.messages.length)
    failedTests.push(
      [`${title}, outside of its tests`, ...output.trimEnd().split('\n').slice(-LINES_OF_A_RUN)].join('\n    '),
    );
  if (tests.skipped) console.log(`  ${tests.skipped} tests skipped`);
  return code === 0;
};

const notTried = [];
const beside = [];
for (const check of checks) {
  const { name, onlyWith, tries } = check;
  if (onlyWith ? !options[onlyWith] : names.length && !names.includes(name)) continue;
  notTried.push(...leftOut(tries));
  const taken = take(check);
  if (check.beside) beside.push(taken);
  else if (!(await taken) && name === 'install') break;
}
await Promise.all(beside);

for (const test of failedTests) console.log(`\n✗ ${test}`);
if (failures.length) console.log(`\nFailed: ${failures.join(', ')}`);
if (notTried.length) console.log(`Not tried, because it is not installed: ${notTried.join(', ')}`);
if (!names.length)
  console.log(
    citus
      ? 'Not tried on Citus: what `npm run test:cluster` has beyond the files that scripts/check.js names'
      : 'Not tried, because there is no cluster: Citus',
  );
if (!names.length && !all)
  console.log('Left to `npm run check -- --all`: test:whole, test:processes, test:attacks, more fuzzing and kills');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
