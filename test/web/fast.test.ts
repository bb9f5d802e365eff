/** How much a first visit brings over the wire. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

/** What a first paint may take over the wire. */
const MOST_BYTES = 300_000;
/** Headers of an answer, about. */
const HEAD = 500;

/** The list of pages is imported by its address: its pages are compiled for browsers, the tests are not. */
const LISTED = new URL('../../web/src/pages/registry.ts', import.meta.url).href;
const { pages } = (await import(LISTED)) as { pages: readonly { path: string; load: unknown }[] };
const addresses = pages.flatMap(({ path, load }) => (load ? [path] : []));

/**
 * Counts what comes over the wire from now on. What the service sends uncompressed counts as the smallest that brotli
 * makes of it, which is how a proxy or the service itself sends it.
 */
const countBytes = (page: Page): (() => Promise<number>) => {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const size = async (): Promise<number> => {
      const { responseBodySize } = await response.request().sizes();
      if (response.headers()['content-encoding'] || response.status() >= 300) return responseBodySize + HEAD;
      return Math.min(responseBodySize, brotliCompressSync(await response.body()).length) + HEAD;
    };
    sizes.push(size());
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

describe.runIf(hasBrowser)('a first visit', () => {
  const tests = settingsTests();

  test.each(['/login', ...addresses])('%s is small', async (path) => {
    const page = await tests.open('/favicon.svg');
    const bytes = countBytes(page);
    if (path !== '/login') {
      const [name = '', value = ''] = (await signIn(tests.service.address, tests.organisation.login)).cookie.split('=');
      await page.context().addCookies([{ name, value, url: tests.service.address }]);
    }
    await page.goto(path, { waitUntil: 'networkidle' });
    await pageIsThere(page);
    const counted = await bytes();
    expect(counted, 'nothing was counted').toBeGreaterThan(100_000);
    expect(counted).toBeLessThan(MOST_BYTES);
  });
});
