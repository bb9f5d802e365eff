/** Signing in and out in a real Chromium: password, second factor, organisation, and who sees what. */
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { sql } from '../../src/sql/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import { askSettings, signIn } from '../support/browser-session.ts';
import { setUpFactor } from '../support/people.ts';
import { expectUsable, settingsTests, stayAtClosing } from '../support/settings-window.ts';

const PASSWORD = 'ein langes Passwort';

describe.runIf(hasBrowser)('signing in', () => {
  const tests = settingsTests();
  beforeEach(() => tests.service.db.transaction((tx) => tx.run(sql`delete from login_failure`)));

  const fill = async (page: Page, email: string, password: string) => {
    await page.getByLabel('E-mail address').fill(email);
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  /** A user of the organisation with a password. */
  const newUser = async (email: string, rolle: string, login = tests.organisation.login) => {
    const admin = await signIn(tests.service.address, login);
    const { body } = await admin.send('POST', '/users', { email, name: 'Neu', rolle, lizenz: false });
    const address = `/invitations/${body.link.split('/').at(-1)}`;
    const accepted = await askSettings(tests.service.address, 'POST', address, { password: PASSWORD });
    expect(accepted.body).toEqual({ success: true, email });
    return { email, password: PASSWORD };
  };

  test('a wrong password is reported; the right one leads to the requested page', async () => {
    const page = await tests.open('/settings/tokens');
    await heading(page, 'Sign in');
    const { email, password } = tests.organisation.login;
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(2);
    await fill(page, email, 'wrong password');
    await page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
    expect(await page.locator('input[type=password]').inputValue()).toBe('');
    await expectUsable(page, 'refused login');
    await fill(page, email, password);
    await heading(page, 'API tokens');
    expect(new URL(page.url()).pathname).toBe('/settings/tokens');
  });

  test('after ten failures the page shows when to try again', async () => {
    const email = 'nobody@example.com';
    for (let i = 0; i < 10; i += 1) {
      await askSettings(tests.service.address, 'POST', '/session', { email, password: 'wrong' });
    }
    const page = await tests.open('/login');
    await fill(page, email, 'wrong');
    await page.getByText('Too many attempts to sign in.').waitFor();
    await page.getByText('You can try again in about 10 min.').waitFor();
  });

  test('a user with a second factor has to enter the code', async () => {
    const login = await newUser('zwei@example.com', 'admin');
    const client = await signIn(tests.service.address, login);
    const factor = await setUpFactor(tests.service, client);
    const page = await tests.open('/login', { scheme: 'dark', width: 390 });
    await fill(page, login.email, login.password);
    await heading(page, 'Second factor');
    await expectUsable(page, 'code');
    await page.getByLabel('Code').fill('000 000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The code is wrong or has expired.').waitFor();
    await page.getByText('set date and time of the phone to automatic').waitFor();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).press('Enter');
    const recovery = page.getByLabel('Recovery code').and(page.locator(':focus'));
    await recovery.waitFor();
    expect(await recovery.getAttribute('aria-invalid')).not.toBe('true');
    expect(await page.getByText('The code is wrong or has expired.').count()).toBe(0);
    await page.getByRole('button', { name: 'Use the code from the app instead' }).press('Enter');
    await page.getByLabel('Code').fill(await factor.code());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(page, 'My day');
  });

  test.each([
    { language: 'de', width: 1440 },
    { language: 'de', width: 390 },
    { language: 'en', width: 390 },
  ] as const)('no text of a button is cut off where the second factor is asked for, $language, $width px', async (look) => {
    const login = await newUser(`lang-${look.language}-${look.width}@example.com`, 'berater');
    await setUpFactor(tests.service, await signIn(tests.service.address, login));
    const page = await tests.open('/login', look);
    await page.locator('input[type=email]').fill(login.email);
    await page.locator('input[type=password]').fill(login.password);
    await page.locator('button[type=submit]').click();
    await page.locator('input[autocomplete=one-time-code]').waitFor();
    const cutOff = () =>
      page
        .locator('main .mantine-Button-label')
        .evaluateAll((all) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
            .map(({ textContent }) => textContent),
        );
    expect(await cutOff()).toEqual([]);
    await page.getByRole('button', { name: /recovery code|Wiederherstellungscode/ }).click();
    await page.locator('input[autocomplete=off]').waitFor();
    expect(await cutOff()).toEqual([]);
    await expectUsable(page, 'recovery code');
  });

  test('a recovery code replaces the second factor, once', async () => {
    const login = await newUser('ohne-geraet@example.com', 'berater');
    const factor = await setUpFactor(tests.service, await signIn(tests.service.address, login));
    const [recovery = ''] = factor.recoveryCodes;
    for (const answer of ['My day', 'refused']) {
      const page = await tests.open('/login');
      await fill(page, login.email, login.password);
      await heading(page, 'Second factor');
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await expectUsable(page, 'recovery code');
      await page.getByLabel('Recovery code').fill(recovery);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (answer === 'refused') await page.getByText('The code is wrong or has expired.').waitFor();
      else await heading(page, answer);
    }
  });

  test('a temporary password leads only to the choice of a new one', async () => {
    const wish = { name: 'Frisch', timeZone: 'Europe/Berlin', plan: {}, email: 'frisch@example.com' };
    const { admin } = await createOrganisationWithAdmin(tests.service.db, wish);
    const page = await tests.open('/settings/tokens', { width: 390 });
    await fill(page, admin.email, admin.password);
    await heading(page, 'Choose your own password');
    await expectUsable(page, 'own password');
    await page.goto('/settings/users');
    await heading(page, 'Choose your own password');
    await page.getByLabel('Current password').fill(admin.password);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await heading(page, 'Users');
  });

  test('a required second factor is set up before anything else', async () => {
    const { login } = await tests.service.organisation();
    const owner = await signIn(tests.service.address, login);
    expect((await owner.send('PUT', '/second-factor', { required_of: 'everybody' })).status).toBe(200);
    const page = await tests.open('/login', { language: 'de', scheme: 'dark', width: 390 });
    await page.getByLabel('E-Mail-Adresse').fill(login.email);
    await page.locator('input[type=password]').fill(login.password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await heading(page, 'Zweiten Faktor einrichten');
    await expectUsable(page, 'required');
    await page.getByLabel('Aktuelles Passwort').fill(login.password);
    await page.getByRole('button', { name: 'Weiter' }).click();
    const secret = await page.getByRole('textbox', { name: 'Einrichtungsschlüssel' }).inputValue();
    await page.getByLabel('Code aus der App').fill(new TOTP({ secret }).generate());
    await page.getByRole('button', { name: 'Einschalten' }).click();
    await heading(page, 'Wiederherstellungscodes');
    await expectUsable(page, 'codes');
    expect(await page.getByRole('listitem').count()).toBe(10);
    await stayAtClosing(page);
    await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click();
    await heading(page, 'Mein Tag');
  });

  test('an administrator sees and removes a second factor, ends sessions and requires a factor', async () => {
    const login = await newUser('betreut@example.com', 'berater');
    const session = await signIn(tests.service.address, login);
    await setUpFactor(tests.service, session);
    const page = await tests.signedIn('/settings/users', { width: 390 });
    const row = page.getByRole('row').filter({ hasText: login.email });
    await row.getByText('2nd factor').waitFor();
    const menu = async (item: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Sessions');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('table').waitFor();
    await expectUsable(page, 'sessions of a user');
    await dialog.getByRole('button', { name: 'End all' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await session.get('/account')).status).toBe(401);
    await menu('Remove the second factor');
    await dialog.getByRole('button', { name: 'Remove the second factor' }).click();
    await row.getByText('2nd factor').waitFor({ state: 'detached' });
    expect((await askSettings(tests.service.address, 'POST', '/session', login)).status).toBe(200);
    await page.getByRole('combobox', { name: 'Second factor' }).click();
    await page.getByRole('option', { name: 'Required of everybody' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Required of everybody' }).click();
    await heading(page, 'Set up a second factor');
    await tests.service.db.transaction((tx) => tx.run(sql`update organisation set second_factor = 'nobody'`));
  });

  test('a user of several organisations chooses one', async () => {
    const other = await tests.service.organisation();
    const login = await newUser('beide@example.com', 'admin');
    await newUser('beide@example.com', 'admin', other.login);
    const page = await tests.open('/login');
    await fill(page, login.email, login.password);
    await heading(page, 'Choose an organisation');
    await expectUsable(page, 'choice');
    const names = page.locator('main').getByRole('button', { name: /^Test \d+$/ });
    const chosen = (await names.last().textContent()) ?? '';
    expect(await names.count()).toBe(2);
    await names.last().click();
    await page.getByRole('banner').getByText(chosen).waitFor();
  });

  test('a user without administration sees only the own account', async () => {
    const login = await newUser('berater@example.com', 'berater');
    const page = await tests.open('/settings/tokens');
    await fill(page, login.email, login.password);
    await heading(page, 'My account');
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Back to work',
      'My account',
    ]);
  });

  test('signing out ends the session', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
    await page.goto('/settings');
    await heading(page, 'Sign in');
  });

  test('a session that ended elsewhere leads to the login and back', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByText('There is no token yet.').waitFor();
    await tests.service.db.transaction((tx) => tx.run(sql`delete from session`));
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await heading(page, 'Sign in');
    await page.getByText('Your session has ended.').waitFor();
    await fill(page, tests.organisation.login.email, tests.organisation.login.password);
    await heading(page, 'Webhooks');
  });

  test('changes survive the end of the session: they are saved after a sign-in in the same page', async () => {
    const page = await tests.signedIn('/settings/tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('VIP');
    await tests.service.db.transaction((tx) => tx.run(sql`delete from session`));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Your changes have not been saved yet.').waitFor();
    await expectUsable(page, 'session ended');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await page.keyboard.press('Escape');
    await ended.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Tag' }).inputValue()).toBe('VIP');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await ended.waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
    const beside = await opened;
    await fill(beside, tests.organisation.login.email, tests.organisation.login.password);
    await heading(beside, 'My day');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('rowheader', { name: 'VIP', exact: true }).waitFor();
  });

  test('an unknown link is reported; both passwords must match, and sign in', async () => {
    const page = await tests.open('/invitation/1.unknown');
    await heading(page, 'Invalid link');
    await expectUsable(page, 'unknown link');
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const wish = { email: 'neu@example.com', name: 'Neu', rolle: 'berater', lizenz: false };
    const { link } = (await admin.send('POST', '/users', wish)).body;
    await page.goto(new URL(link).pathname);
    await page.getByText('Welcome, Neu!').waitFor();
    await page.getByLabel('New password').fill('short');
    await page.getByLabel('Repeat the password').fill('other');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The password needs 10 to 200 characters.').waitFor();
    await page.getByText('The passwords are not the same.').waitFor();
    await expectUsable(page, 'wrong passwords');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await heading(page, 'My day');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a reset link sets another password, once, and ends the sessions', async () => {
    const login = await newUser('vergessen@example.com', 'admin');
    const session = await signIn(tests.service.address, login);
    const { kid } = (await session.get('/session')).body.user;
    // The new password alone does not sign in.
    await setUpFactor(tests.service, session);
    const { link } = (await session.send('POST', `/users/${kid}/invitation`, {})).body;
    const page = await tests.open(new URL(link).pathname, { language: 'de', scheme: 'dark', width: 390 });
    await page.getByText('Hallo Neu').waitFor();
    await expectUsable(page, 'reset');
    await page.getByLabel('Neues Passwort').fill('noch ein Passwort');
    await page.getByLabel('Passwort wiederholen').fill('noch ein Passwort');
    await page.getByRole('button', { name: 'Passwort speichern' }).click();
    await heading(page, 'Passwort gespeichert');
    expect((await session.get('/account')).status).toBe(401);
    expect((await askSettings(tests.service.address, 'POST', '/session', login)).status).toBe(401);
    await page.goto(new URL(link).pathname);
    await heading(page, 'Link ungültig');
  });
});
