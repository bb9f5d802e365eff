/** The pages of imports: a file is read, decided, written and taken back. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { setUpImportWorker } from '../support/import-client.ts';
import { newPerson } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

/** Rows of a file; the same bytes again would be the same import. */
const contentOf = (mark: string): string =>
  [
    'Nachname;Vorname;Geburtsdatum;Ort;Etwas',
    `Neumann;Nora;01.02.1990;Köln;${mark}`,
    `Sommer;Thomas;12.08.1984;Bonn;${mark}`,
    `Fehler;Max;31.02.1980;Aachen;${mark}`,
  ].join('\r\n');

const file = (name: string, content = contentOf(name)) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content, 'latin1'),
});

describe.runIf(hasBrowser)('imports', () => {
  const tests = settingsTests();
  setUpImportWorker({
    get asService() {
      return tests.service.asService;
    },
  } as TestService);
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const { kid } = (await api.post('/v3/customers', { vorname: 'Thomas', name: 'Sommer', geb: '1984-08-12' })).body;
    await api.post(`/v3/customers/${kid}/addresses`, { ort: 'Köln' });
  });

  const send = async (page: Page, one: ReturnType<typeof file>): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(one);
    await page.waitForURL(/\/imports\/\d+\?step=mapping$/);
    await page.getByRole('heading', { level: 1, name: one.name }).waitFor();
    await page.getByRole('button', { name: 'Continue to the rows' }).waitFor();
  };
  const toRows = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Continue to the rows' }).click();
    await page.getByRole('button', { name: /^All \d/ }).waitFor();
  };

  test('a file is corrected, written and taken back', async () => {
    const api = await tests.organisation.client();
    const total = async () => (await api.get('/v3/customers')).body.total;
    const before = await total();
    const page = await tests.signedIn('/');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await send(page, file('bestand.csv'));
    await toRows(page);
    expect(await total()).toBe(before);
    await page.getByRole('button', { name: 'invalid 1' }).click();
    expect(new URL(page.url()).search).toBe('?outcome=invalid');
    const row = page.getByRole('row', { name: /^4 / });
    expect((await row.boundingBox())?.height).toBe(44);
    await row.getByRole('button', { name: 'Details of line 4' }).click();
    const form = page.getByRole('form', { name: 'Correct line 4' });
    await form.getByRole('textbox').fill('28.02.1980');
    await form.getByRole('button', { name: 'Correct' }).click();
    await page.getByText('No rows.').waitFor();
    await page.getByRole('button', { name: 'All 3' }).click();
    await page
      .getByRole('row', { name: /Neumann/ })
      .getByRole('button', { name: 'Skip line 2' })
      .click();
    await page.getByRole('button', { name: 'Write 2 rows' }).click();
    await page.getByRole('status').getByText('2 rows were written.').waitFor();
    // Thomas Sommer is found by name and birth date.
    expect(await total()).toBe(before + 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The import was undone.').waitFor();
    expect(await total()).toBe(before);
    await page.getByRole('link', { name: '‹ Import' }).click();
    await page
      .getByRole('row', { name: /bestand\.csv/ })
      .getByText('undone')
      .waitFor();
  });

  test('a column is mapped to another field', async () => {
    const page = await tests.signedIn('/imports');
    await send(page, file('spalten.csv'));
    // The service reads its copy of the file: this page has none.
    await page.reload();
    const column = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await column('Nachname').getByText('Neumann').waitFor();
    await column('Nachname').getByText('recognised').waitFor();
    expect(await column('Etwas').getByText('recognised').count()).toBe(0);
    // The rows follow the choice at once, and the keyboard alone makes it.
    const preview = page.getByRole('table', { name: 'Preview of the first rows' });
    await preview.getByRole('cell', { name: 'Köln' }).waitFor();
    await page.getByRole('combobox', { name: 'Ort' }).focus();
    await page.keyboard.type('Comment');
    await page.keyboard.press('Enter');
    await preview.getByRole('columnheader', { name: 'Comment' }).waitFor();
    await preview.getByRole('cell', { name: 'Köln' }).waitFor();
    expect(await preview.getByRole('columnheader', { name: 'Address: City' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('combobox', { name: 'Etwas' }).click();
    await page.getByRole('option', { name: 'Comment', exact: true }).click();
    await page.getByRole('combobox', { name: 'Find existing records by' }).click();
    await page.getByRole('option', { name: /, .*, / }).click();
    await page.getByRole('combobox', { name: 'The record does not exist yet' }).click();
    await page.getByRole('option', { name: 'Skip the row' }).click();
    await page.getByRole('button', { name: 'Read with these choices' }).click();
    await page.getByText(/5 of 5 columns mapped/).waitFor();
    await page.getByRole('button', { name: 'skipped 2', exact: true }).waitFor();
    await page.getByRole('button', { name: 'changed 1', exact: true }).click();
    await page
      .getByRole('row', { name: /Sommer/ })
      .getByText('Bonn')
      .waitFor();
    await page.getByRole('link', { name: 'Change the mapping' }).click();
    const line = page.getByRole('textbox', { name: 'Line of the headers' });
    await line.fill('99');
    await page.getByRole('button', { name: 'Read with these choices' }).click();
    await page
      .getByRole('alert')
      .getByText(/no line 99/)
      .waitFor();
    await line.fill('');
    await page.getByRole('button', { name: 'Read with these choices' }).click();
    await page.getByRole('button', { name: 'Continue to the rows' }).click();
    await page.getByRole('button', { name: 'skipped 2', exact: true }).waitFor();
  });

  test('a wrong value is replaced in all rows that have it, and the others are a file', async () => {
    const page = await tests.signedIn('/imports');
    // More rows than the page reads.
    const rows = Array.from({ length: 700 }, (_, i) => `Wert${i};Ina;${i % 7 ? 'Dame' : 'Frau'};${i ? '' : '31.2.80'}`);
    await send(page, file('ersetzen.csv', ['Nachname;Vorname;Anrede;Geburtsdatum', ...rows].join('\n')));
    await toRows(page);
    await page.getByRole('button', { name: 'invalid 601' }).click();
    await page.getByRole('button', { name: /× .*Dame/ }).click();
    const form = page.getByRole('form', { name: 'Replace “Dame” everywhere by' });
    await form.getByRole('combobox').click();
    await page.getByRole('option').first().click();
    await form.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('button', { name: 'new 699', exact: true }).waitFor();
    const link = page.getByRole('link', { name: 'Download the error file (CSV)' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const content = await readFile(await download.path(), 'utf8');
    expect(content.trim().split('\r\n')).toHaveLength(2);
    expect(content).toContain(';31.2.80');
    // An empty text leaves the value out.
    await page.getByRole('button', { name: /× .*31\.2\.80/ }).click();
    await page.getByRole('form', { name: 'Replace “31.2.80” everywhere by' }).getByRole('button').click();
    await page.getByRole('button', { name: 'new 700', exact: true }).waitFor();
  });

  test('a file without a known header waits for its mapping', async () => {
    const page = await tests.signedIn('/imports');
    await page.locator('input[type=file]').setInputFiles(file('fremd.csv', 'Aaa;Bbb\nKrause;Udo\nLang;Eva'));
    await page.getByRole('status').getByText('No header is known.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Aaa' }).getByText('Krause · Lang').waitFor();
    await page.getByRole('combobox', { name: 'Aaa' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Read with these choices' }).click();
    await page.getByRole('button', { name: 'new 2', exact: true }).waitFor();
  });

  test('a mapping is stored under a name, used and deleted', async () => {
    const page = await tests.signedIn('/imports');
    await page.locator('input[type=file]').setInputFiles(file('eins.csv', 'Uuu;Vvv\nWolf;Udo\n'));
    await page.getByRole('status').getByText('No header is known.').waitFor();
    await page.getByRole('combobox', { name: 'Uuu' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Store the mapping' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Our list');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('/imports');
    await page.locator('input[type=file]').setInputFiles(file('zwei.csv', 'Uuu;Vvv;Ccc\nFuchs;Eva;x\n'));
    const stored = page.getByRole('combobox', { name: 'Stored mapping' });
    await stored.click();
    await page.getByRole('option', { name: 'Our list' }).click();
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to the rows' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Uuu' }).getByText('recognised').waitFor();
    expect(await stored.inputValue()).toBe('Our list');
    await page.getByRole('button', { name: 'Delete the mapping' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const api = await tests.organisation.client();
    const { items } = (await api.get('/v3/imports/mappings')).body;
    expect(items.filter(({ delivered }: { delivered: boolean }) => !delivered)).toEqual([]);
  });

  test('an unreadable file shows the reason', async () => {
    const page = await tests.signedIn('/imports');
    await page.locator('input[type=file]').setInputFiles(file('bild.csv', '%PDF-1.7'));
    await page.getByRole('alert').getByText(/PDF/).waitFor();
  });

  test('German users read German remarks, and write decided rows only', async () => {
    const page = await tests.signedIn('/imports', { language: 'de' });
    await page.locator('input[type=file]').setInputFiles(file('bild2.csv', '%PDF-1.7'));
    await page.getByRole('alert').getByText('Die Datei ist ein PDF und kein Text.').waitFor();
    await page.goto('/imports');
    const content =
      'Nachname;Vorname;Betreuer;Etwas;Steuernummer;Anrede\nLenz;Ina;Nie Gesehen;x;12/34;\nHerbst;Jan;;x;;\n' +
      `Dorn;Ute;;x;;Dame\n${'N'.repeat(300)};Kai;;x;;\n`;
    await page.locator('input[type=file]').setInputFiles(file('hinweise.csv', content));
    await page.waitForURL(/step=mapping$/);
    await page.getByRole('combobox', { name: 'Etwas' }).click();
    await page.getByRole('option', { name: /: E-Mail$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Weiter zu den Zeilen' }).click();
    await page.getByText('Spalten ohne Feld werden nicht übernommen: Etwas.').waitFor();
    await page
      .getByText('Es gibt keinen Datensatz mit der Nummer, dem Namen oder der Kennung „Nie Gesehen“.')
      .waitFor();
    await page.getByText(/^Anrede „Dame“: Dieser Wert steht nicht zur Auswahl\. Möglich sind: .*Herr/).waitFor();
    await page.getByText(/^Name „N+…“: Bitte höchstens \d+ Zeichen\.$/).waitFor();
    await page.getByRole('button', { name: 'Zeile 3 überspringen' }).click();
    await page.getByRole('button', { name: 'Zeile 3 übernehmen' }).click();
    await page.getByRole('button', { name: 'Nur entschiedene schreiben' }).click();
    await page.getByRole('status').getByText('1 Zeile wurde geschrieben.').waitFor();
  });

  test('first steps: sample data is loaded and removed, the box is put away', async () => {
    const organisation = await tests.service.organisation();
    const api = await organisation.client();
    const page = await tests.signedIn('/', {}, organisation.login);
    const box = page.getByRole('region', { name: 'First steps' });
    await box.getByRole('link', { name: 'Check outgoing mail' }).waitFor();
    expect(await page.getByText('All done for today.').count()).toBe(0);
    expect(await box.getByText('(done)').count()).toBe(0);
    await box.getByRole('button', { name: 'Load sample data' }).click();
    const remove = box.getByRole('button', { name: 'Remove sample data' });
    await remove.waitFor();
    const listed = async (path: string) => (await api.get(`/v3/${path}`)).body;
    const loaded = [(await listed('customers')).total, (await listed('contracts')).total];
    expect(loaded).toEqual([9, 16]);
    const rows = (await api.get('/v3/imports')).body.items[0].counts;
    expect(rows).toMatchObject({ new: 25, invalid: 0, ambiguous: 0 });
    await page
      .getByRole('region', { name: 'Contracts to act on' })
      .getByText(/^Notice by /)
      .first()
      .waitFor();
    await expectUsable(page, 'first steps with sample data');
    // A customer that was changed stays.
    const { kid } = (await listed('customers')).items[0];
    await api.patch(`/v3/customers/${kid}`, { kommentar: 'bleibt' });
    await api.post('/v3/products', { name: 'Havelufer AG' });
    await remove.click();
    await page.getByText('The sample data is removed; 1 changed record stayed.').waitFor();
    expect((await listed('customers')).items.map((one: { kid: number }) => one.kid)).toEqual([kid]);
    await expect.poll(() => box.getByText('(done)').count()).toBe(2);

    await page.goto('/');
    await box.getByRole('button', { name: 'Do not show again' }).click();
    await box.waitFor({ state: 'detached' });
    await page.reload();
    await pageIsThere(page);
    await page.getByRole('region', { name: 'Tasks' }).waitFor();
    expect(await box.count()).toBe(0);
  });

  test('an empty list leads to a new record and the import, one without matches to all', async () => {
    const page = await tests.signedIn('/goals');
    await page.getByText('No goals yet. Add the first one, or import a file.').waitFor();
    await page.getByRole('link', { name: 'Import a file' }).waitFor();
    await page.goto('/goals?priority=1&columns=subject');
    await page.getByText('No goals match these filters.').waitFor();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await page.getByText('No goals yet.', { exact: false }).waitFor();
    expect(new URL(page.url()).search).toBe('?columns=subject');
  });

  test('a user without the scope has no page', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'lesend@example.com', 'lesend');
    const { cookie } = await person.signIn();
    const page = await tests.open('/favicon.svg');
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto('/imports');
    await page.getByText('You don’t have access to this area.').waitFor();
    expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const page = await tests.signedIn('/imports', { language });
    await page.locator('input[type=file]').setInputFiles(file(`${language}.csv`));
    await page.waitForURL(/step=mapping$/);
    await page.getByRole('table').waitFor();
    const { pathname, search } = new URL(page.url());
    for (const address of [`${pathname}${search}`, `${pathname}?outcome=invalid`, '/imports']) {
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
});
