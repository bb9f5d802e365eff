/** Browser tests of the settings UI: a service, an organisation and a browser per file, a window per test. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { type Look, openWindow, scrollsSideways, seriousFindings, startBrowser } from './browser.ts';
import { signIn } from './browser-session.ts';
import { type Organisation, startTestService, type TestService } from './service.ts';

type Window = Awaited<ReturnType<typeof openWindow>>;

export interface SettingsTests {
  readonly service: TestService;
  readonly organisation: Organisation;
  /** A window on a page before the login. */
  open(path: string, look?: Look): Promise<Page>;
  /** A page behind the login, with its data loaded. @param login the administrator by default */
  signedIn(path: string, look?: Look, login?: Organisation['login']): Promise<Page>;
}

/**
 * Registers setup and teardown of the file. After each test its pages must have requested only our host and logged no
 * error.
 */
export const settingsTests = (
  options: {
    env?: Record<string, string>;
    plan?: Record<string, unknown>;
    printedOtherwise?: true;
    /** Logged errors that do not fail a test. */
    expected?: RegExp;
    /** Other hosts that pages may lead to. */
    away?: RegExp;
  } = {},
): SettingsTests => {
  // A flow is many steps, and each may wait for a busy machine.
  vi.setConfig({ testTimeout: 120_000 });
  let service: TestService;
  let organisation: Organisation;
  let browser: Browser;
  let windows: Window[] = [];
  beforeAll(async () => {
    service = await startTestService({
      env: options.env ?? {},
      ...(options.printedOtherwise ? { printedOtherwise: true } : {}),
    });
    organisation = await service.organisation(options.plan);
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
    const { expected, away } = options;
    expect(closed.flatMap(({ foreign }) => foreign).filter((one) => !away?.test(one))).toEqual([]);
    expect(closed.flatMap(({ problems }) => problems).filter((one) => !expected?.test(one))).toEqual([]);
  });
  const openAs = async (cookie: string | null, path: string, look?: Look): Promise<Page> => {
    const window = await openWindow(browser, service.address, look);
    windows.push(window);
    const [name = '', value = ''] = cookie?.split('=') ?? [];
    if (name) await window.context.addCookies([{ name, value, url: service.address }]);
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
    open: (path, look) => openAs(null, path, look),
    signedIn: async (path, look, login = organisation.login) => {
      const { cookie } = await signIn(service.address, login);
      const page = await openAs(cookie, path, look);
      await pageIsThere(page);
      return page;
    },
  };
};

/** Waits until a page shows its data. */
export const pageIsThere = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('status', { name: /^(Loading|Wird geladen) …$/ }).count()).toBe(0);
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
};

/** Nothing serious for axe, no sideways scrolling; `what` names the state of the page in a failure. */
export const expectUsable = async (page: Page, what: string): Promise<void> => {
  // As one text, which a report prints whole; of a list it prints the number.
  expect((await seriousFindings(page)).join('\n'), what).toBe('');
  expect(await scrollsSideways(page), what).toBe(false);
};

/** Has the browser ask before the tab is closed, and stays. @throws where the tab closes without a question */
export const stayAtClosing = async (page: Page): Promise<void> => {
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
};
