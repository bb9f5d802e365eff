import { defineConfig } from 'vitest/config';

/** Tests of minutes: they start, kill or browse a whole service, send many bytes, or wait. */
const WHOLE = [
  'test/access/budget.test.ts',
  'test/api/{changes-long-poll,document-bytes,too-large-responses}.test.ts',
  'test/files/**',
  'test/http/{probes,unread-responses}.test.ts',
  'test/{contract/lifecycle,upgrade/upgrade}.test.ts',
  'test/openapi-conformance/**',
  'test/settings/{optimistic-lock,audited-routes}.test.ts',
  'test/webhooks/worker.test.ts',
  'test/fault-injection/**',
  'test/replica/**',
  'test/browser/**',
  'test/cli/{every-command,files-inbox,webhooks}.test.ts',
  'test/sdk/{generators,package,retry}.test.ts',
  'test/queries/polling.test.ts',
  'test/fuzz/fuzz.test.ts',
];
/**
 * Tests of more than a third of a second each on two idle slow cores: half of the time for a tenth of the tests. Tests that
 * name missing places of a new field or record kind are not among them.
 */
const SLOW = [
  'test/access/failed-authentications.test.ts',
  'test/api/{batches,changes,delete-organisation}.test.ts',
  'test/api/{deep-pages,fields,folder-bounds,folders-inbox,idempotency,long-pages}.test.ts',
  'test/api/{renamed-values,required-fields,search-large,search-rebuild,settings-bounds}.test.ts',
  'test/api/{document-content,imports-excel,imports-gdv,privacy,privacy-erasure,erasure-canaries,search-text-version}.test.ts',
  'test/api/{concurrent-writes,trigram-updates,upload-garbage-collection,webhooks}.test.ts',
  'test/api/{bulk,counts,exports,form-upload,privacy-export,restore}.test.ts',
  'test/cli/{config,doctor,error-hints,fields,org-export,users}.test.ts',
  'test/db/{connection-failure,stale-server,migrations,search-rebuild,server-log,service-role}.test.ts',
  'test/api/sample-records.test.ts',
  'test/http/{reauthorize,cross-origin,long-reads,metrics,bulkhead,pipelines}.test.ts',
  'test/http/{compress,expect-continue,large-uploads,reads-at-once,refused-bodies}.test.ts',
  'test/{conventions/contributing,conventions/patterns,contract/cross-tenant,contract/properties,contract/tutorial}.test.ts',
  'test/queries/{differential,many-left,no-statistics}.test.ts',
  'test/sdk/{upload,webhooks}.test.ts',
  'test/secrets/at-rest.test.ts',
  'test/settings/{account,administration,administrators,login-throttle,password-reset,reauth-locking}.test.ts',
  'test/settings/{lists,login,organisation,relation-types,request-log,roles,token-expiry-mails,tokens}.test.ts',
  'test/webhooks/{rules,webhooks}.test.ts',
];
/** Reads files in a process of its own, which takes seconds each. */
const EXCEL = 'test/unit/formats/xlsx.test.ts';
/** Pure functions and the repository's own rules: no database, no service. */
const UNIT = [
  'test/unit/**/*.test.ts',
  'test/conventions/{citations,declared-names,languages,operating,security-document}.test.ts',
  'test/contract/limits.test.ts',
];
/**
 * Whole-service tests that guard a promise (docs/rules.md, SECURITY.md) and the usual journeys in a browser: part of every check.
 * The others run with `npm run check -- --all`, before a release.
 */
const PROMISES = [
  'test/access/{budget,failed-authentications}.test.ts',
  'test/api/{batches,changes,fields,folders-inbox,idempotency,required-fields,search-rebuild,webhooks}.test.ts',
  'test/api/{document-content,imports-excel,imports-gdv,privacy,privacy-erasure,erasure-canaries,search-text-version}.test.ts',
  'test/api/{bulk,counts,exports,form-upload,privacy-export,restore}.test.ts',
  'test/conventions/contributing.test.ts',
  'test/cli/{config,doctor,every-command,files-inbox,org-export,users,webhooks}.test.ts',
  'test/db/{connection-failure,migrations,search-rebuild,service-role}.test.ts',
  'test/fault-injection/{backup,deliveries,first-start,imports,npm-start,package,restore-points,secrets,service,uploads,monitoring}.test.ts',
  'test/files/stores.test.ts',
  'test/http/{reauthorize,cross-origin,long-reads,compress,metrics,expect-continue,large-uploads,refused-bodies,unread-responses,bulkhead}.test.ts',
  EXCEL,
  'test/{contract/cross-tenant,contract/lifecycle,contract/properties,contract/tutorial,upgrade/upgrade}.test.ts',
  'test/queries/differential.test.ts',
  'test/sdk/{retry,upload,webhooks}.test.ts',
  'test/secrets/at-rest.test.ts',
  'test/settings/{account,administrators,login-throttle,optimistic-lock,password-reset,reauth-locking,login,audited-routes,organisation,request-log,roles,tokens}.test.ts',
  'test/browser/flows/{find,inbox}.test.ts',
  'test/browser/{inbox,login,navigation,records,unsaved}.test.ts',
  'test/webhooks/{rules,webhooks,worker}.test.ts',
];
/** Many processes, poolers, balancers and standbys, and what must not take long: one file at a time, with the whole machine. */
const ALONE = [
  'test/processes/**/*.test.ts',
  'test/api/{document-base64,inbox-text,merge}.test.ts',
  'test/http/open-pages.test.ts',
  'test/queries/rules.test.ts',
  'test/settings/audit.test.ts',
];
/** Attacks are measured on a machine that does nothing else: they run alone. */
const MEASURED = ['test/load/attacks.test.ts'];
/** Tests that call the service over HTTP: also run on the cluster of TEST_CITUS_URL. */
const ON_CLUSTER = [
  'test/{access,api,cluster,settings,webhooks}/**/*.test.ts',
  'test/cli/{every-command,refusals,reporting,users,webhooks}.test.ts',
  'test/contract/{cross-tenant,every-error,every-route,lifecycle,properties,tutorial}.test.ts',
  'test/mechanism/records.test.ts',
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
    // Files share their modules: each has a database and a service of its own, and loading the sources again takes
    // longer than most of them.
    isolate: false,
    // A busy machine is slow; a test that hangs is still found.
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
        test: {
          name: 'unit',
          include: UNIT,
          exclude: [EXCEL],
          isolate: false,
          pool: 'forks',
          maxWorkers: 3,
          testTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'cluster', include: ON_CLUSTER } },
      { extends: true, test: { name: 'processes', include: ALONE } },
      { extends: true, test: { name: 'attacks', include: MEASURED } },
    ],
  },
});
