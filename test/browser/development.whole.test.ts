/** The page as it is served while it is being changed: from its sources, with the API of a running service. */
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, openWindow, startBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.runIf(hasBrowser)('development', () => {
  let service: TestService;
  let vite: ViteDevServer;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    process.env.SERVICE_URL = service.address;
    vite = await createServer({ configFile: 'web/vite.config.ts', logLevel: 'error', server: { port: 0 } });
    await vite.listen();
    browser = await startBrowser();
  });
  afterAll(async () => {
    delete process.env.SERVICE_URL;
    await browser?.close();
    await vite?.close();
    await service?.stop();
  });

  test('changes something through the proxy, and waits for changes of its sources', async () => {
    const { login } = await service.organisation();
    const [address = ''] = vite.resolvedUrls?.local ?? [];
    const { page, context, problems } = await openWindow(browser, address);
    context.setDefaultTimeout(60_000);
    const waits = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
    await page.goto('/settings/tags');
    await waits;
    await page.getByLabel('E-mail address').fill(login.email);
    await page.locator('input[type=password]').fill(login.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('VIP');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('rowheader', { name: 'VIP', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
