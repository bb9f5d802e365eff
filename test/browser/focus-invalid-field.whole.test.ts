/** Forms outside dialogs: after a refusal by the form or the service, the focus moves to the invalid field. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { settingsTests } from '../support/settings-window.ts';

interface Case {
  readonly what: string;
  readonly fill: Readonly<Record<string, string>>;
  /** Name of the field that has the focus afterwards. */
  readonly focus: string;
}

const GOOD = 'ein neues langes Passwort';
const CURRENT = 'Aktuelles Passwort';
const NEXT = 'Neues Passwort';
const AGAIN = 'Neues Passwort wiederholen';
const REPEAT = 'Passwort wiederholen';
const EMAIL = 'E-Mail-Adresse';

describe.runIf(hasBrowser)('the first wrong field', () => {
  const tests = settingsTests();
  const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  const expectFocus = async (page: Page, submit: string, cases: readonly Case[]) => {
    for (const { what, fill, focus } of cases) {
      for (const [name, text] of Object.entries(fill)) await box(page, name).fill(text);
      await page.getByRole('button', { name: submit, exact: true }).click();
      const focused = box(page, focus).and(page.locator(':focus'));
      await expect.poll(() => focused.count(), { message: what }).toBe(1);
      expect(await focused.getAttribute('aria-invalid'), what).toBe('true');
    }
  };

  test('of the login', async () => {
    const page = await tests.open('/login', { language: 'de' });
    await expectFocus(page, 'Anmelden', [
      { what: 'nothing', fill: {}, focus: EMAIL },
      { what: 'no password', fill: { [EMAIL]: 'wer@example.com' }, focus: 'Passwort' },
      { what: 'refused', fill: { Passwort: 'falsch' }, focus: 'Passwort' },
    ]);
  });

  test('of an invitation', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const user = { email: 'neu@example.com', name: 'Neu', rolle: 'berater', lizenz: false };
    const { link } = (await admin.send('POST', '/users', user)).body;
    const page = await tests.open(new URL(link).pathname, { language: 'de' });
    await expectFocus(page, 'Passwort speichern', [
      { what: 'nothing', fill: {}, focus: NEXT },
      { what: 'another', fill: { [NEXT]: GOOD, [REPEAT]: 'anders' }, focus: REPEAT },
    ]);
  });

  test('of the password and of the second factor', async () => {
    const page = await tests.signedIn('/settings/account', { language: 'de' });
    await expectFocus(page, 'Passwort ändern', [
      { what: 'nothing', fill: {}, focus: CURRENT },
      { what: 'too short', fill: { [CURRENT]: 'falsch', [NEXT]: 'kurz' }, focus: NEXT },
      { what: 'another', fill: { [NEXT]: GOOD, [AGAIN]: 'anders' }, focus: AGAIN },
      { what: 'refused', fill: { [AGAIN]: GOOD }, focus: CURRENT },
    ]);
    await page.getByRole('button', { name: 'Einrichten' }).click();
    const proof = page.getByRole('dialog');
    const password = proof.getByLabel('Aktuelles Passwort');
    for (const given of ['', 'falsch', tests.organisation.login.password]) {
      await password.fill(given);
      await proof.getByRole('button', { name: 'Weiter' }).click();
      if (given === tests.organisation.login.password) await proof.waitFor({ state: 'detached' });
      else await expect.poll(() => password.and(page.locator(':focus')).count(), { message: given }).toBe(1);
    }
    await expectFocus(page, 'Einschalten', [
      { what: 'nothing', fill: {}, focus: 'Code aus der App' },
      { what: 'refused', fill: { 'Code aus der App': '000000' }, focus: 'Code aus der App' },
    ]);
  });

  test('of a select list', async () => {
    const page = await tests.signedIn('/settings/fields', { language: 'de' });
    await page.getByRole('tab', { name: 'Auswahllisten' }).click();
    await page.getByRole('textbox', { name: 'Name der Liste' }).fill('farben');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Speichern', [{ what: 'no display', fill: { 'Wert 1': 'rot' }, focus: 'Anzeige 1' }]);
    await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click();
    await expectFocus(page, 'Speichern', [
      { what: 'twice', fill: { 'Anzeige 1': 'Rot', 'Anzeige 2': 'Rot', 'Wert 2': 'rot' }, focus: 'Wert 1' },
    ]);
  });

  test('the button keeps the focus when the service is unreachable', async () => {
    const page = await tests.signedIn('/settings/account', { language: 'de' });
    for (const name of [CURRENT, NEXT, AGAIN]) await box(page, name).fill(GOOD);
    await page.context().setOffline(true);
    const button = page.getByRole('button', { name: 'Passwort ändern' });
    await button.press('Enter');
    await page.getByText('Der Dienst ist nicht erreichbar.').waitFor();
    await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1);
  });
});
