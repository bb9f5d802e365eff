/** The API reference in a real Chromium: our frame around Scalar's view of the calls. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { settingsTests } from '../support/settings-window.ts';

/** Rules that the markup of Scalar breaks, and no setting of it changes. */
const SCALAR: Readonly<Record<string, string>> = {
  'aria-allowed-attr': 'entries of its navigation are buttons with aria-selected',
  'aria-required-children': 'its list of client libraries is a tablist whose tabs stand deeper',
  'button-name': 'its buttons that search and copy have a picture and no name',
  'scrollable-region-focusable': 'its lists of calls scroll and cannot be focused',
};

const SCRIPT = '**/reference/standalone.js';

/** A library in Scalar's script calls `Function('')` once and catches the refusal: then it runs without `eval`. The policy stays. */
const EVAL_PROBE = /^Against the policy: script-src eval \S+\/reference\/standalone\.js \d+$/;

/** Everything that the browser would keep of a page. */
const KEPT =
  'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.name, document.cookie, location.href])';

describe.runIf(hasBrowser)('the reference', () => {
  const tests = settingsTests({ expected: EVAL_PROBE });
  const callsAreThere = (page: Page) => page.getByText('/v3/activities', { exact: true }).first().waitFor();
  /** Scalar's own field for the token, in front of all calls. */
  const scalarField = (page: Page) => page.locator('#calls').getByPlaceholder('Token').first();

  /** Tries the first call that lists. @returns its header and status */
  const tryOut = async (page: Page) => {
    await page
      .getByRole('button', { name: /Test Request.*get \/v3\/activities\)?$/i })
      .first()
      .click();
    const asked = page.waitForRequest((request) => request.url().includes('/v3/activities'));
    await page.getByRole('button', { name: /^Send get/ }).click();
    const request = await asked;
    const answer = await request.response();
    return { authorization: (await request.allHeaders()).authorization, status: answer?.status(), url: request.url() };
  };

  /** All calls on one page: axe takes its time, so each scheme is looked at once, in a tab that has drawn them anyway. */
  const expectReadable = async (page: Page, scheme: string) =>
    expect(await seriousFindings(page, { part: '#calls', rules: Object.keys(SCALAR) }), scheme).toEqual([]);

  test('has the language and colours of the settings, reports a script that did not load, and links back', async () => {
    const page = await tests.signedIn('/settings', { language: 'en', scheme: 'dark' });
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Farbschema' }).click();
    await page.getByRole('menuitem', { name: 'Hell' }).click();
    await page.route(SCRIPT, (route) => route.abort());
    await page.getByRole('link', { name: 'API-Referenz', exact: true }).click();
    await page.getByRole('alert').getByText('Der Dienst ist nicht erreichbar.').waitFor();
    await page.unroute(SCRIPT);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('status', { name: 'Wird geladen' }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Wird geladen' }).waitFor({ state: 'detached' });
    await callsAreThere(page);
    expect(await page.title()).toBe('API-Referenz · Broker CRM');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('body').getAttribute('class')).toContain('light-mode');
    await expectReadable(page, 'light');
    // Its texts are marked as English, and a link skips the list of calls.
    expect(await page.locator('main h1').evaluate((title) => title.closest('[lang]')?.getAttribute('lang'))).toBe('en');
    const skip = page.locator('a, button').first();
    await skip.focus();
    expect(await skip.innerText()).toBe('Zum Inhalt springen');
    await page.keyboard.press('Enter');
    await page.locator('#calls main:focus').first().waitFor();
    await page.getByRole('button', { name: 'Farbschema' }).click();
    await page.getByRole('menuitem', { name: 'Dunkel' }).click();
    await page.locator('body.dark-mode').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    // Far down among the calls the frame is at hand: a token is given there, and its question stays.
    await page.evaluate('scrollTo(0, 5000)');
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1000);
    expect(await page.evaluate("document.querySelector('header').getBoundingClientRect().top")).toBe(0);
    await page.getByRole('button', { name: 'Token eingeben' }).click();
    await page.getByLabel('API-Token').waitFor();
    expect(await seriousFindings(page, { part: '#calls' }), 'the token, on a phone').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
  }, 300_000);

  test('a new token is filled in without being stored, and another one can be pasted', async () => {
    const page = await tests.signedIn('/settings/tokens', { scheme: 'dark' });
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
    expect(await reference.locator('body').getAttribute('class')).toContain('dark-mode');
    await expectReadable(reference, 'dark');
    const made = await tryOut(reference);
    expect([made.authorization, made.status]).toEqual([`Bearer ${token}`, 200]);
    expect(made.url).not.toContain(token);
    for (const one of [page, reference]) expect(await one.evaluate<string>(KEPT)).not.toContain(token.slice(0, 20));
    // The dialog still has it, and gives it to no second tab.
    expect(await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue()).toBe(token);
    await reference.reload();
    await callsAreThere(reference);
    expect(await scalarField(reference).inputValue()).toBe('');

    const { token: other } = await tests.organisation.client();
    await reference.getByRole('button', { name: 'Enter a token' }).click();
    await reference.getByLabel('API token').fill(` ${other} `);
    await reference.keyboard.press('Enter');
    await expect.poll(() => scalarField(reference).inputValue()).toBe(other);
    const pasted = await tryOut(reference);
    expect([pasted.authorization, pasted.status]).toEqual([`Bearer ${other}`, 200]);
    expect(await reference.evaluate<string>(KEPT)).not.toContain(other);
    await reference.reload();
    await reference.getByRole('button', { name: 'Enter a token' }).waitFor();
  }, 300_000);
});
