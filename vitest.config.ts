import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/**
 * A test file says by its name when it runs (CONTRIBUTING.md):
 *
 * - `x.test.ts` with `npm test`, after each change;
 * - `x.slow.test.ts` with `npm run test:slow`, in every check: it takes more than a third of a second a test, or guards a promise of the
 *   whole service (docs/rules.md, SECURITY.md);
 * - `x.whole.test.ts` with `npm run test:whole`, before a release: it starts, kills or browses a whole service, or waits;
 * - `x.alone.test.ts` with `npm run test:processes`: many processes, or a bound that needs the whole machine; one file at a time;
 * - `x.measured.test.ts` with `npm run test:attacks`: measured, on a machine that does nothing else.
 */
const TIERS = ['slow', 'whole', 'alone', 'measured'];
const of = (tier: string): string => `test/**/*.${tier}.test.ts`;
/** Tools that some tests install bring tests of their own. */
const NOT_OURS = '**/node_modules/**';
/** Pure functions and the repository's own rules: no database, no service. */
const UNIT = 'test/{unit,conventions}/**/*.test.ts';
/** Tests that call the service over HTTP: also run on the cluster of TEST_CITUS_URL. */
const ON_CLUSTER = [
  'test/{access,api,cluster,settings,webhooks}/**/*.test.ts',
  'test/cli/{every-command,refusals,reporting,users,webhooks}*.test.ts',
  'test/contract/{cross-tenant,every-error,every-route,lifecycle,properties,tutorial}*.test.ts',
  'test/mechanism/records.test.ts',
  'test/db/{database,service-role}*.test.ts',
];

const COMMON = {
  pool: 'forks',
  // One more than cores: many tests wait for timers, processes or browsers.
  maxWorkers: 3,
  // Files share their modules: each has a database and a service of its own, and loading the sources again takes
  // longer than most of them.
  isolate: false,
  // A busy machine is slow; a test that hangs is still found.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: ['test/support/property-seed.ts'],
} as const;

/** Files that share one PostgreSQL, which is started for them. */
const withDatabase = (name: string, include: string[], exclude: string[] = []): TestProjectConfiguration => ({
  test: {
    ...COMMON,
    name,
    include,
    exclude: [...exclude, NOT_OURS],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: [...COMMON.setupFiles, 'test/support/collect.ts'],
    expect: { poll: { timeout: 60_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      withDatabase('api', ['test/**/*.test.ts'], [UNIT, ...TIERS.map(of), 'test/cluster/**']),
      withDatabase('slow', [of('slow')]),
      withDatabase('whole', [of('whole')]),
      withDatabase('processes', [of('alone')]),
      withDatabase('attacks', [of('measured')]),
      { test: { ...COMMON, name: 'unit', include: [UNIT], exclude: [...TIERS.map(of), NOT_OURS] } },
      // Files of the other projects on a cluster: only where it is named, or there is one.
      ...(process.env.TEST_CITUS_URL || process.argv.includes('cluster') ? [withDatabase('cluster', ON_CLUSTER)] : []),
    ],
  },
});
