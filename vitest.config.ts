import { defineConfig } from 'vitest/config';

/**
 * Tests that start, kill or browse a whole service, send it many bytes, or wait for what takes its time: minutes, where the
 * others take seconds.
 */
const WHOLE = [
  'test/access/budget.test.ts',
  'test/api/{changes-waiting,document-bytes,too-large-answers}.test.ts',
  'test/files/**',
  'test/http/{probes,unread-answers}.test.ts',
  'test/{lifecycle,upgrade}.test.ts',
  'test/described/**',
  'test/settings/{based-on,noted-ways}.test.ts',
  'test/webhooks/worker.test.ts',
  'test/faults/**',
  'test/replica/**',
  'test/web/**',
  'test/cli/{every-command,files-inbox,webhooks}.test.ts',
  'test/sdk/{generators,package,retry}.test.ts',
  'test/queries/polling.test.ts',
  'test/fuzz.test.ts',
];
/**
 * Those whose tests take more than a third of a second each where two slow cores do nothing else, and seconds together:
 * half of the time for a tenth of the tests. What tells whoever adds a field or a kind what is missing is not among them.
 */
const SLOW = [
  'test/access/failed-authentications.test.ts',
  'test/api/{batches,changes,delete-organisation}.test.ts',
  'test/api/{far-pages,fields,folder-bounds,folders-inbox,idempotency,long-pages}.test.ts',
  'test/api/{renamed-values,required-fields,search-large,search-packed,search-rebuild,settings-bounds}.test.ts',
  'test/api/{side-by-side,stale-grams,swept-uploads,webhooks}.test.ts',
  'test/cli/{fields,users,ways-out}.test.ts',
  'test/db/{connection-failure,left-over,migrations,server-log}.test.ts',
  'test/derive/sample-records.test.ts',
  'test/http/{access-meanwhile,cross-origin,long-reads,metrics,bulkhead,pipelines}.test.ts',
  'test/http/{reads-at-once,refused-bodies}.test.ts',
  'test/{patterns,properties}.test.ts',
  'test/queries/{differential,many-left,no-statistics}.test.ts',
  'test/sdk/webhooks.test.ts',
  'test/secrets/at-rest.test.ts',
  'test/settings/{account,administration,administrators,attempts,forgotten,held-proof}.test.ts',
  'test/settings/{lists,login,organisation,relation-types,tell-expiry,tokens}.test.ts',
  'test/webhooks/{rules,webhooks}.test.ts',
];
/** Pure functions and the repository's own rules: no database, no service. */
const UNIT = [
  'test/access/{ip-addresses,password-rules,pure,scopes,user-rate-limit}.test.ts',
  'test/backup/encryption.test.ts',
  'test/cli/{end-late,keep-tidy,refusal}.test.ts',
  'test/crash/plan.test.ts',
  'test/db/{database-errors,embedded-places,key-ring,overlaid}.test.ts',
  'test/derive/{openapi-names,openapi-values,search-text}.test.ts',
  'test/files/{decode-base64,encode-base64,write-whole}.test.ts',
  'test/http/file-names.test.ts',
  'test/model/**/*.test.ts',
  'test/{citations,declared-names,languages,limits,operating,said-again,security-document,sql,within}.test.ts',
];
/**
 * What of the whole-service tests guards a promise (docs/rules.md, SECURITY.md), with ten journeys in a browser: part of
 * every check. The others run with `npm run check -- --all`, before a release.
 */
const PROMISES = [
  'test/access/{budget,failed-authentications}.test.ts',
  'test/api/{batches,changes,fields,folders-inbox,idempotency,required-fields,search-rebuild,webhooks}.test.ts',
  'test/cli/{every-command,files-inbox,users,webhooks}.test.ts',
  'test/db/{connection-failure,migrations}.test.ts',
  'test/faults/{backup,deliveries,first-start,npm-start,package,recover,secrets,service,uploads,watched}.test.ts',
  'test/files/stores.test.ts',
  'test/http/{access-meanwhile,cross-origin,long-reads,metrics,refused-bodies,unread-answers,bulkhead}.test.ts',
  'test/{lifecycle,properties,upgrade}.test.ts',
  'test/queries/differential.test.ts',
  'test/replica/replica.test.ts',
  'test/sdk/{retry,webhooks}.test.ts',
  'test/secrets/at-rest.test.ts',
  'test/settings/{account,administrators,attempts,based-on,forgotten,held-proof,login,noted-ways,organisation,tokens}.test.ts',
  'test/web/{inbox,login,master-data,navigation,pages,phone,reference,tokens,unsaved,webhooks}.test.ts',
  'test/webhooks/{rules,webhooks,worker}.test.ts',
];
/** Many processes, poolers, balancers and standbys, and what must not take long: one file at a time, with the whole machine. */
const ALONE = [
  'test/processes/**/*.test.ts',
  'test/api/{document-base64,merge}.test.ts',
  'test/http/open-pages.test.ts',
  'test/queries/rules.test.ts',
  'test/settings/{audit,inbox-text}.test.ts',
];
/** Attacks are measured on a machine that does nothing else: they run alone. */
const MEASURED = ['test/attacks.test.ts'];
/** What asks the service over HTTP: on a cluster too, which TEST_CITUS_URL names. */
const ON_CLUSTER = [
  'test/{access,api,cluster,settings,webhooks}/**/*.test.ts',
  'test/cli/{every-command,refusals,reporting,users,webhooks}.test.ts',
  'test/{cross-tenant,every-error,every-route,lifecycle,mechanism,properties,tutorial}.test.ts',
  'test/db/{database,service-role}.test.ts',
];
const ALL = 'test/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/collect.ts'],
    pool: 'forks',
    // One more than cores: many tests wait for timers, processes or browsers.
    maxWorkers: 3,
    // Files share their modules: each has a database and a service of its own, and reading the sources anew takes longer
    // than most of them.
    isolate: false,
    // A busy machine is slow; what hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: [ALL],
          // Tools that some tests install bring tests of their own.
          exclude: [...UNIT, ...WHOLE, ...SLOW, ...MEASURED, ...ALONE, 'test/cluster/**', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: { name: 'promises', include: PROMISES },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: [...WHOLE.map((path) => path.replace('**', '**/*.test.ts')), ...SLOW],
          exclude: [...UNIT, ...PROMISES, '**/node_modules/**'],
        },
      },
      {
        test: { name: 'unit', include: UNIT, isolate: false, pool: 'forks', maxWorkers: 3, testTimeout: 120_000 },
      },
      { extends: true, test: { name: 'cluster', include: ON_CLUSTER } },
      { extends: true, test: { name: 'processes', include: ALONE } },
      { extends: true, test: { name: 'attacks', include: MEASURED } },
    ],
  },
});
