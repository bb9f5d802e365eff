/** Selects of a page, whose lists come after it. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('a select of a page', () => {
  const tests = settingsTests();

  test.each(['click', 'focus'] as const)('opens once its list has loaded, if it has the focus: %s', async (enter) => {
    const page = await tests.signedIn('/settings/tags');
    let send = () => {};
    const held = new Promise<void>((sent) => {
      send = sent;
    });
    await page.route('**/assets/select.impl-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/settings/audit', { waitUntil: 'commit' });
    await pageIsThere(page);
    // One that was left again stays closed.
    await page.getByRole('combobox', { name: 'Kind' }).focus();
    const action = page.getByRole('combobox', { name: 'Action' });
    await action[enter]();
    expect(await action.getAttribute('aria-expanded')).toBe('false');
    await expectUsable(page, 'without its list');
    send();
    const first = page.getByRole('option').first();
    await first.waitFor();
    expect(await page.locator('[role=listbox]:visible').count()).toBe(1);
    const name = await first.innerText();
    await first.click();
    await expect.poll(() => action.inputValue()).toBe(name);
    await page.waitForURL(/[?&]action=\w/);
  });
});
