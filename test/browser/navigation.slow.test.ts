/** Ways through the settings UI: links, back and forth, and what becomes of edits on them. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('ways', () => {
  const tests = settingsTests();
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const question = (page: Page) => page.getByRole('dialog', { name: 'Discard the changes?' });
  const tag = (page: Page) => page.getByRole('textbox', { name: 'Tag' });
  const entries = (page: Page) => page.evaluate<number>('history.length');
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  const follow = async (page: Page, name: string) => {
    await link(page, name).click();
    await title(page, name).waitFor();
  };

  /** A window on the tags with an edit, between other pages. */
  const between = async (): Promise<Page> => {
    const page = await tests.signedIn('/settings');
    for (const name of ['Webhooks', 'Users', 'Sparten', 'Tags', 'My account']) await follow(page, name);
    await page.goBack();
    await title(page, 'Tags').waitFor();
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await tag(page).fill('VIP');
    return page;
  };

  const stays = async (page: Page) => {
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'detached' });
    await expect.poll(() => pathOf(page)).toBe('/settings/tags');
    expect(await tag(page).inputValue()).toBe('VIP');
  };
  const discards = (page: Page) => question(page).getByRole('button', { name: 'Discard' }).click();

  test.each([
    ['back', 'history.back()', 'Sparten', 1],
    ['forth', 'history.forward()', 'My account', -3],
    ['two steps back', 'history.go(-2)', 'Users', 2],
  ])('%s asks for edits, and leads there in the end', async (_what, step, name, wayOn) => {
    const page = await between();
    const before = await entries(page);
    await page.evaluate(step);
    await stays(page);
    await page.evaluate(step);
    await discards(page);
    await title(page, name).waitFor();
    await expect.poll(() => question(page).count()).toBe(0);
    expect(await entries(page)).toBe(before);
    // The entries are where they were.
    await page.evaluate(`history.go(${wayOn})`);
    await title(page, wayOn < 0 ? 'Users' : 'Tags').waitFor();
  });

  test.each([
    ['at once', [0, 0]],
    ['one after the other', [0, 20, 60]],
  ])('several steps back %s ask as well, and the address stays that of the page', async (_when, times) => {
    const page = await between();
    const step = `for (const ms of [${times}]) setTimeout(() => history.back(), ms)`;
    await page.evaluate(step);
    await stays(page);
    await page.evaluate(step);
    await discards(page);
    // Which of the steps was the last one before the question depends on how fast they came.
    const names = new Map(Object.entries({ sparten: 'Sparten', users: 'Users', webhooks: 'Webhooks' }));
    const isThere = async (): Promise<boolean> => {
      const name = names.get(pathOf(page).split('/')[2] ?? '');
      return name !== undefined && (await title(page, name).isVisible());
    };
    await expect.poll(isThere).toBe(true);
  });

  test('the question about changes appears after the skip link was used', async () => {
    const page = await tests.signedIn('/settings/sparten');
    await page.locator('.skip-link').press('Enter');
    await follow(page, 'Tags');
    await page.locator('.skip-link').press('Enter');
    await page.locator('.skip-link').press('Enter');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await tag(page).fill('VIP');
    await page.evaluate('history.go(-2)');
    await stays(page);
    expect(new URL(page.url()).hash).toBe('#content');
    await page.evaluate('history.back()');
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    expect(await question(page).count()).toBe(0);
    expect(await tag(page).inputValue()).toBe('VIP');
    await page.evaluate('history.back()');
    await question(page).waitFor();
    await discards(page);
    await title(page, 'Sparten').waitFor();
  });

  test('the question about changes appears after a reload', async () => {
    const page = await tests.signedIn('/settings/sparten');
    await follow(page, 'Tags');
    await page.reload();
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await tag(page).fill('VIP');
    await page.evaluate('history.back()');
    await stays(page);
    await page.evaluate('history.back()');
    await question(page).waitFor();
    await discards(page);
    await title(page, 'Sparten').waitFor();
  });

  test('a link with a key opens a tab, and the page stays', async () => {
    const page = await tests.signedIn('/settings');
    const ways: readonly Parameters<Locator['click']>[0][] = [
      { modifiers: ['ControlOrMeta'] },
      { modifiers: ['Shift'] },
      { button: 'middle' },
    ];
    for (const given of ways) {
      const opened = page.context().waitForEvent('page');
      await link(page, 'Tags').click(given);
      const beside = await opened;
      await title(beside, 'Tags').waitFor();
      await beside.close();
    }
    await title(page, 'Overview').waitFor();
    expect(pathOf(page)).toBe('/settings');
  });

  test('a link to the current page adds no entry to the history', async () => {
    const page = await tests.signedIn('/settings');
    await follow(page, 'Tags');
    const before = await entries(page);
    await follow(page, 'Tags');
    expect(await entries(page)).toBe(before);
    await page.goBack();
    await title(page, 'Overview').waitFor();
  });

  test('of several links the last one is followed, and one step back returns', async () => {
    const page = await tests.signedIn('/settings/tags');
    let go: () => void = () => undefined;
    const clicked = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/assets/page-*', async (route) => {
      await clicked;
      await route.continue();
    });
    await link(page, 'Sparten').click();
    await link(page, 'Audit log').click();
    await link(page, 'Users').click();
    go();
    await title(page, 'Users').waitFor();
    expect(pathOf(page)).toBe('/settings/users');
    await page.goBack();
    await title(page, 'Tags').waitFor();
  });

  test('a filter that is applied while another page loads does not delay it', async () => {
    const page = await tests.signedIn('/settings/audit');
    await page.route('**/assets/page-*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.getByLabel('From').first().fill('2026-01-31T12:00');
    await link(page, 'Tags').click();
    await title(page, 'Tags').waitFor();
    expect(page.url()).toMatch(/\/settings\/tags$/);
    await page.goBack();
    await title(page, 'Audit log').waitFor();
    expect(new URL(page.url()).searchParams.get('since')).toMatch(/^2026-01-31T/);
  });

  test('tab, record kind and list are restored with the page', async () => {
    const page = await tests.signedIn('/settings/fields');
    await page.getByRole('tab', { name: 'Select lists' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=lists');
    await follow(page, 'Tags');
    await page.goBack();
    await page.getByRole('tab', { name: 'Select lists', selected: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=lists');
  });

  test('a URL in any spelling leads to its page', async () => {
    const page = await tests.signedIn('/');
    await title(page, 'My day').waitFor();
    for (const address of ['/settings/%74ags', '/settings/tags?x=1#content']) {
      await page.goto(address);
      await title(page, 'Tags').waitFor();
    }
    for (const address of ['/settings/__proto__', '/settings/constructor', '/settings/%25']) {
      await page.goto(address);
      await title(page, 'Page not found').waitFor();
    }
  });

  test('a page that fails leaves the frame, and other pages still open', async () => {
    const page = await tests.signedIn('/settings');
    // Expected log lines of browser and React.
    await page.addInitScript({ content: 'console.error = () => {}' });
    await page.goto('/settings');
    await page.route('**/settings/api/tags*', (route) =>
      route.fulfill({ headers: { 'x-request-id': '1' }, json: { items: null, total: 1 } }),
    );
    await link(page, 'Tags').click();
    await title(page, 'This page ran into an error.').waitFor();
    await expectUsable(page, 'crashed');
    await follow(page, 'Sparten');
    await page.goBack();
    await title(page, 'This page ran into an error.').waitFor();
  });
});
