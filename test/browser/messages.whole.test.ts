/** Templates and mails in a real Chromium: written with a picker of fields, queued and filed. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('templates and mails', () => {
  // The sending itself is tried in test/api/messages.test.ts: no worker runs here.
  const tests = settingsTests({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'makler@example.com' } });

  test('a template is written and shown with a record, and a mail is made of it', async () => {
    const client = await tests.organisation.client();
    const { kid } = (await client.post('/v3/customers', { vorname: 'Ada', name: 'Sommer', anrede: 'Frau' })).body;
    await client.post(`/v3/customers/${kid}/contacts`, { art: 'E-Mail', wert: 'ada@example.com' });
    const page = await tests.signedIn('/templates');
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Dank');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Danke, {{ kunde.vorname }}');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('{{ kunde.nichts }}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('nichts').last().waitFor();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('');
    const fields = dialog.getByRole('combobox', { name: 'Insert a placeholder' });
    await fields.click();
    await fields.fill('briefanrede');
    await page.getByRole('option').first().click();
    await expectUsable(page, 'template');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'Dank' }).waitFor();
    await expectUsable(page, 'templates');

    await page.goto(`/customers/${kid}`);
    await page.getByRole('button', { name: 'More actions: Ada Sommer' }).click();
    await page.getByRole('menuitem', { name: 'Write an e-mail' }).click();
    await dialog.getByRole('button', { name: '+ ada@example.com' }).click();
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Dank' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Danke, Ada');
    expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Sehr geehrte Frau Sommer');
    await expectUsable(page, 'mail');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The e-mail is being sent.').waitFor();
    const { items } = (await client.get(`/v3/customers/${kid}/messages`)).body;
    expect(items).toMatchObject([{ to: ['ada@example.com'], state: 'queued' }]);
    await page.goto(`/customers/${kid}/documents`);
    await page
      .getByText(/Danke, Ada/)
      .first()
      .waitFor();
  });
});
