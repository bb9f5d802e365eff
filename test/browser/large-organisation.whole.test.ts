/** A large organisation: hundreds of own fields, relation types, list entries and webhooks. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

const FIELDS = 40;
const TYPES = 60;

/**
 * Runs in a page: types a text into a field as the browser does. @returns the texts of the field and of `counted`
 * right after the key
 */
const TYPE = `async ([field, counted, text]) => {
  const input = document.querySelector(field);
  const before = document.querySelectorAll(counted).length;
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await Promise.resolve();
  return { said: input.value, drawn: before - document.querySelectorAll(counted).length };
}`;

/** Runs in a page: notes how many rows a table of boxes had when it was drawn first. */
const FIRST_ROWS = `new MutationObserver((_, looking) => {
  const matrix = document.querySelector('table.matrix');
  if (!matrix) return;
  looking.disconnect();
  window.firstRows = matrix.tBodies[0].rows.length;
}).observe(document, { childList: true, subtree: true })`;

describe.runIf(hasBrowser)('a large organisation', () => {
  const tests = settingsTests({ plan: { api_requests_per_minute: 1_000_000, licenses: 100 } });
  beforeAll(async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    for (let n = 1; n <= FIELDS; n += 1)
      await admin.send('PUT', `/fields/customers/ind_${n}`, { label: `Merkmal ${n}`, kind: 'text' });
    for (let n = 1; n <= TYPES; n += 1)
      await admin.send('POST', '/relation-types', { kreis: 1 + (n % 3), name: `Verbund ${n}`, reverse: null });
    const token = { user_kid: tests.organisation.adminKid, scopes: ['v3:users:read'], expires_at: null, addresses: [] };
    await admin.send('POST', '/tokens', { ...token, name: 'Vergleichsportal', addresses: ['192.0.2.7'] });
  }, 120_000);

  const rows = (page: Page) => page.locator('tbody tr').count();

  test('an added field is found by name and label, and can be moved where all fields are shown', async () => {
    const page = await tests.signedIn('/settings/fields');
    const search = page.getByRole('searchbox', { name: 'Search in: Fields' });
    await search.fill('merkmal 17');
    await expect.poll(() => rows(page)).toBe(1);
    await page.getByRole('button', { name: 'Actions for Merkmal 17' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Move up' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await search.fill('ind_3');
    await expect.poll(() => rows(page)).toBe(11);
    expect(new URL(page.url()).search).toBe('?search=ind_3');
    await page.reload();
    await pageIsThere(page);
    expect(await rows(page)).toBe(11);
    await search.fill('there is no such field');
    await page.getByText('Nothing matches this search.').waitFor();
    await search.fill('');
    await page.getByRole('button', { name: 'Actions for Merkmal 17' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor();
  });

  test.each([
    ['fields', 'Merkmal 17', 1],
    ['relation-types', 'Verbund 17', 1],
    ['sparten', 'rechtsschutz', null],
  ])('%s: what is typed stands in its field before the rows are drawn', async (name, text, left) => {
    const page = await tests.signedIn(`/settings/${name}`);
    const before = await rows(page);
    const typed = await page.evaluate(
      `(${TYPE})(${JSON.stringify(['main input[type=search]', 'main tbody tr', text])})`,
    );
    expect(typed).toEqual({ said: text, drawn: 0 });
    if (left === null) await expect.poll(() => rows(page)).toBeLessThan(before);
    else await expect.poll(() => rows(page)).toBe(left);
    const found = await rows(page);
    await page
      .getByRole('status')
      .getByText(found === 1 ? '1 entry' : `${found} entries`, { exact: true })
      .waitFor();
    expect(await page.locator('main input[type=search]').inputValue()).toBe(text);
  });

  test.each([
    ['tokens', 'Create token', 12],
    ['webhooks', 'Create webhook', 20],
  ])('%s: the first boxes of the form are there at once, and all of them soon', async (name, button, first) => {
    const page = await tests.signedIn(`/settings/${name}`);
    await page.evaluate(FIRST_ROWS);
    await page.getByRole('button', { name: button }).click();
    const matrix = page.getByRole('dialog').locator('table.matrix');
    await expect.poll(() => matrix.locator('tbody tr').count()).toBeGreaterThan(first);
    await matrix.and(page.locator('[aria-busy=false]')).waitFor();
    expect(await page.evaluate('window.firstRows')).toBeLessThan(13);
    // The checkbox of a column sets all of its rows.
    await matrix.locator('thead input').first().check();
    await expect.poll(() => matrix.locator('tbody tr td:nth-child(2) input:not(:checked)').count()).toBe(0);
    await matrix.locator('tbody tr').nth(2).locator('input').first().uncheck();
    expect(await matrix.locator('thead input').first().isChecked()).toBe(false);
  });

  test('a second submit before the first one is drawn is ignored', async () => {
    const page = await tests.signedIn('/settings/tags');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('Einmal');
    await page.locator('[role=dialog] form').evaluate((form: { requestSubmit: () => void }) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await page.getByRole('rowheader', { name: 'Einmal', exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
  });

  test.each([
    'tokens',
    'fields',
    'sparten',
    'relation-types',
    'tags',
    'users',
    'audit',
  ])('%s: all columns are in sight at 1,024 px, in German too', async (name) => {
    for (const language of ['de', 'en'] as const) {
      const page = await tests.signedIn(`/settings/${name}`, { language, width: 1024 });
      const hidden = page
        .locator('.stacks')
        .evaluateAll((places: { scrollWidth: number; clientWidth: number }[]) =>
          places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth).filter((pixels) => pixels > 1),
        );
      expect(await hidden, language).toEqual([]);
    }
  });

  test('no word of a button in a row is cut at 320 px', async () => {
    const page = await tests.signedIn('/settings/tags', { language: 'de', width: 320 });
    const cut = page
      .locator('tbody .mantine-Button-label')
      .evaluateAll(
        (labels: { scrollWidth: number; clientWidth: number }[]) =>
          labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
      );
    expect(await cut).toBe(0);
  });
});
