/**
 * Every page in a real Chromium: accessible in both languages and colour schemes, from phone to wide screen, without
 * requests to other hosts.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

/** The list of pages is imported by its address: its pages are compiled for browsers, the tests are not. */
const REGISTRY = new URL('../../web/src/settings/page-registry.ts', import.meta.url).href;

const listedAddresses = async (): Promise<string[]> => {
  const { pages } = (await import(REGISTRY)) as { pages: readonly { path: string; load: unknown }[] };
  return pages.flatMap(({ path, load }) => (load ? [path] : []));
};

/** Tables that are partly out of view; a large screen shows them whole. */
const cutOff = (page: Page): Promise<string[]> =>
  page
    .locator('main .stacks')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map(({ textContent }) => textContent ?? ''),
    );

/** Rows whose cells a screen reader reads without their row header. */
const namelessRows = (page: Page): Promise<string[]> =>
  page
    .locator('main .stacks > table > tbody > tr:not(:has(> th[scope=row]))')
    .evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));

describe.runIf(hasBrowser)('every page', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const { kid } = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body;
    await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: 'brief.txt', kid, absender: 'Post' });
    await api.post('/v3/system/tags', { tag: 'A-Kunde', freigabe: 1 });
  });

  // All pages in a language: axe takes its time.
  test.each(['de', 'en'] as const)('%s: light and dark, from a phone to a wall', {
    timeout: 300_000,
  }, async (language) => {
    const page = await tests.signedIn('/settings', { language });
    const links = page.getByRole('navigation').locator('a[href^="/settings"]');
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses).toEqual(await listedAddresses());
    expect(addresses).toContain('/settings/tags');
    for (const address of addresses) {
      await page.goto(address);
      await pageIsThere(page);
      for (const [colorScheme, width] of LOOKS[language]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        const look = `${address}, ${language}, ${colorScheme}, ${width}`;
        // The frame takes a moment to become that of a phone.
        await expect.poll(() => scrollsSideways(page), { message: look }).toBe(false);
        expect(await seriousFindings(page), look).toEqual([]);
        if (width > 390) expect(await cutOff(page), look).toEqual([]);
      }
      expect(await page.getByRole('alert').count(), address).toBe(0);
      expect(await namelessRows(page), address).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
});
