/** Overview, usage and audit log in a real Chromium, compared with the calls made. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { hasBrowser } from '../support/browser.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl } from '../support/postgres.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('overview, usage and audit log', () => {
  const tests = settingsTests();
  let api: Client;
  let kid: number;
  beforeAll(async () => {
    api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body.kid;
    await api.patch(`/v3/customers/${kid}`, { name: 'Meier' });
    await api.post(`/v3/customers/${kid}/addresses`, { strasse: 'Ring 1', ort: 'Bonn' });
    for (let i = 0; i < 60; i += 1) await api.post('/v3/system/tags', { tag: `Tag ${i}` });
  });

  test('a download after the end of the session leads to the sign-in', async () => {
    const page = await tests.signedIn('/settings/audit');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByText('Your session has ended').waitFor();
  });

  test('the overview shows counts, and its cards are links', async () => {
    const page = await tests.signedIn('/settings');
    await page.getByText('Everything is assigned').waitFor();
    await page.getByText('1 of 25 licences in use').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
  });

  test.each([1, 2])('the overview shows counts in German, with %i documents in the inbox', async (waiting) => {
    await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: `${waiting}.txt` });
    const page = await tests.signedIn('/settings', { language: 'de', width: 390 });
    const figure = page.getByRole('main').getByRole('link', { name: 'Im Posteingang' });
    expect(await figure.innerText()).toMatch(waiting === 1 ? /1\s+wartet auf/ : /2\s+warten auf/);
    // Also those who cannot sign in yet: "Aktiv" is the page of users' word for the others.
    await page.getByRole('main').getByText('Benutzer', { exact: true }).waitFor();
    await expectUsable(page, 'documents wait');
  });

  test('usage shows the limits and the last hour', async () => {
    const page = await tests.signedIn('/settings/usage', { scheme: 'dark' });
    await page.getByText('Limit: 1,000,000 per minute').waitFor();
    const chart = page.getByRole('img', { name: /API requests per minute, the last 60 minutes\. Total [1-9]/ });
    await chart.waitFor();
    await page.getByText('There were none in this period.').waitFor();
    await page.getByText('0 documents, without those in the inbox').waitFor();
    await page.getByRole('img', { name: /API requests per day, the last 90 days\. Total [1-9]/ }).waitFor();
    const log = page.getByRole('table', { name: 'Request log' });
    await log.getByRole('row', { name: /POST \/v3\/inbox\/documents 201/ }).waitFor();
    await page.getByLabel('Route').fill('delete /v3');
    await page.waitForURL(/route=delete/);
    await page.getByText('No requests match.').waitFor();
    await page.getByLabel('Route').fill('inbox');
    await log.getByRole('row', { name: /POST \/v3\/inbox\/documents 201/ }).waitFor();
    await expectUsable(page, 'usage');
    await page.getByRole('link', { name: 'Manage users' }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  });

  test('the audit log shows values, loads more, and narrows to a record', async () => {
    const page = await tests.signedIn('/settings/audit');
    const rows = page.getByRole('row');
    await rows.nth(50).waitFor();
    expect(await rows.count()).toBe(51);
    await page.getByRole('button', { name: 'Load more' }).click();
    await rows.nth(60).waitFor();

    await page
      .getByRole('button', { name: `Show only this record: customers/${kid}`, exact: true })
      .first()
      .click();
    await page.waitForURL(/record=customers/);
    const records = page.getByRole('link', { name: 'Ida Meier' });
    // The list of before has both entries too, and is there until the narrowed one has come.
    await expect.poll(() => rows.count()).toBe(4);
    await page
      .getByRole('button', { name: `Show values: customers/${kid}` })
      .first()
      .click();
    const values = page.getByRole('table', { name: 'Changes' });
    await values.getByRole('row', { name: 'Name Muster Meier' }).waitFor();
    await expectUsable(page, 'values');
    await page.reload();
    await expect.poll(() => records.count()).toBe(3);
    const filter = page.getByRole('combobox', { name: 'Record' });
    await expect.poll(() => filter.inputValue()).toBe('Meier, Ida · Customers');
    await filter.fill('Meier');
    await page.getByRole('option', { name: 'Meier, Ida · Customers' }).waitFor();
  });

  test('the filter "security" shows changes of tokens in words, and names the command that made them', async () => {
    const { db, connection } = tests.service;
    const { organisation } = tests;
    const { tokenId } = await db.transaction((tx) =>
      createToken(tx, {
        orgId: organisation.orgId,
        userKid: organisation.adminKid,
        name: 'Website',
        scopes: [],
        expires: null,
        addresses: [],
      }),
    );
    await commandOn({ DATABASE_URL: databaseUrl(connection) })('token', 'revoke', String(tokenId));
    const page = await tests.signedIn('/settings/audit');
    await page.getByRole('row').nth(50).waitFor();
    await page.getByRole('switch', { name: /^Security only/ }).check();
    await page.waitForURL(/security=true/);
    const records = page.getByRole('button', { name: /: (customers|tags)/ });
    await expect.poll(() => records.count()).toBe(0);
    const revoked = page.getByRole('row', { name: new RegExp(`Revoked API tokens ${tokenId}`) });
    expect(await revoked.textContent()).toContain('Command line');
    await expectUsable(page, 'security');
    await page.reload();
    await revoked.waitFor();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('row').nth(50).waitFor();
  });

  test('filters by action and kind; an invalid filter is reported and lists nothing; the filtered rows are exported', async () => {
    const page = await tests.signedIn('/settings/audit');
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Changed', exact: true }).click();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Customers', exact: true }).click();
    await page.waitForURL(/action=update&section=customers/);
    await page.getByRole('row').getByRole('link', { name: 'Meier' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await expectUsable(page, 'action and kind');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"update","customers",${kid},`);

    await page.goto('/settings/audit?action=updated&user=me&since=yesterday');
    await page
      .getByRole('alert')
      .getByText('These filters are not valid: Action “updated”, User “me”, From “yesterday”.')
      .waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Export as CSV' }).count()).toBe(0);
    await expectUsable(page, 'no filter');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('row').nth(50).waitFor();
  });

  test('an invalid filter is quoted with German quotation marks in German', async () => {
    const page = await tests.signedIn('/settings/audit?since=quatsch&action=foo', { language: 'de' });
    const said = 'Diese Filter sind ungültig: Vorgang „foo“, Von „quatsch“. Bis sie stimmen, wird nichts angezeigt.';
    await page.getByRole('alert').getByText(said, { exact: true }).waitFor();
    await page.goto('/settings/audit?action=foo');
    await page.getByRole('alert').getByText('Dieser Filter ist ungültig: Vorgang „foo“. Bis er stimmt,').waitFor();
  });

  test('filters by token, user and time; a wrong record is reported, and so is an empty result', async () => {
    const page = await tests.signedIn('/settings/audit', { scheme: 'dark', width: 390 });
    await page.getByRole('row').nth(50).waitFor();
    await page.goto('/settings/audit?record=customers');
    await page
      .getByRole('alert')
      .getByText(/^This filter is not valid: Record “customers”/)
      .waitFor();
    // A phone has them behind a button.
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('combobox', { name: 'Token' }).click();
    await page
      .getByRole('option', { name: /^Test / })
      .first()
      .click();
    await page.waitForURL(/token=/);
    await page.getByText('by Test').first().waitFor();
    await page.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option', { name: /Administrator/ }).click();
    await page.waitForURL(/user=/);
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2001-01-01T00:00');
    await page.getByText('No entry matches these filters.').waitFor();
    const until = page.getByRole('textbox', { name: 'To', exact: true });
    expect(await until.getAttribute('aria-invalid')).not.toBe('true');
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('2001-01-01T00:01');
    await page.getByText('The end is before the start.').waitFor();
    expect(await until.getAttribute('aria-invalid')).toBe('true');
    await expectUsable(page, 'nothing found');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('row').nth(50).waitFor();
  });
});
