/** The own account in a real Chromium: password and second factor. */
import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import { askSettings, signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('account', () => {
  const tests = settingsTests();

  test.each([{ scheme: 'light' }, { scheme: 'dark', width: 390 }] as const)('second factor, $scheme', async (look) => {
    const page = await tests.signedIn('/settings/account', look);
    await page.getByText('Switched off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await expectUsable(page, 'set up');
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(await page.getByRole('textbox', { name: 'Address (otpauth)' }).inputValue()).toContain(`secret=${secret}`);
    const code = page.getByLabel('Code of the app');
    await code.fill('12');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('wrong, expired or was used already').waitFor();
    await code.fill(new TOTP({ secret }).generate());
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Switched on', { exact: true }).waitFor();
    // Each code is taken once, and the next one is half a minute away.
    await tests.service.db.transaction((tx) => tx.run(sql`update credential set totp_step = 0 where totp_step > 0`));
    await page.getByRole('button', { name: 'Switch off' }).click();
    await code.waitFor();
    await expectUsable(page, 'switch off');
    await code.fill(new TOTP({ secret }).generate());
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Switched off', { exact: true }).waitFor();
  });

  test('the password is changed; what is wrong stands at its field', async () => {
    const { login } = tests.organisation;
    const other = await signIn(tests.service.address, login);
    const page = await tests.signedIn('/settings/account');
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
});
