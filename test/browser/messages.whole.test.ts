/** Templates and mails in a real Chromium: written with a picker of fields, queued and filed. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startLetterWorker } from '../../src/operations/messages/letter-worker.ts';
import { sql } from '../../src/sql/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('templates and mails', () => {
  // The sending itself is tried in test/api/messages.test.ts: no worker runs here.
  const tests = settingsTests({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'makler@example.com' } });
  const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  afterAll(() => files.close());

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

  test('letters are made of a record and of ticked rows, with the records that have none by name', async () => {
    const client = await tests.organisation.client();
    const text = '{{ kunde.anschrift }}\n\n{{ kunde.briefanrede }},\n\nbitte am {{ kunde.geb }}.';
    await client.post('/v3/system/templates', {
      section: 'customers',
      kind: 'letter',
      name: 'Termin',
      subject: 'Termin',
      freigabe: 1,
      text,
    });
    const { kid } = (await client.post('/v3/customers', { vorname: 'Eva', name: 'Winter', anrede: 'Frau' })).body;
    const page = await tests.signedIn(`/customers/${kid}`);
    const dialog = page.getByRole('dialog');
    const choose = async () => {
      await dialog.getByRole('combobox', { name: 'Template' }).click();
      await page.getByRole('option', { name: 'Termin (Letter)' }).click();
    };
    const field = dialog.getByRole('textbox', { name: 'Text' });
    await page.getByRole('button', { name: 'More actions: Eva Winter' }).click();
    await page.getByRole('menuitem', { name: 'Write a letter' }).click();
    await choose();
    await expect.poll(() => field.inputValue()).toBe('Sehr geehrte Frau Winter,\n\nbitte am .');
    await dialog.getByText('Without a value: kunde.anschrift, kunde.geb').waitFor();
    await expectUsable(page, 'letter');
    await field.fill('Sehr geehrte Frau Winter, bitte morgen.');
    await dialog.getByRole('button', { name: 'Make the letter' }).click();
    const worker = startLetterWorker({
      ...{ db: tests.service.asService, files, from: 'makler@example.com', pollMs: 50 },
      failed: console.error,
    });
    await dialog.getByText('1 of 1 letters made.').waitFor();
    await expectUsable(page, 'made letter');
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download the PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await dialog.getByRole('link', { name: 'To the document' }).click();
    await page.getByRole('heading', { name: /Termin/ }).waitFor();

    await page.goto('/settings/organisation');
    const head = page.getByRole('region', { name: 'Letterhead' });
    await head.getByRole('textbox', { name: 'Street' }).fill('Marktplatz 5');
    await head.getByRole('textbox', { name: 'Foot, column 2' }).fill('D-ABCD-12345-01');
    await head.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await expectUsable(page, 'letterhead');
    const sample = await page.request.get((await head.getByRole('link').getAttribute('href')) ?? '');
    expect(sample.headers()['content-type']).toBe('application/pdf');

    const gone = (await client.post('/v3/customers', { vorname: 'Otto', name: 'Winter' })).body.kid;
    await page.goto('/customers?name=Winter');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Letter …' }).click();
    await choose();
    expect(await field.inputValue()).toContain('{{ kunde.briefanrede }}');
    await expectUsable(page, 'letters');
    await client.delete(`/v3/customers/${gone}`);
    await dialog.getByRole('button', { name: 'Make 2 letters' }).click();
    await dialog.getByText('1 of 2 letters made.').waitFor();
    await dialog.getByText('No letter for 1 entry').waitFor();
    await dialog.getByRole('link', { name: 'Eva Winter' }).waitFor();
    await expectUsable(page, 'made letters');

    await client.post(`/v3/customers/${kid}/contacts`, { art: 'E-Mail', wert: 'eva@example.com' });
    await client.post('/v3/customers', { vorname: 'Uwe', name: 'Winter' });
    const mail = { section: 'customers', kind: 'mail', name: 'Gruß', subject: 'Gruß', freigabe: 1, text: 'Hallo ' };
    await client.post('/v3/system/templates', mail);
    await page.goto('/customers?name=Winter');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'E-mail …' }).click();
    await dialog.getByText('1 entry has no e-mail address and gets no e-mail').waitFor();
    await dialog.getByRole('link', { name: 'Uwe Winter' }).waitFor();
    await dialog.getByRole('checkbox', { name: /^Advertising/ }).click();
    await dialog.getByText('2 entries have no address with a consent').waitFor();
    await dialog.getByRole('checkbox', { name: /^Advertising/ }).click();
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Gruß' }).click();
    await field.click();
    await page.keyboard.press('Control+End');
    await dialog.getByRole('combobox', { name: 'Insert a placeholder' }).fill('Kunde: Vorname');
    await page.getByRole('option', { name: 'Kunde: Vorname' }).click();
    expect(await field.inputValue()).toBe('Hallo {{ kunde.vorname }}');
    await dialog.getByRole('button', { name: 'Preview of the first entry' }).click();
    await dialog.getByText(/^Hallo (Eva|Uwe)$/).waitFor();
    await expectUsable(page, 'mails');
    await dialog.getByRole('button', { name: 'Send 1 e-mail' }).click();
    await dialog.getByText('1 of 2 e-mails written.').waitFor();
    await dialog.getByText('0 sent, 1 waiting.').waitFor();
    await dialog.getByText('Uwe Winter').waitFor();
    await expectUsable(page, 'made mails');
    const { orgId } = tests.organisation;
    await tests.service.db.read(sql`update message set state = 'failed', error = 'refused'
      where org_id = ${orgId} and recipients = '{eva@example.com}'`);
    await dialog.getByText('1 e-mail could not be sent').waitFor();
    await expectUsable(page, 'unsent mails');
    await dialog.getByRole('button', { name: 'Send again: Eva Winter' }).click();
    await dialog.getByText('0 sent, 1 waiting.').waitFor();
    await tests.service.db.read(sql`update message set state = 'failed', error = 'timeout'
      where org_id = ${orgId} and recipients = '{eva@example.com}'`);
    const [message] = (await client.get(`/v3/customers/${kid}/messages`)).body.items;
    await page.goto(`/documents/${message.document_id}`);
    await page.getByText('the mail server did not answer').waitFor();
    await expectUsable(page, 'unsent mail');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sending: waits').waitFor();
    await worker.stop();
  });
});
