/** Every page of the settings in a real Chromium: readable for everyone, on a phone too, and asking nobody but us. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasBrowser,
  type Look,
  openWindow,
  scrollsSideways,
  seriousFindings,
  signInByForm,
  startBrowser,
} from '../support/browser.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

const PAGES = [
  '',
  '/tokens',
  '/webhooks',
  '/usage',
  '/fields',
  '/sparten',
  '/relation-types',
  '/billing-companies',
  '/tags',
  '/inbox',
  '/users',
  '/audit',
  '/account',
];
const LOOKS: readonly Look[] = [
  { scheme: 'light', language: 'de' },
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'de', width: 390 },
];

describe.runIf(hasBrowser)('settings UI', () => {
  let service: TestService;
  let organisation: Organisation;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    organisation = await service.organisation();
    const api = await organisation.client();
    const { kid } = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body;
    await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: 'brief.txt', kid, absender: 'Post' });
    await api.post('/v3/system/tags', { tag: 'A-Kunde', freigabe: 1 });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.each(LOOKS)('all pages, $scheme, $language, $width', async (look) => {
    const { page, context, foreign, problems } = await openWindow(browser, service.address, look);
    await signInByForm(page, organisation.login);
    for (const path of PAGES) {
      await page.goto(`/settings${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await seriousFindings(page), path).toEqual([]);
      expect(await scrollsSideways(page), path).toBe(false);
      expect(await page.locator('[role=alert]').count(), path).toBe(0);
    }
    expect(foreign).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }, 90_000);

  test('without a session every address leads to the login; wrong words are told there', async () => {
    const { page, context } = await openWindow(browser, service.address, { language: 'de' });
    await page.goto('/settings/users');
    await page.waitForURL(/\/login/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('input[type=email], input[name=email]').first().fill(organisation.login.email);
    await page.locator('input[type=password]').first().fill('falsch');
    await page.locator('button[type=submit]').click();
    await page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor();
    await context.close();
  });
});
