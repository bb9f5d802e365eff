/** The frame of the settings UI: language, colours, keyboard, phone, wrong addresses. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

/** Tags of the languages whose texts the page has asked for since it was opened. */
const loadedLanguages = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    "performance.getEntriesByType('resource').flatMap(({ name }) => /\\/assets\\/([a-z]{2})-/.exec(name)?.[1] ?? [])",
  );

describe.runIf(hasBrowser)('frame', () => {
  const tests = settingsTests();

  test('language and colours follow the browser until a choice, which persists', async () => {
    const page = await tests.signedIn('/settings', { language: 'de', scheme: 'dark' });
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    const html = page.locator('html');
    expect(await html.getAttribute('lang')).toBe('de');
    expect(await html.getAttribute('dir')).toBe('ltr');
    expect(await html.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await loadedLanguages(page)).toEqual(['de']);
    await page.getByRole('button', { name: 'Sprache' }).click();
    await expectUsable(page, 'menu');
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await loadedLanguages(page)).toEqual(['de', 'en']);
    await page.getByRole('button', { name: 'Colour scheme' }).click();
    await page.getByRole('menuitem', { name: 'Light' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await html.getAttribute('lang')).toBe('en');
    expect(await html.getAttribute('data-mantine-color-scheme')).toBe('light');
    expect(await page.title()).toBe('Overview · Broker CRM');
    expect(await loadedLanguages(page)).toEqual(['en']);
  });

  test('errors and messages are shown in the newly chosen language', async () => {
    const page = await tests.signedIn('/settings/account', { language: 'de' });
    const fields = page.locator('input[type=password]');
    const texts = ['falsch', 'ein neues langes Passwort', 'ein neues langes Passwort'];
    for (const [place, text] of texts.entries()) await fields.nth(place).fill(text);
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Das aktuelle Passwort ist falsch.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Muster');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('alert').getByText('Gespeichert.').waitFor();
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    const message = page.getByRole('alert').filter({ hasText: 'Saved.' });
    await message.getByRole('button', { name: 'Close' }).waitFor();
    await page.getByText('This is not the current password.').waitFor();
    expect(await page.getByText(/Gespeichert|Passwort/).count()).toBe(0);
    await fields.nth(1).fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password needs 10 to 200 characters.').waitFor();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByText('Das Passwort braucht 10 bis 200 Zeichen.').waitFor();
    expect(await fields.nth(1).getAttribute('aria-invalid')).toBe('true');
  });

  test('a language whose texts do not load leaves the current one; on the first load the page reports it', async () => {
    const page = await tests.signedIn('/settings', { language: 'de' });
    await page.route('**/assets/en-*', (route) => route.abort());
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('alert').getByText('Der Dienst ist nicht erreichbar.').waitFor();
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    await page.route('**/assets/de-*', (route) => route.abort());
    await page.reload();
    await page.getByText('The texts of this page could not be loaded.').waitFor();
  });

  test('the keyboard skips the navigation, and a followed link leads into the new page', async () => {
    const page = await tests.signedIn('/settings');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');
    const link = page.getByRole('link', { name: 'Audit log' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');
    expect(await link.getAttribute('aria-current')).toBe('page');
  });

  test('a dialog traps the focus and returns it when it closes', async () => {
    const page = await tests.signedIn('/settings/tags');
    const open = page.getByRole('button', { name: 'Create a tag' });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('data-path')).toBe('tag');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await dialog.locator(':focus').textContent()).toBe('Create');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused.textContent()).toBe('Create a tag');

    await page.keyboard.press('Enter');
    await expect.poll(() => focused.getAttribute('data-path')).toBe('tag');
    await page.keyboard.type('VIP');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for VIP' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused.textContent()).toBe('Edit');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByText('Delete', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await expect.poll(() => focused.textContent()).toBe('Delete');
    await page.context().setOffline(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Actions for VIP');
  });

  test('a link within a page moves the focus to its target', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    await admin.send('POST', '/webhooks', { url: 'https://example.com/hook', events: [] });
    const page = await tests.signedIn('/settings/webhooks');
    await page.getByRole('link', { name: 'Deliveries' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Deliveries of the last 30 days' }).waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('content');
  });

  test('on a phone the navigation opens and closes', async () => {
    const page = await tests.signedIn('/settings', { width: 390 });
    const link = page.getByRole('link', { name: 'Webhooks', exact: true });
    const burger = page.getByRole('button', { name: 'Open navigation' });
    expect(await burger.getAttribute('aria-expanded')).toBe('false');
    await burger.click();
    await expectUsable(page, 'navigation on a phone');
    await link.click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await burger.waitFor();
  });

  test('on a phone Escape closes the navigation, and the page behind it is inert', async () => {
    const page = await tests.signedIn('/settings', { width: 360 });
    const main = page.locator('main');
    const link = page.getByRole('link', { name: 'Webhooks', exact: true });
    const focused = () => page.locator(':focus').getAttribute('aria-label');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await link.waitFor();
    expect(await main.getAttribute('inert')).not.toBeNull();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => main.getAttribute('inert'), { message: 'nothing is covered' }).toBeNull();
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => main.getAttribute('inert')).not.toBeNull();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'English' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'English' }).waitFor({ state: 'detached' });
    expect(await link.isVisible(), 'Escape has closed the menu alone').toBe(true);
    await link.focus();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Open navigation');
    expect(await main.getAttribute('inert')).toBeNull();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await link.waitFor({ state: 'hidden' });
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');
  });

  test('a page that does not exist leads home', async () => {
    const page = await tests.signedIn('/settings/nothing');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'To My day' }).click();
    await page.getByRole('heading', { name: 'My day' }).waitFor();
  });

  test.each([
    '/settings/tokens/7',
    '/settings/tokens/7/edit',
  ])('neither does %s, which programs hear in JSON', async (path) => {
    const { status, headers, text } = await tests.service.ask('GET', path, { accept: 'application/json' });
    expect([status, JSON.parse(text).data.error]).toEqual([404, 'endpoint_not_found']);
    expect(headers.get('vary')).toContain('Accept');
    const api = await tests.service.ask('GET', '/settings/api/nothing', { accept: 'text/html' });
    expect([api.status, JSON.parse(api.text).data.error]).toEqual([404, 'endpoint_not_found']);
    const page = await tests.signedIn(path);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'To My day' }).click();
    await page.getByRole('heading', { name: 'My day' }).waitFor();
  });

  test('a dialog whose files do not load reports it, and opens once they do', async () => {
    const page = await tests.open('/favicon.svg');
    await page.route(/assets\/tag-form-/, (route) => route.abort());
    const { cookie } = await signIn(tests.service.address, tests.organisation.login);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto('/settings/tags');
    const add = page.getByRole('button', { name: 'Create a tag' });
    await add.click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute(/assets\/tag-form-/);
    await add.click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tag' }).waitFor();
  });

  test('a page whose files do not load reports it, and is shown once they do', async () => {
    const page = await tests.signedIn('/settings');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'The service cannot be reached.' }).waitFor();
    await expectUsable(page, 'not loaded');
    await page.context().setOffline(false);
    // The page repeats the request once the browser is online again.
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
  });

  test('a page whose files failed before is shown after "Try again"', async () => {
    const page = await tests.signedIn('/settings');
    let lost = true;
    await page.route('**/assets/**', (route) => (lost ? route.abort() : route.continue()));
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The service cannot be reached.' }).waitFor();
    lost = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
  });

  test('a page that did not load is loaded when it is visited again', async () => {
    const page = await tests.signedIn('/settings');
    const tags = page.getByRole('link', { name: 'Tags', exact: true });
    await page.context().setOffline(true);
    await tags.click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await tags.click();
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
  });

  test('a page whose files a new release has replaced is reloaded with a message', async () => {
    const page = await tests.signedIn('/settings');
    let replaced = true;
    await page.route('**/assets/page-*', (route) =>
      replaced ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
    );
    await page.route('**/', async (route) => {
      const answer = await route.fetch();
      replaced = false;
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('/assets/index-', '/assets/index-new-'),
      });
    });
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
    await page.getByText('The new version is loaded.').waitFor();
    const { pathname, hash } = new URL(page.url());
    expect([pathname, hash]).toEqual(['/settings/tags', '']);
    // The way back is known all the same.
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('VIP');
    await page.evaluate('history.back()');
    await page.getByRole('dialog', { name: 'Discard the changes?' }).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('a collapsed navigation shows icons with accessible names', async () => {
    const page = await tests.signedIn('/settings');
    const name = page.getByRole('link', { name: 'Tags', exact: true }).locator('.navigation-name');
    const width = async () => Math.round((await name.boundingBox())?.width ?? 0);
    expect(await width()).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await expect.poll(width).toBe(1);
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  });

  test('the files of a page are preloaded when the pointer is over its link', async () => {
    const page = await tests.signedIn('/settings');
    const asked = page.waitForRequest('**/assets/page-*');
    await page.getByRole('link', { name: 'Tags', exact: true }).hover();
    await asked;
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('a service that cannot be reached is reported, with a way to try again', async () => {
    const page = await tests.signedIn('/settings');
    await page.route('**/settings/api/tokens?*', (route) => route.abort());
    await page.getByRole('link', { name: 'API tokens', exact: true }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/settings/api/tokens?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('There is no token yet.').waitFor();
  });

  test('a list that did not load is loaded once the browser is online again', async () => {
    const page = await tests.signedIn('/settings/users');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Role', exact: true }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
