/** Browser tests of the settings UI: a service, an organisation and a browser per file, a window per test. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { type Look, openWindow, scrollsSideways, seriousFindings, signInByForm, startBrowser } from './browser.ts';
import { type Organisation, startTestService, type TestService } from './service.ts';

type Window = Awaited<ReturnType<typeof openWindow>>;

export interface SettingsTests {
  readonly service: TestService;
  readonly organisation: Organisation;
  /** A window on a page before the login. */
  open(path: string, look?: Look): Promise<Page>;
  /** A window on a page behind the login, its heading shown. */
  signedIn(path: string, look?: Look): Promise<Page>;
}

/**
 * Registers what starts and ends with the file. After each test its windows must have asked only our host and logged no
 * error.
 */
export const settingsTests = (env: Record<string, string> = {}): SettingsTests => {
  // A flow is many steps, and each may wait for a busy machine.
  vi.setConfig({ testTimeout: 120_000 });
  let service: TestService;
  let organisation: Organisation;
  let browser: Browser;
  let windows: Window[] = [];
  beforeAll(async () => {
    service = await startTestService({ env });
    organisation = await service.organisation();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  afterEach(async () => {
    const closed = windows;
    windows = [];
    await Promise.all(closed.map(({ context }) => context.close()));
    expect(closed.flatMap(({ foreign }) => foreign)).toEqual([]);
    expect(closed.flatMap(({ problems }) => problems)).toEqual([]);
  });
  const open = async (path: string, look?: Look): Promise<Page> => {
    const window = await openWindow(browser, service.address, look);
    windows.push(window);
    await window.page.goto(path);
    return window.page;
  };
  return {
    get service() {
      return service;
    },
    get organisation() {
      return organisation;
    },
    open,
    signedIn: async (path, look) => {
      const page = await open('/login', look);
      await signInByForm(page, organisation.login);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
  };
};

/** Nothing serious for axe, no sideways scrolling; `what` names the state of the page in a failure. */
export const expectUsable = async (page: Page, what: string): Promise<void> => {
  expect(await seriousFindings(page), what).toEqual([]);
  expect(await scrollsSideways(page), what).toBe(false);
};
