/** The login that the HTML contains before the application loads, and its hand-over to the application. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('the sign-in before the page', () => {
  const tests = settingsTests();

  /** A sign-in whose page does not come before `arrive`. */
  const opened = async (look: Parameters<typeof tests.open>[1] = {}) => {
    const page = await tests.open('/favicon.svg', look);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let arrive = (): void => undefined;
    const there = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/assets\/index-/, async (route) => {
      await there;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.locator('input[type=password]').waitFor();
    return { page, arrive, asked };
  };
  /** Above the page stand its menus. */
  const pageIsThere = (page: Page) => page.locator('header button').first().waitFor();
  const inputs = async (page: Page) =>
    Promise.all((await page.locator('input').all()).map((input) => input.inputValue()));

  test.each([
    { language: 'de', width: 390 },
    { language: 'en', scheme: 'dark' },
  ] as const)('goes on with what was typed, $language', async (look) => {
    const { email, password } = tests.organisation.login;
    const { page, arrive, asked } = await opened(look);
    await page.getByRole('heading', { level: 1, name: look.language === 'de' ? 'Anmelden' : 'Sign in' }).waitFor();
    await expectUsable(page, 'before the page');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password.slice(0, 5));
    expect(await page.locator('header button').count()).toBe(0);
    arrive();
    await pageIsThere(page);
    expect(await inputs(page)).toEqual([email, password.slice(0, 5)]);
    await page.keyboard.type(password.slice(5));
    await page.keyboard.press('Enter');
    await page.locator('nav').first().waitFor({ state: 'attached' });
    await page.waitForURL(/:\d+\/$/);
    // The application uses the requests of the HTML.
    expect(asked.filter((path) => path === '/settings/api/session')).toHaveLength(2);
  });

  test('is sent when the page is loaded, and a wrong password is refused as usual', async () => {
    const { page, arrive } = await opened();
    await page.keyboard.type(tests.organisation.login.email);
    await page.keyboard.press('Enter');
    arrive();
    await page.getByText('Please fill this in.').waitFor();
    const other = await opened();
    await other.page.keyboard.type(tests.organisation.login.email);
    await other.page.keyboard.press('Tab');
    await other.page.keyboard.type('wrong password');
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    other.arrive();
    await other.page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
    expect(await inputs(other.page)).toEqual([tests.organisation.login.email, '']);
  });
});
