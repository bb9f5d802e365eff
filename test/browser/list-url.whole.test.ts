/** The state of a list is in its URL: reload, back and a shared link restore it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { fillLists } from '../support/bulk-rows.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('lists in the address', () => {
  const tests = settingsTests({ printedOtherwise: true, plan: { api_requests_per_minute: 1_000_000, licenses: 100 } });
  let hook = 0;
  beforeAll(async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    for (let n = 1; n <= 12; n += 1) {
      const made = await admin.send('POST', '/webhooks', {
        name: `Hook ${n}`,
        url: `https://example.com/${n}`,
        events: [],
      });
      hook = made.body.webhook_id;
    }
    await fillLists(tests.service, tests.organisation, hook);
  });
  const searchOf = (page: Page) => new URL(page.url()).search;
  const addressIs = (page: Page, search: string) => expect.poll(() => searchOf(page)).toBe(search);
  const rows = (page: Page) => page.locator('tbody tr');
  const field = (page: Page) => page.getByRole('searchbox');
  const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const focused = (page: Page) => page.locator(':focus');
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const entries = (page: Page) => page.evaluate<number>('history.length');
  const leaveAndReturn = async (page: Page) => {
    await link(page, 'Organisation').click();
    await title(page, 'Organisation').waitFor();
    await page.goBack();
    await pageIsThere(page);
  };

  /** Path, a column with its name in the URL, and a search text. */
  const lists = [
    ['users', 'Name', 'name', 'vor'],
    ['tokens', 'Name', 'name', 'token'],
    ['tags', 'Tag', 'tag', 'tag 1'],
  ] as const;

  test.each(
    lists,
  )('text, order and page of %s outlive reload, back and the way to a colleague', async (name, column, sort, text) => {
    const page = await tests.signedIn(`/settings/${name}`);
    const before = await entries(page);
    await field(page).pressSequentially(text);
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    const wanted = `?search=${text.replace(' ', '+')}&sort=${sort}&page=2`;
    await addressIs(page, wanted);
    expect(await entries(page)).toBe(before);
    await page.getByText(/^51 to 100 of/).waitFor();
    await pageIsThere(page);
    // A separate page, because the search is debounced.
    const linked = await tests.signedIn(`/settings/${name}${wanted}`);
    await linked.getByText(/^51 to 100 of/).waitFor();
    await pageIsThere(linked);
    const row = await rows(linked).first().innerText();
    await linked.close();
    const isShown = async (shown: Page) => {
      await shown.getByText(/^51 to 100 of/).waitFor();
      await expect.poll(() => rows(shown).first().innerText()).toBe(row);
      expect(await field(shown).inputValue()).toBe(text);
      const head = shown.getByRole('columnheader', { name: column });
      expect(await head.getAttribute('aria-sort')).toBe('ascending');
      expect(await shown.getByRole('button', { name: 'Page 2', exact: true }).getAttribute('aria-current')).toBe(
        'page',
      );
      expect(searchOf(shown)).toBe(wanted);
    };
    await isShown(page);
    await page.reload();
    await isShown(page);
    await leaveAndReturn(page);
    await isShown(page);
    await isShown(await tests.signedIn(`/settings/${name}${wanted}`));
    // Default values are omitted.
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await addressIs(page, `?search=${text.replace(' ', '+')}&sort=${sort}`);
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await field(page).fill('');
    await addressIs(page, '');
  });

  test.each([
    ['sparten', 'hausrat', 'Privathaftpflicht'],
    ['relation-types', 'schwieger', 'Geschwister'],
  ])('the text of %s too', async (name, text, other) => {
    const page = await tests.signedIn(`/settings/${name}`);
    await field(page).fill(text);
    await addressIs(page, `?search=${text}`);
    for (const again of [() => page.reload(), () => leaveAndReturn(page)]) {
      await again();
      await rows(page).first().waitFor();
      expect(await field(page).inputValue()).toBe(text);
      expect(await page.getByText(other, { exact: true }).count()).toBe(0);
    }
  });

  test.each(
    [
      'page=NaN&sort=__proto__',
      'page=-1&sort=-constructor',
      'page=1.5&sort=--name',
      'page=999999999&sort=kid',
      'page=1e1',
      'page=0',
      'page[]=2&sort[]=name&search[]=x',
      'page=%00&sort=%00&search=a%00',
      'page=2%0A&search=%F0%28%0A',
      'constructor=1&__proto__=2&toString=3',
      `search=${'x'.repeat(300)}&sort=${'name'.repeat(99)}&page=${'1'.repeat(99)}`,
    ].flatMap((query) => ['users', 'webhooks'].map((name) => [name, query] as const)),
  )('%s?%s shows the whole list', async (name, query) => {
    const page = await tests.signedIn(`/settings/${name}?${query}`);
    await page.getByText(name === 'users' ? /^1 to 50 of 2,00\d$/ : '12 entries').waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('th[aria-sort=ascending], th[aria-sort=descending]').count()).toBe(0);
  });

  test('of several values the first one counts; a page after the last one shows the last one', async () => {
    const page = await tests.signedIn('/settings/tags?search=tag&search=other&page=900&page=1');
    await page.getByText('251 to 300 of 300').waitFor();
    expect(await field(page).inputValue()).toBe('tag');
    await addressIs(page, '?search=tag&search=other&page=6');
  });

  test('typing keeps focus and cursor; paging does not restart', async () => {
    const page = await tests.signedIn('/settings/tags?search=tg');
    await field(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('ag 29', { delay: 30 });
    await page.keyboard.press('Delete');
    expect(await field(page).inputValue()).toBe('tag 29');
    await page.getByText('11 entries').waitFor();
    await addressIs(page, '?search=tag+29');
    expect(await field(page).and(focused(page)).count()).toBe(1);
    const sort = page.getByRole('columnheader', { name: 'Tag' }).getByRole('button');
    await sort.focus();
    await page.keyboard.press('Enter');
    await addressIs(page, '?search=tag+29&sort=tag');
    expect(await sort.and(focused(page)).count()).toBe(1);
    // With a mouse on a browser whose buttons take no focus, the page does not scroll to its top.
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 200)');
    await sort.dispatchEvent('click');
    await addressIs(page, '?search=tag+29&sort=-tag');
    expect(await focused(page).count()).toBe(0);
    expect(await page.evaluate('scrollY')).toBe(200);
  });

  test('a search without a response leaves its field and the focus', async () => {
    const page = await tests.signedIn('/settings/tags');
    await page.route('**/settings/api/tags*', (route) => route.fulfill({ status: 500, json: { data: {} } }));
    await field(page).focus();
    await page.keyboard.type('tag 29');
    await page.getByRole('alert').waitFor();
    expect(await field(page).and(focused(page)).count()).toBe(1);
    await page.unroute('**/settings/api/tags*');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8');
    await page.getByText('11 entries').waitFor();
    expect(await field(page).inputValue()).toBe('tag 28');
    await page.reload();
    await page.getByText('11 entries').waitFor();
  });

  test('a key that is held down does not write the address at each of its letters', async () => {
    const page = await tests.signedIn('/settings/tags');
    await page.evaluate(`window.written = 0;
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => { window.written += 1; replace(...given); }`);
    await field(page).focus();
    const began = Date.now();
    for (let n = 0; n < 80; n += 1) await page.keyboard.press('x');
    await addressIs(page, `?search=${'x'.repeat(80)}`);
    expect(await page.evaluate<number>('window.written')).toBeLessThan(2 + (Date.now() - began) / 100);
    // The last key is in the URL even if the page is left at once.
    await page.keyboard.press('y');
    await link(page, 'Organisation').dispatchEvent('click');
    await title(page, 'Organisation').waitFor();
    await page.goBack();
    await title(page, 'Tags').waitFor();
    expect(await field(page).inputValue()).toBe(`${'x'.repeat(80)}y`);
  });

  test('the link to the current page clears the search, and Back restores it', async () => {
    const page = await tests.signedIn('/settings/tags?search=tag+29&page=1');
    await page.getByText('11 entries').waitFor();
    await link(page, 'Tags').click();
    await page.getByText('1 to 50 of 300').waitFor();
    expect(await field(page).inputValue()).toBe('');
    await page.goBack();
    await page.getByText('11 entries').waitFor();
    expect(await field(page).inputValue()).toBe('tag 29');

    await page.goto('/settings/audit?record=tags/1');
    await page.getByText('No entry matches these filters.').waitFor();
    await link(page, 'Audit log').click();
    await rows(page).first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Record', exact: true }).inputValue()).toBe('');
  });

  test('filters and page of tokens are in one address', async () => {
    const page = await tests.signedIn('/settings/tokens?state=valid&search=token&page=3&sort=-name');
    await page.getByText(/^101 to 150 of/).waitFor();
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('Valid');
    await page.getByLabel('Reset: State').click();
    await addressIs(page, '?search=token&sort=-name');
    await page.getByText(/^1 to 50 of/).waitFor();
  });

  test('the browser and the link lead from deliveries back to the same part of the list', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    await field(page).fill('hook 12');
    await page.getByText('1 entry').waitFor();
    await addressIs(page, '?search=hook+12');
    const open = async () => {
      await page.getByRole('article', { name: 'Hook 12' }).getByRole('link').first().click();
      await page.getByText('1 to 50 of 10,000').waitFor();
    };
    await open();
    await page.locator('label', { hasText: 'Failed' }).click();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await addressIs(page, `?webhook=${hook}&state=failed&page=2`);
    await page.reload();
    await page.getByText('51 to 100 of 1,000').waitFor();
    expect(await page.getByRole('radio', { name: 'Failed' }).isChecked()).toBe(true);
    await page.locator('label', { hasText: 'All' }).click();
    await addressIs(page, `?webhook=${hook}`);
    await page.goBack();
    await page.getByText('1 entry').waitFor();
    expect(await field(page).inputValue()).toBe('hook 12');
    await open();
    await page.reload();
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('1 entry').waitFor();
    await addressIs(page, '?search=hook+12');
  });

  test('the link to the current page asks about changes', async () => {
    const page = await tests.signedIn('/settings/fields?tab=lists');
    await page.getByLabel('Name of the list').fill('stufen');
    await page.getByRole('button', { name: 'New select list' }).click();
    await addressIs(page, '?tab=lists&list=stufen');
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await page
      .getByRole('textbox', { name: /^Value/ })
      .last()
      .fill('a');
    await link(page, 'Fields and select lists').click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(
      await page
        .getByRole('textbox', { name: /^Value/ })
        .last()
        .inputValue(),
    ).toBe('a');
    await link(page, 'Fields and select lists').click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('tab', { name: 'Fields', selected: true }).waitFor();
  });
});
