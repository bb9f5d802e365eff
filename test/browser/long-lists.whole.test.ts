/** Lists that are long, with names that are: pages, a search, and nothing pushed out of sight. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { fillLists } from '../support/bulk-rows.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

const TAGS = 120;
const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);

describe.runIf(hasBrowser)('long lists', () => {
  const tests = settingsTests({ printedOtherwise: true, plan: { api_requests_per_minute: 1_000_000, licenses: 100 } });
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const numbers = Array.from({ length: TAGS }, (_, i) => String(i + 1).padStart(3, '0'));
    // One by one: a busy machine refuses some of a hundred at once.
    for (const n of numbers)
      expect((await api.post('/v3/system/tags', { tag: `Tag ${n}`, freigabe: 1 })).status).toBe(201);
    const admin = await signIn(tests.service.address, tests.organisation.login);
    await admin.send('POST', '/tags', { tag: `A ${LONG}`, freigabe: 1 });
    await admin.send('POST', '/users', { name: LONG, email: 'a@example.com', rolle: 'berater', lizenz: false });
    await admin.send('PUT', '/billing-companies', { names: [LONG] });
    await admin.send('PUT', '/fields/customers/ind_1', { label: LONG, kind: 'text' });
    await admin.send('POST', '/relation-types', { kreis: 1, name: LONG, reverse: `${LONG} 2` });
    const token = { user_kid: tests.organisation.adminKid, scopes: ['v3:users:read'], expires_at: null, addresses: [] };
    await admin.send('POST', '/tokens', { ...token, name: LONG });
  });
  const rows = (page: Page) => page.locator('tbody tr').count();

  test('a page shows fifty rows; a search covers all of them', async () => {
    const page = await tests.signedIn('/settings/tags');
    await expect.poll(() => rows(page)).toBe(50);
    await page.getByText(`1 to 50 of ${TAGS + 1}`).waitFor();
    await expectUsable(page, 'first page');
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByRole('rowheader', { name: `Tag ${TAGS}`, exact: true }).waitFor();
    await expect.poll(() => rows(page)).toBe(TAGS + 1 - 100);
    expect(await page.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('searchbox', { name: 'Search in: Tags' }).fill('tag 01');
    await page.getByText('10 entries').waitFor();
    await expect.poll(() => rows(page)).toBe(10);
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByText('Nothing matches this search.').waitFor();
    await expectUsable(page, 'nothing found');
  });

  test('a dialog about a long name can be read and closed on a phone', async () => {
    const page = await tests.signedIn('/settings/relation-types', { width: 390, scheme: 'dark' });
    await page.getByRole('button', { name: `Actions for ${LONG} 2` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is removed with it').waitFor();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expectUsable(page, 'dialog');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test.each([
    'tokens',
    'fields',
    'relation-types',
    'billing-companies',
    'tags',
    'users',
  ])('long names leave the rest of the row in sight: %s', async (name) => {
    const page = await tests.signedIn(`/settings/${name}`);
    await pageIsThere(page);
    const hidden = await page
      .locator('.stacks')
      .evaluateAll((regions) => regions.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    expect(hidden).toBe(0);
  });

  describe('of thousands', () => {
    beforeAll(async () => {
      const admin = await signIn(tests.service.address, tests.organisation.login);
      const hook = await admin.send('POST', '/webhooks', { url: 'https://example.com/many', events: [] });
      await fillLists(tests.service, tests.organisation, hook.body.webhook_id);
    });

    test('users are searched and sorted over all pages', async () => {
      const page = await tests.signedIn('/settings/users');
      await page.getByText(/^1 to 50 of 2,00\d$/).waitFor();
      await page.getByRole('searchbox').fill('nach 0007');
      await page.getByText('Vor 1993 Nach 0007').waitFor();
      await page.getByText('1 entry').waitFor();
      await page.getByRole('searchbox').fill('nach');
      const name = page.getByRole('columnheader', { name: 'Name' });
      await name.getByRole('button').click();
      await name.getByRole('button').click();
      await page.getByText('Vor 1 Nach 1999').waitFor();
      expect(await name.getAttribute('aria-sort')).toBe('descending');
      await expectUsable(page, 'sorted users');
    });

    test('a picker of users shows a few, and finds the others by search', async () => {
      const page = await tests.signedIn('/settings/tokens');
      await page.getByText(/^1 to 50 of 50\d$/).waitFor();
      await page.getByRole('button', { name: 'Create token' }).click();
      const picker = page.getByRole('dialog').getByRole('combobox', { name: 'User' });
      await picker.click();
      await page.getByRole('option', { name: /Vor 1998/ }).waitFor();
      expect(await page.getByRole('option').count()).toBeLessThanOrEqual(21);
      await picker.fill('u1000@');
      await page.getByRole('option', { name: 'Vor 1000 Nach 1000 (u1000@example.com)' }).click();
      expect(await picker.inputValue()).toBe('Vor 1000 Nach 1000 (u1000@example.com)');
      // Who may not sign in gets no token.
      await picker.fill('u999@');
      await page.getByText('Nothing found').waitFor();
    });

    test('deliveries show the number of pending ones, and the latest', async () => {
      const page = await tests.signedIn('/settings/webhooks');
      await page.getByRole('article', { name: 'https://example.com/many' }).getByRole('link').first().click();
      await page.getByText('1 to 50 of 10,000').waitFor();
      await page.locator('label', { hasText: 'Pending' }).click();
      await page.getByText('1 to 50 of 9,000').waitFor();
      await page.getByRole('button', { name: 'Page 180' }).click();
      await page.getByText('8,951 to 9,000 of 9,000').waitFor();
      await expect.poll(() => rows(page)).toBe(50);
    });
  });
});
