/** The workspace: lists of records, a record with its sub-records, and the permissions of users. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('the workspace', () => {
  const tests = settingsTests();
  let kid = 0;
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const made = await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster', geb: '1984-08-12', kontakt_art: 0 });
    kid = made.body.kid;
    await api.post('/v3/customers', { vorname: 'Max', name: 'Abel', kontakt_art: 1 });
    await api.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert: '+49 171 39200 21' });
    await api.post('/v3/contracts', { kid, sparte: 56, nummer: 'WG-1', beitrag: '612.40', beginn: '2020-05-01' });
    await api.post(`/v3/customers/${kid}/comments`, { text: 'Nur nach 17 Uhr.' });
  });

  test('leads from the first page over a list to a record and its parts', async () => {
    const page = await tests.signedIn('/');
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: /^Customers/ })
      .click();
    const table = page.getByRole('table', { name: 'Customers' });
    await table.getByRole('link', { name: 'Muster, Ida' }).waitFor();
    expect(await table.getByRole('link', { name: '+49 171 39200 21' }).getAttribute('href')).toBe('tel:+491713920021');
    await table.getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => page.url()).toContain('/customers?sort=name');
    await expect.poll(() => table.locator('tbody th').allTextContents()).toEqual(['Abel, Max', 'Muster, Ida']);
    await table.getByRole('link', { name: 'Abel, Max' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ida Muster' }).waitFor();
    await page.getByText('Nur nach 17 Uhr.').waitFor();
    await page
      .getByRole('navigation', { name: 'Sections of Ida Muster' })
      .getByRole('link', { name: /^Contracts/ })
      .click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/customers/${kid}/contracts`);
    const contracts = page.getByRole('table', { name: 'Contracts' });
    await contracts.getByText('€612.40').waitFor();
    await contracts.getByText(/^Notice by /).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: /^Contracts/ }).waitFor();
  });

  test('the URL of a list equals that of its API call', async () => {
    const page = await tests.signedIn('/customers?kontakt_art=1');
    await page.getByRole('status').getByText('1 entry').waitFor();
    await page.getByRole('button', { name: 'Remove filter: Contact type: Prospect' }).click();
    await page.getByRole('status').getByText('2 entries').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a list is narrowed, shows other columns and is exported', async () => {
    const api = await tests.organisation.client();
    await api.post('/v3/customers', { vorname: '=1+1', name: 'Formel', geb: '1990-02-01' });
    const page = await tests.signedIn('/customers', { language: 'de' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Feld' }).fill('Geburtsd');
    await page.getByRole('option', { name: 'Geburtsdatum' }).click();
    await dialog.getByRole('combobox', { name: 'Vergleich' }).click();
    await page.getByRole('option', { name: 'zwischen' }).click();
    await dialog.getByRole('textbox', { name: 'ab' }).fill('1.1.90');
    await dialog.getByRole('textbox', { name: 'bis' }).fill('31.12.1990');
    await expectUsable(page, 'filter');
    await dialog.getByRole('button', { name: 'Anwenden' }).click();
    await page.getByRole('status').getByText('1 Eintrag').waitFor();
    await page.getByRole('button', { name: 'Filter entfernen: Geburtsdatum ab 01.01.1990' }).waitFor();
    const { search } = new URL(page.url());
    expect(decodeURIComponent(search)).toBe('?geb[gte]=1990-01-01&geb[lte]=1990-12-31');
    await page.getByRole('button', { name: 'Spalten' }).click();
    await dialog.getByRole('checkbox', { name: 'Vorname' }).check();
    await expectUsable(page, 'columns');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('columnheader', { name: 'Vorname' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [head = '', row = ''] = text.trimEnd().split('\r\n');
    expect(head.split(';')[0]).toBe('\ufeffName');
    expect(row.split(';')).toContain("'=1+1");
    expect(row.split(';')).toContain('01.02.1990');
    const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
    const failures: Error[] = [];
    const failed = (error: Error) => failures.push(error);
    const worker = startExportWorker({ db: tests.service.asService, files, failed }, { poll: 50 });
    try {
      const excel = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Als Excel-Datei exportieren' }).click();
      expect((await excel).suggestedFilename()).toMatch(/^Kunden .*\.xlsx$/);
      expect((await readFile(await (await excel).path())).subarray(0, 2).toString()).toBe('PK');
      await expect.poll(async () => (await api.get('/v3/exports')).body.items).toEqual([]);
    } finally {
      await worker.stop();
      await files.close();
    }
    expect(failures).toEqual([]);
  });

  test('an unknown address shows a page, and JSON to programs', async () => {
    const page = await tests.signedIn('/customers/999999');
    await page.getByRole('heading', { name: 'This record no longer exists.' }).waitFor();
    await page.goto('/customers/8/nothing');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { status, text } = await tests.service.ask('GET', '/nothing', {});
    expect([status, JSON.parse(text).data.error]).toEqual([404, 'endpoint_not_found']);
  });

  test('a user without administration works there, and has the own account in the settings', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'berater@example.com');
    const { cookie } = await person.signIn();
    const page = await tests.open('/favicon.svg');
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto('/customers');
    await page.getByRole('link', { name: 'Muster, Ida' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.goto('/users');
    await page.getByText('You don’t have access to this area').waitFor();
  });

  test('the search opens a hit of the last typed text, however fast it was typed', async () => {
    const page = await tests.signedIn('/');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    await page.keyboard.type('abel');
    await page.getByRole('option', { name: /^Max Abel/ }).waitFor();
    await expectUsable(page, 'search');
    await field.fill('');
    await page.keyboard.type('muster');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ida Muster' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('nobody at all');
    await page.getByText('Nothing found.').waitFor();
  });

  test('a record is created, with errors at their fields', async () => {
    const page = await tests.signedIn(`/customers/${kid}/contracts`, { language: 'de' });
    await page.getByRole('link', { name: 'Neuer Vertrag' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Kunde' }).inputValue()).toBe('Muster, Ida');
    await page.getByRole('textbox', { name: 'Vertragsnummer' }).fill('HR-2');
    await page.getByRole('textbox', { name: 'Beitrag' }).fill('1.234,5');
    await page.getByRole('textbox', { name: 'Beginn' }).fill('12.13.84');
    await page.getByRole('combobox', { name: 'Sparte' }).fill('hausrat');
    await page.getByRole('option', { name: 'Hausratversicherung', exact: true }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Bitte als Datum eingeben, zum Beispiel 12.8.1984.').waitFor();
    await expectUsable(page, 'form');
    await page.getByRole('textbox', { name: 'Beginn' }).fill('12.8.84');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'Hausratversicherung · HR-2' }).waitFor();
    await page.getByText('12.08.1984').first().waitFor();
    await page.getByText('1.234,50').first().waitFor();
  });

  test('two users change a record: different fields are both stored, the same field is shown with all three values and the author', async () => {
    const api = await tests.organisation.client();
    const page = await tests.signedIn(`/customers/${kid}`);
    await page.keyboard.press('e');
    const born = page.getByRole('textbox', { name: 'Place of birth' });
    await born.fill('Kiel');
    await api.patch(`/v3/customers/${kid}`, { titel: 'Dr.' });
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'Dr. Ida Muster' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    await born.fill('Ulm');
    await api.patch(`/v3/customers/${kid}`, { geb_ort: 'Bonn', titel: null });
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('alert').filter({ hasText: 'Bonn' });
    await conflict.getByText('Ulm').waitFor();
    await conflict.getByText('Before: Kiel').waitFor();
    await conflict.getByText('has changed this meanwhile').waitFor();
    await expectUsable(page, 'conflict');
    await conflict.getByRole('button').last().click();
    await page.getByRole('heading', { level: 1, name: 'Ida Muster', exact: true }).waitFor();
    expect((await api.get(`/v3/customers/${kid}`)).body.geb_ort).toBe('Ulm');
  });

  test('a note, a task, a comment, an address and a file are stored from the page of a record', async () => {
    const api = await tests.organisation.client();
    const page = await tests.signedIn(`/customers/${kid}`);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'What was discussed?' }).fill('Rückruf wegen Elementar');
    await dialog.getByRole('textbox', { name: 'Follow up on' }).fill('h');
    await expectUsable(page, 'note');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Activities 2' }).waitFor();
    // No key is a command while a dialog closes.
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('t');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Police prüfen');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('region', { name: 'Activities 3' }).waitFor();
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Mag Tee.');
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('button', { name: 'Save' })
      .click();
    await page.getByText('Mag Tee.').waitFor();
    await page.getByRole('button', { name: 'Add: Address' }).click();
    await dialog.getByRole('textbox', { name: 'Town' }).fill('Kiel');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const address = page.getByRole('region', { name: 'Address' });
    await address.getByText('Kiel').waitFor();
    await address.getByRole('button', { name: /^Change: Address/ }).click();
    await dialog.getByRole('textbox', { name: 'Town' }).fill('Husum');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await address.getByText('Husum').waitFor();
    await page.goto(`/customers/${kid}/documents`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'Police.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Hausrat'),
    });
    await page.getByRole('link', { name: 'Police.txt' }).click();
    await page.frameLocator('iframe[title="Police.txt"]').getByText('Hausrat').waitFor();
    await expectUsable(page, 'document');
    await page.goto('/');
    await page.getByRole('checkbox', { name: 'Done: Follow-up: Rückruf wegen Elementar' }).check();
    await page.getByText('“Follow-up: Rückruf wegen Elementar” done.').waitFor();
    const { items } = (await api.get(`/v3/customers/${kid}/activities`)).body;
    expect(items.filter(({ status }: { status: number }) => status === 1)).toHaveLength(2);
  });

  test('a record is deleted at once', async () => {
    const api = await tests.organisation.client();
    const { body } = await api.post('/v3/customers', { name: 'Weg' });
    const page = await tests.signedIn(`/customers/${body.kid}`);
    await page.getByRole('button', { name: 'More actions: Weg' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('table', { name: 'Customers' }).waitFor();
    expect((await api.get(`/v3/customers/${body.kid}`)).status).toBe(404);
  });

  test('a customer with contracts is deleted after a question only', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    await page.getByRole('button', { name: 'More actions: Ida Muster' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Ida Muster?' });
    await dialog.getByText(/^The record is deleted with: Contracts \d/).waitFor();
    await expectUsable(page, 'question');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await (await tests.organisation.client()).get(`/v3/customers/${kid}`)).status).toBe(200);
  });

  test('a read-only user has no way to change anything', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'lesend@example.com', 'lesend');
    const { cookie } = await person.signIn();
    const page = await tests.open('/favicon.svg');
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto(`/customers/${kid}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('e');
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/customers/new');
    await page.getByText('You don’t have access to this area.').waitFor();
  });

  test.each(['de', 'en'] as const)('%s: light and dark, from a phone to a wall', async (language) => {
    const page = await tests.signedIn('/', { language });
    for (const address of ['/', '/customers', `/customers/${kid}`, `/customers/${kid}/details`]) {
      await page.goto(address);
      await pageIsThere(page);
      for (const [colorScheme, width] of LOOKS[language]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await expectUsable(page, `${address}, ${language}, ${colorScheme}, ${width}`);
      }
    }
  });

  test('the page of a customer shows the household, and says where there is none', async () => {
    const api = await tests.organisation.client();
    const place = { strasse: 'Lindenallee 12', plz: '14050', ort: 'Berlin' };
    const person = async (vorname: string, name: string, address: object | null) => {
      const made = (await api.post('/v3/customers', { vorname, name })).body.kid;
      if (address) await api.post(`/v3/customers/${made}/addresses`, address);
      return made as number;
    };
    const tom = await person('Tom', 'Sommer', place);
    const related = [
      [await person('Gerda', 'Sommer', { ...place, strasse: 'Seeweg 1' }), 103],
      [await person('Anna', 'Sommer', { ...place, strasse: 'LINDENALLEE 12' }), 203],
      [await person('Nora', 'Berg', place), 613],
      [await person('Otto', 'Kern', null), 613],
    ] as const;
    for (const [kid_beziehung, beziehung] of related)
      await api.post(`/v3/customers/${tom}/relations`, { kid_beziehung, beziehung });
    const page = await tests.signedIn(`/customers/${tom}`);
    const block = page.getByRole('region', { name: 'Household 3' });
    await block.waitFor();
    expect(await block.getByRole('link').allTextContents()).toEqual(['Anna Sommer', 'Nora Berg', 'Gerda Sommer']);
    expect(await block.getByText('Mutter · other address: Seeweg 1, 14050 Berlin').count()).toBe(1);
    await expectUsable(page, 'household');
    await block.getByRole('link', { name: 'Anna Sommer' }).click();
    await page.getByRole('region', { name: 'Household 1' }).getByRole('link', { name: 'Tom Sommer' }).waitFor();
    await page.goto(`/customers/${kid}`);
    await pageIsThere(page);
    await page.getByRole('region', { name: 'Household', exact: true }).getByText('No entries.').waitFor();
  });
});
