/** Unsaved edits are not lost without a question. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests, stayAtClosing } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('unsaved edits', () => {
  const tests = settingsTests();
  const question = (page: Page) => page.getByRole('dialog', { name: 'Discard the changes?' });
  const display = (page: Page) => page.getByRole('textbox', { name: 'Display 1', exact: true });
  const list = (page: Page) => page.getByRole('combobox', { name: 'Select list', exact: true });
  const chooseList = async (page: Page, name: string) => {
    await list(page).click();
    await page.getByRole('option', { name, exact: true }).click();
  };

  /** A window on a select list with an edit. */
  const edited = async (): Promise<Page> => {
    const page = await tests.signedIn('/settings/tags');
    await page.getByRole('link', { name: 'Fields and select lists' }).click();
    await page.getByRole('tab', { name: 'Select lists' }).click();
    await chooseList(page, 'Marital status');
    await display(page).fill('Edited');
    return page;
  };

  test.each<[string, (page: Page) => Promise<unknown>, (page: Page) => Promise<void>]>([
    [
      'another list',
      (page) => chooseList(page, 'Kind of contact'),
      async (page) => expect(await list(page).inputValue()).toBe('Kind of contact'),
    ],
    [
      'a new list',
      async (page) => {
        await page.getByLabel('Name of the list').fill('colours');
        await page.getByRole('button', { name: 'New select list' }).click();
      },
      async (page) => expect(await list(page).inputValue()).toBe('colours'),
    ],
    [
      'another tab',
      (page) => page.getByRole('tab', { name: 'Preview' }).click(),
      (page) => page.getByRole('tab', { name: 'Preview', selected: true }).waitFor(),
    ],
    [
      'another page',
      (page) => page.getByRole('link', { name: 'Sparten' }).click(),
      (page) => page.getByRole('heading', { level: 1, name: 'Sparten' }).waitFor(),
    ],
    [
      'the page before',
      (page) => page.evaluate('history.back()'),
      (page) => page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor(),
    ],
    [
      'signing out',
      async (page) => {
        await page.getByRole('button', { name: 'User menu' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      },
      (page) => page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor(),
    ],
  ])('%s', async (_what, leave, there) => {
    const page = await edited();
    await leave(page);
    await question(page).waitFor();
    await expectUsable(page, 'question');
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(await display(page).inputValue()).toBe('Edited');
    expect(await list(page).inputValue()).toBe('Marital status');
    await leave(page);
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await there(page);
    expect(await question(page).count()).toBe(0);
  });

  test('closing the tab asks first', async () => {
    const page = await edited();
    await stayAtClosing(page);
    expect(await display(page).inputValue()).toBe('Edited');
  });

  test('a secret that is shown once asks before Back and a reload until it was stored', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByRole('link', { name: 'API tokens', exact: true }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Portal');
    await page.getByLabel('Customers: Read').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = page.getByRole('textbox', { name: 'Token', exact: true });
    const token = await secret.inputValue();
    await page.evaluate('history.back()');
    await question(page).waitFor();
    await expectUsable(page, 'question above a secret');
    await question(page).press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await stayAtClosing(page);
    expect(await secret.inputValue()).toBe(token);
    await page.getByRole('button', { name: 'I have stored the token' }).click();
    await secret.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('no question appears after changes are saved or undone', async () => {
    const page = await edited();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await chooseList(page, 'Kind of contact');
    await expect.poll(() => list(page).inputValue()).toBe('Kind of contact');
    const before = await display(page).inputValue();
    await display(page).fill('Edited');
    await display(page).fill(before);
    await page.getByRole('link', { name: 'Sparten' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sparten' }).waitFor();
  });

  test('no question appears for passwords, which the browser may have filled in', async () => {
    const page = await tests.signedIn('/settings/account');
    await page.getByLabel('Current password').fill('half of it');
    await page.getByRole('link', { name: 'Sparten' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sparten' }).waitFor();
  });

  test('a dialog with changes asks before a click outside, Back or Escape closes it', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const tag = page.getByRole('textbox', { name: 'Tag' });
    await tag.fill('VIP');
    await page.mouse.click(5, 400);
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'detached' });
    await tag.press('Escape');
    await question(page).waitFor();
    await expectUsable(page, 'question above a dialog');
    await question(page).press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await page.evaluate('history.back()');
    await question(page).press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await tag.and(page.locator(':focus')).waitFor();
    expect(await tag.inputValue()).toBe('VIP');
    await tag.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await tag.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  /** Calls of tags that change something, and the search for a tag of the same name before, are answered when `answer` is called. */
  const slowly = async (page: Page): Promise<() => void> => {
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/settings/api/tags**', async (route) => {
      if (route.request().method() !== 'GET' || route.request().url().includes('limit=200')) await answered;
      await route.continue();
    });
    return answer;
  };

  /** Goes back, and waits until the history is back at its entry. */
  const BACK = `new Promise((done) => {
    let steps = 0;
    addEventListener('popstate', () => { steps += 1; if (steps === 2) done(); });
    history.back();
  })`;

  test('a dialog waits for a running save, and asks nothing that the save decides', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    const answer = await slowly(page);
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const dialog = page.getByRole('dialog');
    const tag = page.getByRole('textbox', { name: 'Tag' });
    await tag.fill('Slow');
    await tag.press('Enter');
    await dialog.locator('button[data-loading]').waitFor();
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await tag.press('Escape');
    await page.evaluate(BACK);
    expect([await tag.count(), await question(page).count()]).toEqual([1, 0]);
    answer();
    // Who wanted to leave meanwhile leaves now.
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Slow', exact: true }).waitFor();
  });

  test('a question waits for a running save, and appears when the save is refused', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const tag = page.getByRole('textbox', { name: 'Tag' });
    await tag.fill('SLOW');
    const answer = await slowly(page);
    await tag.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    await page.evaluate(BACK);
    expect(await question(page).count()).toBe(0);
    answer();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => tag.getAttribute('aria-invalid')).toBe('true');
  });

  test('a confirmation stays open while its request runs', async () => {
    const page = await tests.signedIn('/settings/tags');
    const answer = await slowly(page);
    await page.getByRole('button', { name: 'Actions for Slow' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.locator('button[data-loading]').waitFor();
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Close' }).press('Escape');
    expect(await dialog.count()).toBe(1);
    answer();
    await dialog.waitFor({ state: 'detached' });
  });

  test('discarding leaves the form, also while a slow browser still steps back to it', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('VIP');
    await page.evaluate(`{
      const go = history.go.bind(history);
      let take;
      window.told = new Promise((told) => { history.go = (by) => { take = () => go(by); told(); }; });
      window.takeStep = () => { history.go = go; take(); };
    }`);
    await page.evaluate('history.back()');
    await question(page).waitFor();
    await page.evaluate(`{
      let steps = 0;
      window.thereAndBack = new Promise((done) => {
        addEventListener('popstate', () => { steps += 1; if (steps === 2) done(); });
      });
      null;
    }`);
    await page.evaluate('told');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await question(page).waitFor({ state: 'detached' });
    const { pathname } = new URL(page.url());
    expect(pathname).toBe('/settings');
    await page.evaluate('takeStep()');
    await page.evaluate('thereAndBack');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});
