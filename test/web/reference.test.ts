/** The API reference in a real Chromium: its frame is ours, what it shows of the calls is Scalar's. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { settingsTests } from '../support/settings-window.ts';

/** Rules that the markup of Scalar breaks, and no setting of it changes. */
const SCALAR: Readonly<Record<string, string>> = {
  'aria-allowed-attr': 'entries of its navigation are buttons with aria-selected',
  'aria-required-children': 'its list of client libraries is a tablist whose tabs stand deeper',
  'button-name': 'its buttons that search and copy have a picture and no name',
  'label-content-name-mismatch': 'its buttons that show more of a group are named otherwise than they read',
  'scrollable-region-focusable': 'its lists of calls scroll and cannot be focused',
};

/** Everything that the browser would keep of a page. */
const KEPT =
  'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.name, document.cookie, location.href])';

describe.runIf(hasBrowser)('the reference', () => {
  const tests = settingsTests();
  const callsAreThere = (page: Page) =>
    page.getByText('/v3/activities', { exact: true }).first().waitFor({ timeout: 60_000 });
  /** Scalar's own field for the token, in front of all calls. */
  const scalarField = (page: Page) => page.locator('#calls').getByPlaceholder('Token').first();

  /** Tries the first call that lists. @returns its header and status */
  const tryOut = async (page: Page) => {
    // Scalar draws hundreds of calls at a stretch, and takes a click when it has: seconds, on a busy machine many.
    const patient = { timeout: 60_000 };
    await page
      .getByRole('button', { name: /Test Request.*get \/v3\/activities\)?$/i })
      .first()
      .click(patient);
    const asked = page.waitForRequest((request) => request.url().includes('/v3/activities'), patient);
    await page.getByRole('button', { name: /^Send get/ }).click(patient);
    const request = await asked;
    const answer = await request.response();
    return { authorization: (await request.allHeaders()).authorization, status: answer?.status(), url: request.url() };
  };

  test.each(['light', 'dark'] as const)('%s: readable, and asking nobody but us', async (scheme) => {
    const page = await tests.open('/reference', { scheme });
    await callsAreThere(page);
    expect(await seriousFindings(page, { part: '#calls' }), 'our frame').toEqual([]);
    expect(await seriousFindings(page, { rules: Object.keys(SCALAR) })).toEqual([]);
  }, 300_000); // All calls on one page: axe takes its time.

  test('speaks the language that was chosen in the settings, has its colours, and leads back', async () => {
    const page = await tests.signedIn('/settings', { language: 'en' });
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Farbschema' }).click();
    await page.getByRole('menuitem', { name: 'Dunkel' }).click();
    await page.getByRole('link', { name: 'API-Referenz', exact: true }).click();
    await callsAreThere(page);
    expect(await page.title()).toBe('API-Referenz · Broker CRM');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('body').getAttribute('class')).toContain('dark-mode');
    await page.getByRole('button', { name: 'Farbschema' }).click();
    await page.getByRole('menuitem', { name: 'Hell' }).click();
    await page.locator('body.light-mode').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await page.getByRole('button', { name: 'Token einsetzen' }).click();
    await page.getByLabel('API-Token').waitFor();
    expect(await seriousFindings(page, { part: '#calls' }), 'the token, on a phone').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
  });

  test('a token that was just made is filled in, and kept nowhere', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Tried');
    await page.getByLabel('Activities: Read').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Try it in the reference' }).click();
    const reference = await opened;
    await reference.getByRole('button', { name: 'Token filled in' }).waitFor();
    await callsAreThere(reference);
    await expect.poll(() => scalarField(reference).inputValue()).toBe(token);
    const { authorization, status, url } = await tryOut(reference);
    expect(authorization).toBe(`Bearer ${token}`);
    expect(status).toBe(200);
    expect(url).not.toContain(token);
    for (const one of [page, reference]) expect(await one.evaluate<string>(KEPT)).not.toContain(token.slice(0, 20));
    // The dialog still has it, and gives it to no second tab.
    expect(await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue()).toBe(token);
    await reference.reload();
    await reference.getByRole('button', { name: 'Fill in a token' }).waitFor();
  });

  test('a token is pasted, used, and forgotten', async () => {
    const { token } = await tests.organisation.client();
    const page = await tests.open('/reference');
    await callsAreThere(page);
    await page.getByRole('button', { name: 'Fill in a token' }).click();
    await page.getByLabel('API token').fill(` ${token} `);
    await page.keyboard.press('Enter');
    await expect.poll(() => scalarField(page).inputValue()).toBe(token);
    expect((await tryOut(page)).status).toBe(200);
    expect(await page.evaluate<string>(KEPT)).not.toContain(token);
    await page.reload();
    await callsAreThere(page);
    expect(await scalarField(page).inputValue()).toBe('');
  });

  test('a script that does not arrive is said, and tried again', async () => {
    const page = await tests.open('/favicon.svg');
    await page.route('**/reference/standalone.js', (route) => route.abort());
    await page.goto('/reference');
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/reference/standalone.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await callsAreThere(page);
  });
});
