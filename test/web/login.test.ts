/** Signing in and out in a real Chromium: password, second factor, organisation, and who sees what. */
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import { askSettings, signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

const PASSWORD = 'ein langes Passwort';

describe.runIf(hasBrowser)('signing in', () => {
  const tests = settingsTests();
  beforeEach(() => tests.service.db.transaction((tx) => tx.run(sql`delete from login_failure`)));

  const fill = async (page: Page, email: string, password: string) => {
    await page.getByLabel('E-mail address').fill(email);
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
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

  test('a wrong password is told; the right one leads to the page that was asked for', async () => {
    const page = await tests.open('/settings/tokens');
    await heading(page, 'Sign in');
    const { email, password } = tests.organisation.login;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(2);
    await fill(page, email, 'wrong password');
    await page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
    expect(await page.locator('input[type=password]').inputValue()).toBe('');
    await expectUsable(page, 'refused login');
    await fill(page, email, password);
    await heading(page, 'API tokens');
    expect(new URL(page.url()).pathname).toBe('/settings/tokens');
  });

  test('after ten failures people learn when to try again', async () => {
    const email = 'nobody@example.com';
    for (let i = 0; i < 10; i += 1) {
      await askSettings(tests.service.address, 'POST', '/session', { email, password: 'wrong' });
    }
    const page = await tests.open('/login');
    await fill(page, email, 'wrong');
    await page.getByText('Too many attempts to sign in.').waitFor();
    await page.getByText('You can try again in about 10 min.').waitFor();
  });

  test('with a second factor the code is asked for', async () => {
    const login = await newUser('zwei@example.com', 'admin');
    const client = await signIn(tests.service.address, login);
    const { secret } = (await client.send('POST', '/account/totp', {})).body;
    const code = () => new TOTP({ secret }).generate();
    expect((await client.send('POST', '/account/totp/confirm', { code: code() })).status).toBe(200);
    // Each code is taken once, and the next one is half a minute away.
    await tests.service.db.transaction((tx) => tx.run(sql`update credential set totp_step = 0 where totp_step > 0`));
    const page = await tests.open('/login', { scheme: 'dark', width: 390 });
    await fill(page, login.email, login.password);
    await heading(page, 'Second factor');
    await expectUsable(page, 'code');
    await page.getByLabel('Code').fill('000 000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The code is wrong or has expired.').waitFor();
    await page.getByLabel('Code').fill(code());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Overview');
  });

  test('an address of several organisations chooses one', async () => {
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
    await page.getByText(`This is how ${chosen} stands.`).waitFor();
  });

  test('who is no administrator sees the own account only', async () => {
    const login = await newUser('berater@example.com', 'berater');
    const page = await tests.open('/settings/tokens');
    await fill(page, login.email, login.password);
    await heading(page, 'My account');
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['My account']);
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

  test('edits outlive the session: one signs in beside them and saves them', async () => {
    const page = await tests.signedIn('/settings/tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('VIP');
    await tests.service.db.transaction((tx) => tx.run(sql`delete from session`));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Your changes have not been saved yet.').waitFor();
    await expectUsable(page, 'session ended');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
    const beside = await opened;
    await fill(beside, tests.organisation.login.email, tests.organisation.login.password);
    await heading(beside, 'Overview');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('cell', { name: 'VIP', exact: true }).waitFor();
  });

  test('a link that nobody knows says so; the two passwords must agree', async () => {
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
    await heading(page, 'Password saved');
    await page.getByRole('link', { name: 'To the login' }).click();
    await fill(page, wish.email, PASSWORD);
    await heading(page, 'My account');
  });

  test('a reset link sets another password, once, and ends the sessions', async () => {
    const login = await newUser('vergessen@example.com', 'admin');
    const session = await signIn(tests.service.address, login);
    const { kid } = (await session.get('/session')).body.user;
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
