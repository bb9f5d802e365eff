/** Addresses of missing or deleted records: the page says so. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('records and entries that do not exist', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    await admin.send('POST', '/webhooks', { name: 'Hook', url: 'https://example.com/1', events: [] });
  });
  const addressIs = (page: Page, search: string) => expect.poll(() => new URL(page.url()).search).toBe(search);
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  test.each([
    ['en', '999999', 'Webhook not found', 'Webhooks'],
    ['de', '999999', 'Webhook nicht gefunden', 'Webhooks'],
    ['en', '1e3', 'Webhook not found', 'Webhooks'],
    ['en', '__proto__', 'Webhook not found', 'Webhooks'],
  ] as const)('a webhook is said to be not there (%s, %s)', async (language, number, said, list) => {
    const page = await tests.signedIn(`/settings/webhooks?webhook=${number}`, { language, width: 390 });
    await title(page, said).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await expectUsable(page, said);
    await page.getByRole('main').getByRole('link', { name: list }).click();
    await page.getByRole('article').first().waitFor();
    await addressIs(page, '');
  });

  test.each(['nothing_like_this', '__proto__'])('a missing select list is reported: %s', async (name) => {
    const page = await tests.signedIn(`/settings/fields?tab=lists&list=${name}`);
    await page.getByText('There is no such list, or it is no longer there.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await expectUsable(page, 'no such list');
    await page.getByRole('combobox', { name: 'Select list' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await addressIs(page, '?tab=lists');
  });

  test.each([
    '/settings/tokens?user=99999999',
    '/settings/audit?user=99999999',
    '/settings/audit?token=99999999',
  ])('%s names what it is narrowed to, though it is not there', async (path) => {
    const page = await tests.signedIn(path);
    const name = path.includes('token=') ? 'Token' : 'User';
    await expect
      .poll(() => page.getByRole('combobox', { name, exact: true }).inputValue())
      .toBe('No. 99999999 (is no longer there)');
  });
});
