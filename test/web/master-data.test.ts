/** Fields, Sparten, billing companies, tags, inbox and users, as an administrator clicks through them. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasBrowser, openWindow, signInByForm, startBrowser } from '../support/browser.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';

describe.runIf(hasBrowser)('master data', () => {
  let service: TestService;
  let organisation: Organisation;
  let api: Client;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    service = await startTestService();
    organisation = await service.organisation({ api_requests_per_minute: 1_000_000, licenses: 2 });
    api = await organisation.client();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    ({ page, context } = await openWindow(browser, service.address));
    await signInByForm(page, organisation.login);
  });
  afterEach(() => context.close());

  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** The input that a label names; buttons and switches may bear the word as well. */
  const field = (label: string) => dialog().locator('input').and(dialog().getByLabel(label)).first();
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  const choose = async (label: string, option: string) => {
    await field(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('tags: created, changed, deleted after a question', async () => {
    await page.goto('/settings/tags');
    await page.getByText('There are no tags yet.').waitFor();
    await button('Create a tag').click();
    await field('Tag').fill('Wichtig');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await cell('Wichtig').waitFor();
    await button('Actions for Wichtig').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await field('Tag').fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('alert').waitFor();
    await field('Tag').fill('Sehr wichtig');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await cell('Sehr wichtig').waitFor();
    expect((await api.get('/v3/system/tags')).body.items).toMatchObject([{ tag: 'Sehr wichtig', freigabe: 1 }]);
    await button('Actions for Sehr wichtig').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no tags yet.').waitFor();
  });

  test('Sparten: switched off and on again', async () => {
    await page.goto('/settings/sparten');
    await page.getByLabel('Search Sparten').fill('hausrat');
    const offered = page.getByRole('switch').first();
    await offered.waitFor();
    const before = (await api.get('/v3/system/sparten')).body.total;
    await page.locator('label').filter({ has: offered }).first().click();
    await expect.poll(async () => (await api.get('/v3/system/sparten')).body.total).toBe(before - 1);
    await page.getByText(/0 of 1 active/).waitFor();
  });

  test('billing companies: added, renamed, not removed while in use', async () => {
    await page.goto('/settings/billing-companies');
    for (const name of ['Nord GmbH', 'Süd GmbH']) {
      await button('Add a company').click();
      await field('Name of the company').fill(name);
      await dialog().getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name, exact: true }).waitFor();
    }
    const { kid } = (await api.post('/v3/customers', { name: 'K' })).body;
    expect((await api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma: 2 })).status).toBe(201);
    await button('Remove: Süd GmbH').click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog()
      .getByText(/billing company/i)
      .last()
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await button('Rename: Süd GmbH').click();
    await field('Name of the company').fill('Süd AG');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await cell('Süd AG').waitFor();
  });

  test('fields: an own field, a wrong name, another label, a list, the preview', async () => {
    await page.goto('/settings/fields');
    await button('Add a field').click();
    await field('Label').fill('Kundenwert');
    await choose('Kind of value', 'Whole number');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await cell('Kundenwert').waitFor();
    expect((await api.post('/v3/customers', { name: 'A', ind_1: 5 })).body.ind_1).toBe(5);
    await button('Rename: name').click();
    await field('Label').fill('Nachname');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await cell('Nachname').waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('row', { name: /ind_1 Kundenwert number/ }).waitFor();
    await page.getByRole('tab', { name: 'Select lists' }).click();
    await page
      .locator('input')
      .and(page.getByLabel('Select list', { exact: true }))
      .first()
      .click();
    await page.getByRole('option', { name: 'familienstand' }).click();
    await page.getByRole('textbox', { name: 'Display 1' }).fill('Unverheiratet');
    await button('Save').click();
    await page.getByText('Changed').first().waitFor();
    const schema = (await api.get('/v3/customers?with_schema=true')).body;
    expect(schema.select_fields.customers.familienstand[0].display).toBe('Unverheiratet');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await button('Actions for Kundenwert').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await cell('Kundenwert').waitFor({ state: 'detached' });
  });

  test('inbox: looked at, assigned to a customer that was searched, discarded', async () => {
    const { kid } = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Suchmich' })).body;
    for (const name of ['brief.txt', 'werbung.txt'])
      await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name });
    await page.goto('/settings/inbox');
    await button('View: brief.txt').click();
    await page.frameLocator('iframe').getByText('Hallo').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await button('Assign: brief.txt').click();
    await dialog().getByRole('button', { name: 'Assign' }).click();
    await dialog().getByText('Please choose a record.').waitFor();
    await field('Record').fill('suchmich');
    await page.getByRole('option', { name: /Ida Suchmich/ }).click();
    await dialog().getByRole('button', { name: 'Assign' }).click();
    await page.getByText('brief.txt').first().waitFor({ state: 'detached' });
    expect((await api.get(`/v3/customers/${kid}/documents`)).body.items).toMatchObject([{ name: 'brief.txt' }]);
    await button('Discard: werbung.txt').click();
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing waits.').waitFor();
  });

  test('users: invited by link, signs in, is deactivated; the last administrator stays', async () => {
    await page.goto('/settings/users');
    await button('Invite a user').click();
    await dialog().locator('input[data-path=name]').fill('Neu');
    await field('E-mail address').fill('keine Adresse');
    await dialog().getByRole('button', { name: 'Invite a user' }).click();
    await dialog().getByText('must be an e-mail address').waitFor();
    await field('E-mail address').fill('neu@example.com');
    await dialog().getByRole('button', { name: 'Invite a user' }).click();
    const link = await field('Link').inputValue();
    const other = await openWindow(browser, service.address);
    await other.page.goto(link);
    await other.page.locator('input[type=password]').last().waitFor();
    for (const field of await other.page.locator('input[type=password]').all()) await field.fill('ein langes Passwort');
    await other.page.locator('button[type=submit]').click();
    await other.page.getByRole('link', { name: 'To the login' }).click();
    await other.page.waitForURL(/\/login/);
    await signInByForm(other.page, { email: 'neu@example.com', password: 'ein langes Passwort' });
    await other.context.close();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await button('Actions for Neu').click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await dialog().getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Inactive').waitFor();
    await button('Actions for Administrator').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('alert').waitFor();
  });
});
