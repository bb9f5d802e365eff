/** Every page in a real Chromium: readable for everyone in both colour schemes, on a phone too, asking nobody but us. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

/** Rules that the markup of the reference page breaks, which Scalar makes and no setting of it changes. */
const SCALAR: Readonly<Record<string, string>> = {
  'aria-allowed-attr': 'entries of its navigation are buttons with aria-selected',
  'aria-required-children': 'its list of client libraries is a tablist whose tabs stand deeper',
  'button-name': 'its buttons that search and copy have a picture and no name',
  'label-content-name-mismatch': 'its buttons that show more of a group are named otherwise than they read',
  'scrollable-region-focusable': 'its lists of calls scroll and cannot be focused',
};

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

  test.each(['light', 'dark'] as const)('the reference, %s: readable, and asking nobody but us', async (scheme) => {
    const page = await tests.open('/reference', { scheme });
    await page.getByText('/v3/activities', { exact: true }).first().waitFor({ timeout: 60_000 });
    expect(await seriousFindings(page, Object.keys(SCALAR)), scheme).toEqual([]);
  }, 300_000); // All calls on one page: axe takes its time.
});
