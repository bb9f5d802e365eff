/** Every page in a real Chromium: readable for everyone in both colour schemes, on a phone too, asking nobody but us. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

/** The list of pages is imported by its address: its pages are compiled for browsers, the tests are not. */
const REGISTRY = new URL('../../web/src/pages/registry.ts', import.meta.url).href;

const listedAddresses = async (): Promise<string[]> => {
  const { pages } = (await import(REGISTRY)) as { pages: readonly { path: string; load: unknown }[] };
  return pages.flatMap(({ path, load }) => (load ? [path] : []));
};

describe.runIf(hasBrowser)('every page', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const { kid } = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body;
    await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: 'brief.txt', kid, absender: 'Post' });
    await api.post('/v3/system/tags', { tag: 'A-Kunde', freigabe: 1 });
  });

  // German words are the longer ones.
  test('light, dark and narrow', async () => {
    const page = await tests.signedIn('/settings', { language: 'de' });
    const links = page.getByRole('navigation').locator('a[href^="/settings"]');
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses).toEqual(await listedAddresses());
    expect(addresses).toContain('/settings/tags');
    for (const address of addresses) {
      await page.goto(address);
      await pageIsThere(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        expect(await seriousFindings(page), `${address}, ${colorScheme}`).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 800 });
      // The frame takes a moment to become that of a phone.
      await expect.poll(() => scrollsSideways(page), { message: address }).toBe(false);
      expect(await page.getByRole('alert').count(), address).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
});
