/** Colours of our own style sheet as the built page has them: in both schemes, in the colours that a user's system forces, on paper. */
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { settingsTests } from '../support/settings-window.ts';

/** What the browser makes of a property. */
const styleOf = (place: Locator, name: string): Promise<string> =>
  place.evaluate((element, property) => {
    const page = globalThis as unknown as { getComputedStyle: (one: unknown) => Record<string, string> };
    return page.getComputedStyle(element)[property] ?? '';
  }, name);

describe.runIf(hasBrowser)('colours', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const api = await tests.organisation.client();
    await api.post('/v3/system/tags', { tag: 'A-Kunde', freigabe: 1 });
    await api.post('/v3/system/tags', { tag: 'B-Kunde', freigabe: 1 });
  });

  test.each([
    { scheme: 'light', line: 'rgb(222, 226, 230)', card: 'rgb(255, 255, 255)', pointed: 'rgb(241, 243, 245)' },
    { scheme: 'dark', line: 'rgb(66, 66, 66)', card: 'rgb(46, 46, 46)', pointed: 'rgb(59, 59, 59)' },
  ] as const)('$scheme: rows have lines, and what can be done with them lies on nothing', async (look) => {
    const page = await tests.signedIn('/settings/tags', { scheme: look.scheme, width: 800 });
    const row = page.locator('tbody tr').first();
    const acts = row.locator('td').last();
    expect(await styleOf(row, 'borderBottomStyle')).toBe('solid');
    expect(await styleOf(row, 'borderBottomColor')).toBe(look.line);
    expect(await styleOf(page.locator('.frame-header'), 'borderBottomColor')).toBe(look.line);
    expect(await styleOf(page.locator('.frame-navigation'), 'borderRightColor')).toBe(look.line);
    expect(await styleOf(acts, 'position')).toBe('sticky');
    expect(await styleOf(acts, 'backgroundColor')).toBe(look.card);
    await row.hover();
    expect(await styleOf(row, 'backgroundColor')).toBe(look.pointed);
    expect(await styleOf(acts, 'backgroundColor')).toBe(look.pointed);
  });

  test('no colour waits for a variable that only the tool of the build knows', async () => {
    const page = await tests.signedIn('/settings');
    const sheets = await page.locator('link[rel=stylesheet]').evaluateAll((all) => all.map((one) => `${one.href}`));
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets) {
      const { text } = await tests.service.ask('GET', new URL(sheet).pathname);
      expect(text.match(/--lightningcss-\w+/g)).toBeNull();
    }
  });
});
