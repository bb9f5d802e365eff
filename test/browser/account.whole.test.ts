/** The own account in a real Chromium: password and second factor. */
import { readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import type { Browser, Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { hasBrowser, openWindow, scanned } from '../support/browser.ts';
import { askSettings, signIn } from '../support/browser-session.ts';
import { actsOn, newPerson } from '../support/people.ts';
import { expectUsable, settingsTests, stayAtClosing } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('account', () => {
  const tests = settingsTests();

  test('an adviser sees the own role with its name from the list of users', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    for (const [rolle, shown] of [
      ['berater', 'Adviser'],
      ['lesend', 'Read only'],
    ] as const) {
      const person = await newPerson(tests.service, admin, `${rolle}@example.com`, rolle);
      const page = await tests.open('/favicon.svg');
      const [name = '', value = ''] = (await person.signIn()).cookie.split('=');
      await page.context().addCookies([{ name, value, url: tests.service.address }]);
      await page.goto('/settings/account');
      await page.getByRole('row', { name: `Role ${shown}`, exact: true }).waitFor();
    }
  });

  test.each([{ scheme: 'light' }, { scheme: 'dark', width: 390 }] as const)('second factor, $scheme', async (look) => {
    const page = await tests.signedIn('/settings/account', look);
    await page.getByText('Switched off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    const prove = async (button: string) => {
      await dialog.getByLabel('Current password').fill(tests.organisation.login.password);
      await dialog.getByRole('button', { name: button }).click();
    };
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Please fill this in.').waitFor();
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('This is not the current password.').waitFor();
    await expectUsable(page, 'proof');
    await prove('Continue');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await expectUsable(page, 'set up');
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    await page.getByText('Address (otpauth)').first().click();
    const address = await page.getByRole('textbox', { name: 'Address (otpauth)' }).inputValue();
    expect(address).toContain(`secret=${secret}`);
    expect(await scanned(page.getByRole('img', { name: 'QR code' }))).toBe(address);
    const code = page.getByRole('textbox', { name: 'Code from the app' });
    await code.fill('12');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('wrong, has expired or has already been used').waitFor();
    // Where every code is refused it is nearly always the clock, of which no code says a word.
    await page.getByText('set date and time of the phone to automatic').waitFor();
    await code.fill(new TOTP({ secret }).generate());
    await page.getByRole('button', { name: 'Switch on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.nth(9).waitFor();
    expect(await codes.count()).toBe(10);
    const [first = ''] = await codes.allTextContents();
    await expectUsable(page, 'recovery codes');
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Save as a file' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`${first}\n`);
    await page.keyboard.press('Escape');
    await stayAtClosing(page);
    await dialog.getByRole('button', { name: 'I have stored the codes' }).click();
    await page.getByText('Switched on', { exact: true }).waitFor();
    await page.getByText('You have 10 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await dialog.getByLabel('Code from the app').fill(first);
    await prove('New recovery codes');
    await codes.nth(9).waitFor();
    expect(await codes.count()).toBe(10);
    expect(await codes.allTextContents()).not.toContain(first);
    await dialog.getByRole('button', { name: 'I have stored the codes' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Each code is taken once, and the next one is half a minute away.
    await tests.service.db.transaction((tx) => tx.run(sql`update credential set totp_step = 0 where totp_step > 0`));
    await page.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
    await expectUsable(page, 'switch off');
    await prove('Switch off');
    await page.getByText('Switched off', { exact: true }).waitFor();
  });

  test('a passkey is added, signs in alone and after the password, proves, and is removed', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { kid, login } = await newPerson(tests.service, admin, 'passkey@example.com');
    // Browsers have passkeys for names alone.
    const browser = (await tests.open('/favicon.svg')).context().browser() as Browser;
    const local = await openWindow(browser, tests.service.address.replace('127.0.0.1', 'localhost'));
    const { page, context } = local;
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...({ protocol: 'ctap2', transport: 'internal' } as const),
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    });
    /** Whether the device signs by itself, also for a suggestion in a field. */
    const answers = (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    const press = async (button: Locator) => {
      await answers(true);
      await button.click();
    };
    const look = async (scheme: 'light' | 'dark', width: number, what: string) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      await expectUsable(page, `${what}, ${scheme}`);
    };
    const signOut = async () => {
      await context.clearCookies();
      await page.goto('/login');
    };
    const enter = async () => {
      await page.getByLabel('E-mail address').fill(login.email);
      await page.locator('input[type=password]').fill(login.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const entered = () => page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    const dialog = page.getByRole('dialog');

    await page.goto('/login');
    await enter();
    await entered();
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop');
    await dialog.getByLabel('Current password').fill(login.password);
    await look('light', 1280, 'adding');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.nth(9).waitFor();
    const [first = ''] = await codes.allTextContents();
    await dialog.getByRole('button', { name: 'I have stored the codes' }).click();
    const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
    await row.getByText('Laptop').waitFor();
    await page.getByText('You have 10 recovery codes left.').waitFor();
    await look('dark', 390, 'account');

    await signOut();
    // Chosen among the suggestions for the address.
    await entered();
    await answers(false);
    await signOut();
    const alone = page.getByRole('button', { name: 'Sign in with a passkey' });
    await alone.waitFor();
    await look('dark', 390, 'sign-in');
    await press(alone);
    await entered();

    await answers(false);
    await signOut();
    await enter();
    const confirm = page.getByRole('button', { name: 'Confirm with a passkey' });
    await confirm.waitFor();
    await look('light', 1280, 'after the password');
    await press(confirm);
    await entered();
    await answers(false);
    await signOut();
    await enter();
    await page.getByLabel('Recovery code').fill(first);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await entered();

    await page.goto('/settings/account');
    await row.getByText('last used').waitFor();
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('a new long password');
    await page.getByLabel('Repeat the new password').fill('a new long password');
    await press(confirm);
    await page.getByText('Password changed.').waitFor();
    await page.getByRole('button', { name: 'Remove: Laptop' }).click();
    await look('dark', 390, 'removing');
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => row.count()).toBe(0);
    await answers(false);
    await signOut();
    await press(alone);
    await page.getByText('The passkey was not accepted').waitFor();
    expect((await actsOn(admin, kid)).slice(0, 4).sort()).toEqual([
      'passkey-removed',
      'password',
      'recovery-code-used',
      'sign-in',
    ]);
    await context.close();
    expect([...local.problems, ...local.foreign]).toEqual([]);
  });

  test('a user changes the password, with errors shown at their fields', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { login } = await newPerson(tests.service, admin, 'wechsel@example.com');
    const other = await signIn(tests.service.address, login);
    const page = await tests.signedIn('/settings/account', {}, login);
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await page.getByText('Please fill this in.').waitFor();
    await page.getByLabel('Current password').fill('not this one');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('a new long password');
    await page.getByLabel('Repeat the new password').fill('a new long password');
    await change.click();
    await page.getByText('This is not the current password.').waitFor();
    expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await expectUsable(page, 'wrong password');
    await page.getByLabel('Current password').fill(login.password);
    await change.click();
    await page.getByText('Password changed.').waitFor();
    expect((await other.get('/account')).status).toBe(401);
    const again = { email: login.email, password: 'a new long password' };
    expect((await askSettings(tests.service.address, 'POST', '/session', again)).status).toBe(200);
    expect((await askSettings(tests.service.address, 'POST', '/session', login)).status).toBe(401);
  });

  test('a user sees and ends single sessions; a common password is refused', async () => {
    const other = await tests.service.organisation();
    const admin = await signIn(tests.service.address, other.login);
    const person = await newPerson(tests.service, admin, 'sitzungen@example.com');
    const page = await tests.open('/login', { width: 390 });
    await page.getByLabel('E-mail address').fill(person.login.email);
    await page.locator('input[type=password]').fill(person.login.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const [one, two, three] = [await person.signIn(), await person.signIn(), await person.signIn()];
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.goto('/settings/account');
    const table = page.getByRole('table', { name: 'Open sessions' });
    await expect.poll(() => table.getByRole('row').count()).toBe(5);
    await page.getByText('This session').waitFor();
    await page.getByText('Chrome, Linux').waitFor();
    await expectUsable(page, 'sessions');
    await table
      .getByRole('button', { name: /^End: .+, [\d.:]+$/ })
      .first()
      .click();
    await expect.poll(() => table.getByRole('row').count()).toBe(4);
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    for (const gone of [one, two, three]) expect((await gone.get('/account')).status).toBe(401);

    await page.getByLabel('Current password').fill(person.login.password);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('password2026');
    await page.getByLabel('Repeat the new password').fill('password2026');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('first passwords that attackers try').waitFor();
    await page.getByText('Password changed.').waitFor({ state: 'detached' });
  });

  test('a calendar address is made, shown once and ended', async () => {
    const page = await tests.signedIn('/settings/account', { width: 390 });
    await page.getByRole('button', { name: 'Create an address' }).click();
    const address = await page.getByRole('textbox', { name: 'Secret address' }).inputValue();
    expect(await (await fetch(address)).text()).toContain('BEGIN:VCALENDAR');
    await expectUsable(page, 'calendar');
    await page.getByRole('button', { name: 'End the address' }).click();
    await page.getByText('You have no address yet.').waitFor();
    expect((await fetch(address)).status).toBe(404);
  });

  test('a call shows its customer in any spelling, several of a number, or the form of a new one with it', async () => {
    const client = await tests.organisation.client();
    const customer = async (name: string, wert: string): Promise<number> => {
      const { kid } = (await client.post('/v3/customers', { name })).body;
      await client.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert });
      return kid;
    };
    const one = await customer('Anrufer', '+49 171 39200 21');
    await customer('Nebenstelle', '0171 39200 215');
    for (const name of ['Eheleute A', 'Eheleute B']) await customer(name, '030 4455667');
    const page = await tests.signedIn('/call?number=0171-3920021');
    await page.waitForURL(`**/customers/${one}`);
    await page.goto('/call?number=%2B49304455667');
    await page.getByRole('link', { name: /Eheleute B/ }).waitFor();
    await expectUsable(page, 'call');
    await page.goto('/call?number=0309999999');
    await page.getByRole('link', { name: 'New customer' }).click();
    await page.locator('input[value="0309999999"]').waitFor();
  });
});
