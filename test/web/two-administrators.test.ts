/** Two administrators at the same thing: nobody's change is lost without a word. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('two administrators', () => {
  const tests = settingsTests();

  test('of a select list: the later one learns of it, and goes on with the new entries', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    await other.send('PUT', '/lists/ampel', { options: [{ value: 'r', display: 'Red' }] });
    const stored = async () => {
      const { lists } = (await other.get('/fields')).body;
      return lists.find(({ name }: { name: string }) => name === 'ampel').options;
    };
    const page = await tests.signedIn('/settings/fields');
    await page.getByRole('tab', { name: 'Select lists' }).click();
    await page.getByRole('combobox', { name: 'Select list', exact: true }).click();
    await page.getByRole('option', { name: 'ampel' }).click();
    const display = page.getByRole('textbox', { name: 'Display 1', exact: true });
    await display.fill(' Stop ');
    await other.send('PUT', '/lists/ampel', { options: [{ value: 'r', display: 'Halt' }] });
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('Somebody else has changed this').waitFor();
    expect(await display.inputValue()).toBe(' Stop ');
    await expectUsable(page, 'changed elsewhere');
    await page.getByRole('button', { name: 'Load the new entries' }).click();
    await expect.poll(() => display.inputValue()).toBe('Halt');
    await display.fill(' Stop ');
    await save.click();
    // Typed while the first is on its way.
    await display.fill('Go');
    await page.getByText('Saved.').waitFor();
    await save.click();
    await expect.poll(stored).toEqual([{ value: 'r', display: 'Go' }]);
    expect(await display.inputValue()).toBe('Go');
  });

  test('of a user: each changes something else, and both hold', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const wish = { email: 'ida@example.com', vorname: 'Ida', name: 'Alt', rolle: 'berater', lizenz: false };
    const { kid } = (await other.send('POST', '/users', wish)).body;
    const page = await tests.signedIn('/settings/users');
    await page.getByRole('button', { name: 'Actions for Ida Alt' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await other.send('PATCH', `/users/${kid}`, { vorname: 'Ada' });
    await page.getByRole('dialog').locator('input[data-path=name]').fill('Neu');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ada Neu').waitFor();
  });

  test('of the billing companies: no place is given twice', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const page = await tests.signedIn('/settings/billing-companies');
    await page.getByRole('button', { name: 'Add a company' }).click();
    await page.getByRole('textbox', { name: 'Name of the company' }).fill('West');
    await other.send('PUT', '/billing-companies', { names: ['Ost'] });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Ost', exact: true }).waitFor();
    expect((await other.get('/billing-companies')).body.items).toMatchObject([{ id: 1, name: 'Ost' }]);
  });
});
