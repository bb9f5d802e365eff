/** Unsaved text in the workspace: it survives reload, Back and the end of a session, and never shows to another user. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('unsaved text', () => {
  const tests = settingsTests();
  let kid = 0;
  beforeAll(async () => {
    const api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster', geb: '1984-08-12' })).body.kid;
  });
  const RESTORED = /^Restored your unsaved entry from /;

  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
  ] as const)('of a new record survives Back and reload, and is gone once it is saved, $scheme', async (look) => {
    const page = await tests.signedIn('/goals', look);
    await page.getByRole('link', { name: 'New goal' }).first().click();
    const field = page.getByRole('textbox', { name: 'Goal', exact: true });
    await field.fill('Ruhestand');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();
    await page.getByRole('link', { name: 'New goal' }).first().click();
    await page.getByText(RESTORED).waitFor();
    expect(await field.inputValue()).toBe('Ruhestand');
    await expectUsable(page, 'restored');
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await field.inputValue()).toBe('Ruhestand');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ruhestand' }).waitFor();
    await page.goto('/goals/new');
    await pageIsThere(page);
    expect(await field.inputValue()).toBe('');
    expect(await page.getByText(RESTORED).count()).toBe(0);
  });

  test('of a change stores only changed fields, and can be discarded', async () => {
    const page = await tests.signedIn(`/customers/${kid}?edit=1`);
    const first = page.getByRole('textbox', { name: 'First name' });
    await first.fill('Ina');
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await first.inputValue()).toBe('Ina');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await first.inputValue()).toBe('Ida');
    await page.reload();
    await pageIsThere(page);
    expect(await first.inputValue()).toBe('Ida');
  });

  test('probable duplicates of a new customer are shown with reasons, and the form stays', async () => {
    const page = await tests.signedIn('/customers/new');
    await page.getByRole('textbox', { name: 'First name' }).fill('ida');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Muster');
    const box = page.getByRole('alert').filter({ hasText: 'This customer probably exists already' });
    await box.getByText('same name').waitFor();
    await page.getByRole('textbox', { name: 'Date of birth' }).fill('12.8.1984');
    await box.getByText('same name, same date of birth').waitFor();
    await expectUsable(page, 'duplicates');
    await page.getByRole('textbox', { name: 'Date of birth' }).fill('1.1.1990');
    await box.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Date of birth' }).fill('12.8.1984');
    await box.getByRole('link', { name: 'Ida Muster' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ida Muster' }).waitFor();
    await page.goBack();
    await page.getByText(RESTORED).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Muster');
  });

  test('of a comment survives the end of the session, and is hidden from other users', async () => {
    const page = await tests.signedIn(`/customers/${kid}/comments`);
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    await comment.fill('Ruft morgen an');
    await expect.poll(() => page.evaluate<string>('JSON.stringify(localStorage)')).toContain('Ruft morgen an');
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const use = async ({ cookie }: { cookie: string }) => {
      const [name = '', value = ''] = cookie.split('=');
      await page.context().addCookies([{ name, value, url: tests.service.address }]);
      await page.goto(`/customers/${kid}/comments`);
      await comment.waitFor();
    };
    await use(await signIn(tests.service.address, tests.organisation.login));
    await page.getByText(RESTORED).waitFor();
    expect(await comment.inputValue()).toBe('Ruft morgen an');
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const other = await newPerson(tests.service, admin, 'zwei@example.com');
    await use(await other.signIn());
    expect(await comment.inputValue()).toBe('');
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('Ruft morgen an');
  });
});
