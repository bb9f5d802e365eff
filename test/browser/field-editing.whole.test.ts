/** A single field of a record, changed where it is shown. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('a field in its place', () => {
  const tests = settingsTests();
  type Client = Awaited<ReturnType<typeof tests.organisation.client>>;
  let api: Client;
  let kid = 0;
  beforeAll(async () => {
    api = await tests.organisation.client();
    const person = { vorname: 'Ida', name: 'Muster', geb: '1984-08-12', kommentar: 'Erste Zeile' };
    kid = (await api.post('/v3/customers', person)).body.kid;
  });
  const stored = async () => (await api.get(`/v3/customers/${kid}`)).body;
  const pencil = (page: Page, field: string) => page.getByRole('button', { name: `Change: ${field}`, exact: true });

  test('Enter at its pencil opens it, Enter saves it, and the focus stays there', async () => {
    const page = await tests.signedIn(`/customers/${kid}/details`);
    await pencil(page, 'Place of birth').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Place of birth' }).and(page.locator(':focus')).waitFor();
    await expectUsable(page, 'open');
    await page.keyboard.type('Potsdam');
    await page.keyboard.press('Enter');
    await pencil(page, 'Place of birth').and(page.locator(':focus')).waitFor();
    await page.getByText('Potsdam').waitFor();
    expect((await stored()).geb_ort).toBe('Potsdam');
  });

  test('Escape leaves it as it was; a double click opens it, a long text takes lines', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    await pencil(page, 'Name').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Anders');
    await page.keyboard.press('Escape');
    await pencil(page, 'Name').and(page.locator(':focus')).waitFor();
    await page.getByText('Erste Zeile').dblclick();
    await page.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Zweite');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).kommentar).toBe('Erste Zeile\nZweite');
    expect((await stored()).name).toBe('Muster');
  });

  test('a typed text that was left stays, and is offered at its field', async () => {
    const page = await tests.signedIn(`/customers/${kid}/details`);
    const input = page.getByRole('textbox', { name: 'Place of birth' });
    const offered = page.getByRole('button', { name: 'Unsaved entry: Place of birth' });
    const leaves: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
      ['Leer', () => page.getByRole('link', { name: 'Overview' }).click(), () => page.goBack()],
      ['Bonn', () => page.goBack(), () => page.goForward()],
      ['Köln', () => pencil(page, 'First name').click(), () => page.keyboard.press('Escape')],
      ['Trier', () => page.reload(), async () => undefined],
    ];
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Details' }).click();
    for (const [text, leave, comeBack] of leaves) {
      await pencil(page, 'Place of birth').or(offered).click();
      await input.fill(text);
      await leave();
      // A page that is drawn only after the way back has never left its form.
      await input.waitFor({ state: 'detached' });
      await comeBack();
      await offered.click();
      await page.getByText(/^Restored your unsaved entry/).waitFor();
      expect(await input.inputValue()).toBe(text);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await input.waitFor({ state: 'detached' });
      expect(await offered.count()).toBe(0);
    }
  });

  test('Escape and Enter that end a composition leave the field open', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    for (const name of ['First name', 'Comment']) {
      await pencil(page, name).focus();
      await page.keyboard.press('Enter');
      const input = page.locator('main').getByRole('textbox', { name, exact: true });
      await input.waitFor();
      for (const key of ['Escape', 'Enter'])
        await input.dispatchEvent('keydown', { key, code: key, isComposing: true, keyCode: 229 });
      await expectUsable(page, 'composed');
      expect(await input.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await input.waitFor({ state: 'detached' });
    }
  });

  test('a wrong value and a refusal are shown at the field', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    await pencil(page, 'Date of birth').focus();
    await page.keyboard.press('Enter');
    const input = page.getByRole('textbox', { name: 'Date of birth' });
    await input.fill('gestern vielleicht');
    await page.keyboard.press('Enter');
    await page.getByText(/^Please enter a date/).waitFor();
    await page.route(`**/v3/customers/${kid}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 400,
            headers: { 'x-request-id': 'refused' },
            json: {
              data: {
                error: 'validation_failed',
                message: 'No.',
                issues: [{ path: ['geb'], code: 'too_late', message: 'Too late.' }],
              },
            },
          })
        : route.continue(),
    );
    await input.fill('13.8.1984');
    const save = page.locator('main dl').getByRole('button', { name: 'Save' });
    await save.click();
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    await page.unroute(`**/v3/customers/${kid}`);
    await save.click();
    await expect.poll(async () => (await stored()).geb).toBe('1984-08-13');
  });

  test('a change of others to the same field is shown with both values', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    await pencil(page, 'First name').focus();
    await page.keyboard.press('Enter');
    const input = page.getByRole('textbox', { name: 'First name' });
    await input.fill('Ina');
    await api.patch(`/v3/customers/${kid}`, { vorname: 'Iris', namenszusatz: 'jun.' });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Iris').waitFor();
    await expectUsable(page, 'conflict');
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect.poll(async () => (await stored()).vorname).toBe('Ina');
    expect((await stored()).namenszusatz).toBe('jun.');
  });

  test('a user who may only read has no pencil', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'lesend@example.com', 'lesend');
    const { cookie } = await person.signIn();
    const page = await tests.open('/favicon.svg');
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto(`/customers/${kid}`);
    await page.getByText('Erste Zeile').dblclick();
    await expectUsable(page, 'read only');
    expect(await page.getByRole('button', { name: /^Change: / }).count()).toBe(0);
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0);
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const page = await tests.signedIn(`/customers/${kid}/details`, { language });
    await page.getByText('Erste Zeile').dblclick();
    await page.locator('main').getByRole('textbox').waitFor();
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectUsable(page, `${language}, ${colorScheme}, ${width}`);
    }
  });
});
