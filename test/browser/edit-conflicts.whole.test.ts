/** Two administrators edit the same record: no change is overwritten silently. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('two administrators', () => {
  const tests = settingsTests();

  test('of a select list: the later user sees the conflict and continues with the new entries', async () => {
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
    await page.getByRole('button', { name: 'Take the stored version' }).click();
    await expect.poll(() => display.inputValue()).toBe('Halt');
    await display.fill(' Stop ');
    await save.click();
    // Typed while the first is on its way.
    await display.fill('Go');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await save.click();
    await expect.poll(stored).toEqual([{ value: 'r', display: 'Go' }]);
    expect(await display.inputValue()).toBe('Go');
    await page.getByRole('button', { name: 'Delete the list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the select list ampel?' });
    await expectUsable(page, 'the question');
    await dialog.getByRole('button', { name: 'Delete the list' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Select list', exact: true }).inputValue())
      .not.toBe('ampel');
    expect((await other.get('/fields')).body.lists.some(({ name }: { name: string }) => name === 'ampel')).toBe(false);
  });

  test('of a built-in list: the conflict shows its display name', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const page = await tests.signedIn('/settings/fields?tab=lists');
    await page.getByRole('combobox', { name: 'Select list', exact: true }).click();
    await page.getByRole('option', { name: 'Kind of contact', exact: true }).click();
    await page.getByRole('textbox', { name: 'Display 1', exact: true }).fill('Mine');
    await other.send('PUT', '/lists/kontaktArt', { options: [{ value: 1, display: 'Theirs' }] });
    await page.getByRole('button', { name: 'Save' }).click();
    const box = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this' });
    await box.getByText('Kind of contact', { exact: true }).waitFor();
    expect(await box.getByText('kontaktArt').count()).toBe(0);
    // German words on a small phone: nothing of the box is cut.
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.setViewportSize({ width: 320, height: 640 });
    const german = page.getByRole('alert').filter({ hasText: 'Das hat inzwischen jemand anderes geändert' });
    const parts = german.locator('.mantine-Alert-wrapper, .mantine-Button-label');
    expect(await parts.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)).toBe(0);
  });

  test('of a token in two windows: a revoked scope is not silently restored', async () => {
    const scopes = ['v3:customers:read', 'v3:contracts:read'];
    const other = await signIn(tests.service.address, tests.organisation.login);
    const wish = { name: 'Portal', user_kid: tests.organisation.adminKid, scopes };
    const { token_id: id } = (await other.send('POST', '/tokens', wish)).body;
    const stored = async () => {
      const { items } = (await other.get('/tokens')).body;
      return items.find(({ token_id }: { token_id: number }) => token_id === id).scopes.toSorted();
    };
    const edited = async () => {
      const page = await tests.signedIn('/settings/tokens');
      await page.getByRole('button', { name: 'Actions for Portal' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByLabel('Contracts: Read').waitFor();
      return page;
    };
    const [mine, theirs] = [await edited(), await edited()];
    await theirs.getByLabel('Contracts: Read').uncheck();
    await theirs.getByRole('button', { name: 'Save' }).click();
    await theirs.getByText('Saved.', { exact: true }).waitFor();

    await mine.getByLabel('Goals: Read').check();
    await mine.getByLabel('Name').fill('Renamed');
    await mine.getByRole('button', { name: 'Save' }).click();
    await mine.getByText('Somebody else has changed this').waitFor();
    const box = mine.getByRole('dialog').getByRole('alert');
    // The pressed button is below a matrix and the two versions are above it: they scroll into view after the call.
    await expect.poll(async () => (await box.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    await expectUsable(mine, 'two versions');
    await box.getByText('only here: v3:contracts:read, v3:goals:read').waitFor();
    expect(await stored()).toEqual(['v3:customers:read']);
    await mine.getByRole('button', { name: 'Take the stored version' }).click();
    expect(await mine.getByLabel('Contracts: Read').isChecked()).toBe(false);
    // The untouched field is still an edit.
    expect(await mine.getByLabel('Name').inputValue()).toBe('Renamed');
    await mine.getByRole('button', { name: 'Save' }).click();
    await mine.getByText('Renamed').waitFor();
    expect(await stored()).toEqual(['v3:customers:read']);
  });

  test('of a webhook: its events are overwritten only after those of the other user were shown', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const wish = { url: 'https://example.com/hook', events: ['customers.insert', 'customers.update'] };
    const { webhook_id: id } = (await other.send('POST', '/webhooks', wish)).body;
    const page = await tests.signedIn('/settings/webhooks');
    await page.getByRole('button', { name: 'Actions for https://example.com/hook' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'None', exact: true }).click();
    await other.send('PATCH', `/webhooks/${id}`, { events: ['customers.insert'] });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Stored now: 1 entry; only here: customers.insert').waitFor();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await other.get('/webhooks')).body.items[0].events).toEqual([]);
  });

  test('of a deleted record: the later user sees it, and the list is refreshed', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const add = async (tag: string): Promise<number> =>
      (await other.send('POST', '/tags', { tag, freigabe: 1 })).body.id;
    const [edited, removed] = [await add('Edited'), await add('Removed')];
    await add('Stays');
    const page = await tests.signedIn('/settings/tags');
    const dialog = page.getByRole('dialog');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const act = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('Edited', 'Edit');
    await page.getByRole('textbox', { name: 'Tag' }).fill('Mine');
    await other.send('DELETE', `/tags/${edited}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('This entry does not exist (any more).').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row('Edited').waitFor({ state: 'detached' });
    await act('Removed', 'Delete');
    await other.send('DELETE', `/tags/${removed}`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // There is nothing left to ask about.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('This entry does not exist (any more).').waitFor();
    await row('Removed').waitFor({ state: 'detached' });
    await row('Stays').waitFor();
  });

  test.each([
    ['users', 'New invitation link'],
    ['users', 'Delete'],
    ['tokens', 'Revoke'],
    ['webhooks', 'Rotate secret'],
  ])('of what is gone, on the page of %s: %s', async (name, item) => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const { adminKid: user_kid } = tests.organisation;
    const wish = {
      users: { email: `weg${item.length}@example.com`, name: 'Weg', rolle: 'berater', lizenz: false },
      tokens: { name: 'Weg', user_kid, scopes: ['v3:users:read'] },
      webhooks: { name: 'Weg', url: 'https://example.com/gone', events: [] },
    }[name];
    const made = (await other.send('POST', `/${name}`, wish)).body;
    const page = await tests.signedIn(`/settings/${name}`);
    await page.getByRole('button', { name: 'Actions for Weg' }).click();
    await other.send('DELETE', `/${name}/${made.kid ?? made.token_id ?? made.webhook_id}`);
    await page.getByRole('menuitem', { name: item }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: item, exact: true });
    if (item !== 'New invitation link') await confirm.click();
    await page
      .getByRole('alert')
      .getByText(/does not exist/)
      .waitFor();
    await page.getByRole('button', { name: 'Actions for Weg' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('of a user: changes to different fields are both saved', async () => {
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

  test('of two organisations in one browser: input for one is not saved in the other', async () => {
    const other = await signIn(tests.service.address, (await tests.service.organisation()).login);
    const page = await tests.signedIn('/settings/tags');
    const [own] = await page.context().cookies();
    const [, value = ''] = other.cookie.split('=');
    /** Replaces the session cookie, as a sign-in in another tab does. */
    const nowSignedIn = (session: string) =>
      page.context().addCookies([{ name: own?.name ?? '', value: session, url: tests.service.address }]);
    const dialog = page.getByRole('dialog', { name: 'Create a tag' });
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('Secret');
    await nowSignedIn(value);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const told = page.getByRole('dialog', { name: 'Another account is signed in here now' });
    await told.waitFor();
    await expectUsable(page, 'another account');
    expect((await other.get('/tags')).body.total).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.getByRole('alert').getByText('Nothing was changed.').waitFor();
    await nowSignedIn(own?.value ?? '');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Secret', exact: true }).waitFor();
    // An empty form closes with the page that it belongs to.
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await nowSignedIn(value);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByText('There are no tags yet.').waitFor();
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('Theirs');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Theirs', exact: true }).waitFor();
    expect((await other.get('/tags')).body.total).toBe(1);
  });

  test('of two organisations in one browser: nothing of the other is shown in its place', async () => {
    const other = await signIn(tests.service.address, (await tests.service.organisation()).login);
    const mine = await signIn(tests.service.address, tests.organisation.login);
    await mine.send('POST', '/tags', { tag: 'Da', freigabe: 1 });
    expect((await other.send('POST', '/tags', { tag: 'Fremd', freigabe: 1 })).status).toBe(201);
    const page = await tests.signedIn('/settings/tags');
    const [own] = await page.context().cookies();
    const [, value = ''] = other.cookie.split('=');
    const nowSignedIn = (session: string) =>
      page.context().addCookies([{ name: own?.name ?? '', value: session, url: tests.service.address }]);
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('Eigen');
    await nowSignedIn(value);
    // Sorting requests the list again; the dialog covers the button.
    await page.getByRole('button', { name: 'Created by', includeHidden: true }).dispatchEvent('click');
    const told = page.getByRole('dialog', { name: 'Another account is signed in here now' });
    await told.waitFor();
    expect(await page.getByText('Fremd').count()).toBe(0);
    await page.keyboard.press('Escape');
    await told.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Tag' }).inputValue()).toBe('Eigen');
    // Where nothing is held, the page becomes that of the other account.
    await nowSignedIn(own?.value ?? '');
    await page.reload();
    await page.getByRole('button', { name: 'Create a tag' }).waitFor();
    await nowSignedIn(value);
    await page.getByRole('button', { name: 'Created by' }).click();
    await page.getByRole('rowheader', { name: 'Fremd' }).waitFor();
    await page.getByRole('button', { name: 'User menu' }).click();
    await page
      .getByRole('menu')
      .getByText((await other.get('/session')).body.organisation.name)
      .waitFor();
  });

  test('of the billing companies: no position is given twice', async () => {
    const other = await signIn(tests.service.address, tests.organisation.login);
    const page = await tests.signedIn('/settings/billing-companies');
    await page.getByRole('button', { name: 'Add a company' }).click();
    await page.getByRole('textbox', { name: 'Name of the company' }).fill('West');
    await other.send('PUT', '/billing-companies', { names: ['Ost'] });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this').waitFor();
    await page.getByText('only here: Ost').waitFor();
    await page.getByRole('button', { name: 'Take the stored version' }).click();
    await page.getByRole('rowheader', { name: 'Ost', exact: true }).waitFor();
    expect((await other.get('/billing-companies')).body.items).toMatchObject([{ id: 1, name: 'Ost' }]);
  });
});
