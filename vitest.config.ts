import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // One more than cores: many tests wait for timers, processes or browsers.
    maxWorkers: 3,
    // Files share their modules: each has a database and a service of its own, and reading the sources anew takes longer
    // than most of them.
    isolate: false,
    // A busy machine is slow; what hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
