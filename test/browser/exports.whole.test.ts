/** The page of exports: choose kinds of records, follow the export, download its file. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Stoppable } from '../../src/concurrency/background-loop.ts';
import { readConfig } from '../../src/config/config.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('exports', () => {
  const tests = settingsTests();
  let worker: Stoppable;
  let files: FileStores;
  beforeAll(async () => {
    files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
    const failed = (error: Error) => {
      throw error;
    };
    worker = startExportWorker({ db: tests.service.asService, files, failed }, { poll: 50 });
    const api = await tests.organisation.client();
    await api.post('/v3/customers', { vorname: 'Jürgen', name: 'Müller' });
  });
  afterAll(async () => {
    await worker?.stop();
    await files?.close();
  });

  test('an export is started, downloaded and deleted', async () => {
    const page = await tests.signedIn('/');
    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('alert').getByText('Choose at least one kind of records.').waitFor();
    await page.getByRole('checkbox', { name: 'Customers' }).check();
    await page.getByRole('checkbox', { name: /^with: .*Address/ }).uncheck();
    await page.getByRole('button', { name: 'Export' }).click();
    const row = page.getByRole('row', { name: /Customers/ });
    const link = row.getByRole('link', { name: /^Download: customers-.*\.csv$/ });
    await link.waitFor();
    await row.getByText(/^1 record, /).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toContain(';Müller;Jürgen;');
    await row.getByRole('button', { name: /^Delete: / }).click();
    await page.getByText('No export yet.').waitFor();
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const api = await tests.organisation.client();
    await api.post('/v3/exports', {
      sections: ['customers', 'addresses', 'contracts', 'damages', 'goals'],
      format: 'csv',
    });
    const page = await tests.signedIn('/exports', { language });
    await page.getByRole('checkbox').first().check();
    await pageIsThere(page);
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectUsable(page, `/exports, ${language}, ${colorScheme}, ${width}`);
    }
  });
});
