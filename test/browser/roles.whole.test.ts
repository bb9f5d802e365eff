/** The page of roles in a real Chromium, and the rights that a role gives. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('roles', () => {
  const tests = settingsTests();

  test('a role is created, changed and deleted; administrators keep theirs, and a role in use stays', async () => {
    const page = await tests.signedIn('/settings/roles');
    const dialog = page.getByRole('dialog');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const act = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await page.getByRole('button', { name: 'Create role' }).click();
    await dialog.getByLabel('Name').fill('Büro Süd');
    await dialog.getByLabel('Customers: Read').check();
    await expectUsable(page, 'form of a role');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await row('Büro Süd').getByText('buero-sued', { exact: true }).waitFor();

    await act('Büro Süd', 'Edit');
    await dialog.getByLabel('Contracts: Read').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('Büro Süd').getByRole('cell', { name: '2', exact: true }).waitFor();

    expect(await page.getByRole('button', { name: 'Actions for Administrator' }).count()).toBe(0);
    const client = await tests.organisation.client();
    const user = { name: 'Süd', email: 'sued@example.com', rolle: 'buero-sued' };
    const { id: kid } = (await client.post('/v3/users', user)).body;
    expect(kid).toBeGreaterThan(0);
    await act('Büro Süd', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Users still have this role.').waitFor();
    expect((await client.patch(`/v3/users/${kid}`, { rolle: 'lesend' })).status).toBe(200);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row('Büro Süd').waitFor({ state: 'detached' });
  });
});
