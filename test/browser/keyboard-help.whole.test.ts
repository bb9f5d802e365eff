/** The help of the keyboard, and the switch that turns commands of single keys off. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('commands of single keys', () => {
  const tests = settingsTests();
  let kid = 0;
  beforeAll(async () => {
    const api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body.kid;
  });

  test('? lists the keys of the page', async () => {
    const page = await tests.signedIn('/');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    const parts: [string, string][] = [
      ['/', 'My day'],
      ['/customers', 'List'],
      [`/customers/${kid}`, 'Record'],
      [`/customers/${kid}?edit=1`, 'Form'],
      ['/inbox', 'Inbox'],
    ];
    for (const [address, part] of parts) {
      await page.goto(address);
      await pageIsThere(page);
      await page.locator('h1').click();
      await page.keyboard.press('?');
      await dialog.getByRole('region', { name: part }).waitFor();
      expect(await dialog.getByRole('region').allInnerTexts()).toMatchObject({ length: 4 });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  });

  test('the account turns single keys off; the browser remembers it, and other keys still work', async () => {
    const page = await tests.signedIn('/settings/account');
    const box = page.getByRole('checkbox', { name: 'Single keys as commands' });
    await box.uncheck();
    await page.goto(`/customers/${kid}`);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    for (const key of ['e', '?', '/', 'g', 'c']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/customers/${kid}`);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard' }).click();
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Single keys are off').waitFor();
    await page.goto('/settings/account');
    await box.check();
    await page.goto(`/customers/${kid}`);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    await expect.poll(() => new URL(page.url()).search).toBe('?edit=1');
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const page = await tests.signedIn('/customers', { language });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectUsable(page, `${language}, ${colorScheme}, ${width}`);
    }
  });
});
