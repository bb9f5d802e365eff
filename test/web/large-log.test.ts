/** The audit log page with as many entries as years leave behind: each filter, the next piece and the export come at once. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { fillLog } from '../support/many-rows.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

const ENTRIES = 2_000_000;
/** What somebody waits for an act on the page, with room for a busy machine; the service itself takes some 10 ms. */
const BOUND_MS = 4_000;

describe.runIf(hasBrowser)(`${ENTRIES.toLocaleString('en')} entries`, () => {
  const tests = settingsTests();
  beforeAll(() => fillLog(tests.service, tests.organisation, ENTRIES), 600_000);

  const quick = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now();
    await act();
    expect(performance.now() - begin, what).toBeLessThan(BOUND_MS);
  };
  const record = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
  const records = (page: Page) => page.getByTitle('Show only this record');

  test('the newest, and those before them', async () => {
    const page = await tests.signedIn('/settings/tags');
    await page.getByRole('link', { name: 'Audit log', exact: true }).hover();
    await quick('the page', async () => {
      await page.getByRole('link', { name: 'Audit log', exact: true }).click();
      await records(page).nth(40).waitFor();
    });
    const before = await records(page).count();
    await quick('more', async () => {
      await page.getByRole('button', { name: 'Load more' }).click();
      await records(page)
        .nth(before + 40)
        .waitFor();
    });
    await expectUsable(page, 'a hundred entries');
  });

  test('an act that is seldom and long ago, alone and with its kind', async () => {
    const page = await tests.signedIn('/settings/audit');
    await quick('an act', async () => {
      await page.getByRole('combobox', { name: 'Action' }).click();
      await page.getByRole('option', { name: 'Merged' }).click();
      await record(page, 'damages/11').waitFor();
    });
    expect(await records(page).count()).toBe(11);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await quick('a record', async () => {
      await record(page, 'damages/11').click();
      await expect.poll(() => records(page).count()).toBe(1);
    });
    expect(new URL(page.url()).search).toBe('?action=merge&record=damages%2F11');
  });

  test.each([
    ['a kind that is seldom', '?section=damages', 'damages/40'],
    ['a record', '?record=customers/777', 'customers/777'],
    ['a day long ago', '?since=2015-01-02T00:00:00Z&until=2015-01-03T00:00:00Z', 'customers/1728'],
  ])('%s, by its address', async (what, search, found) => {
    const page = await tests.signedIn('/settings/audit?action=revoke');
    await quick(what, async () => {
      await page.goto(`/settings/audit${search}`);
      await pageIsThere(page);
      await record(page, found).waitFor();
    });
  });

  test('an export of everything begins at once', async () => {
    const page = await tests.signedIn('/settings/audit');
    const begun = page.waitForEvent('download');
    await quick('the export', async () => {
      await page.getByRole('link', { name: 'Export as CSV' }).click();
      await begun;
    });
    const download = await begun;
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await download.cancel();
  });
});
