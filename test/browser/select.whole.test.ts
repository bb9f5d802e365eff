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

  test('a long list begins with the entries that were chosen last in this field', async () => {
    const page = await tests.signedIn('/contracts/new');
    const line = page.getByRole('combobox', { name: 'Line of insurance' });
    for (const name of ['Unfallversicherung', 'Hausratversicherung']) {
      await line.click();
      await page.getByRole('option', { name, exact: true }).click();
      await expect.poll(() => line.inputValue()).toBe(name);
    }
    await page.goto('/contracts/new?status=aktiv');
    await line.click();
    await expect.poll(() => page.getByRole('option').first().innerText()).toBe('Hausratversicherung');
    expect(await page.getByRole('option').nth(1).innerText()).toBe('Unfallversicherung');
    expect(await page.getByRole('option', { name: 'Hausratversicherung', exact: true }).count()).toBe(1);
  });

  test('typing chooses an entry of a short select, with Tab or Enter, as in a native one', async () => {
    const page = await tests.signedIn('/customers/new', { language: 'de' });
    const title = page.getByRole('combobox', { name: 'Anrede' });
    const use = async (keys: readonly string[], chosen: string) => {
      await title.focus();
      for (const key of keys)
        await (key.length > 4 || key === 'Tab' ? page.keyboard.press(key) : page.keyboard.type(key));
      await page.keyboard.press('Tab');
      await expect.poll(() => title.inputValue()).toBe(chosen);
    };
    // A new form begins at its first field, whose list stays closed.
    await title.and(page.locator(':focus')).waitFor();
    await expect.poll(() => title.getAttribute('readonly')).toBe(null);
    expect(await page.getByRole('option').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Vorname' }).focus();
    await page.keyboard.press('Shift+Tab');
    await title.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Herr');
    await page.keyboard.press('Tab');
    await expect.poll(() => title.inputValue()).toBe('Herr');
    await use(['ArrowDown', 'Frau', 'Enter'], 'Frau');
    await use(['ArrowDown', 'herr', 'Enter'], 'Herr');
    // The same again keeps it, Escape and a text without an entry too.
    await use(['herr', 'Enter'], 'Herr');
    await use(['Frau', 'Escape'], 'Herr');
    await use(['xyz'], 'Herr');
    await use(['f'], 'Frau');
    // Space and Enter open it, as arrows do, and never send a form.
    await title.focus();
    for (const key of ['Space', 'Enter']) {
      await page.keyboard.press(key);
      await page.getByRole('option', { name: 'Herr' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('option').first().waitFor({ state: 'hidden' });
    }
    expect(await title.getAttribute('inputmode')).toBe('none');
  });

  test('letters that are typed before the list has loaded are not lost', async () => {
    const page = await tests.signedIn('/settings/tags', { language: 'de' });
    let send = () => {};
    const held = new Promise<void>((sent) => {
      send = sent;
    });
    await page.route('**/assets/select.impl-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/customers/new', { waitUntil: 'commit' });
    const title = page.getByRole('combobox', { name: 'Anrede' });
    await title.focus();
    await page.keyboard.type('Her');
    send();
    await page.getByRole('option', { name: 'Herr', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => title.inputValue()).toBe('Herr');
  });
});
