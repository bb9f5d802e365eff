/** The inbox in a real Chromium: each document with preview and proposals, assigned by keys, several at once; no script runs. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

const PAGE = `<html><head><script>document.title = 'taken'; alert(1)</script></head>
  <body onload="alert(2)"><h1>Kündigung</h1><img src=x onerror="alert(3)"><p>zum Jahresende</p></body></html>`;

describe.runIf(hasBrowser)('the inbox', () => {
  const tests = settingsTests({ printedOtherwise: true });
  let api: Client;
  let kid = 0;
  let contract = 0;
  beforeAll(async () => {
    api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Thomas', name: 'Sommer' })).body.kid;
    contract = (await api.post('/v3/contracts', { kid, nummer: 'HR-700116', gesellschaft: 'Havelufer' })).body.id;
  });
  const submit = async (name: string, more: object = {}, content: string | Buffer = 'Text'): Promise<number> =>
    (await api.post('/v3/inbox/documents', { base64: Buffer.from(content).toString('base64'), name, ...more })).body.id;
  const discardAll = () =>
    tests.service.db.transaction((tx) =>
      tx.run(sql`update inbox_document set state = 'discarded' where org_id = ${tests.organisation.orgId}`),
    );
  const accept = (page: Page) => page.getByRole('button', { name: 'Accept', exact: true });
  const titled = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
  const focused = (page: Page) =>
    page.evaluate<string>("document.activeElement?.textContent || document.activeElement?.ariaLabel || ''");
  const documentsOf = async (path: string): Promise<string[]> =>
    (await api.get(`/v3/${path}/documents`)).body.items.map(({ name }: { name: string }) => name).sort();

  test('Enter accepts the first proposal and shows the next document', async () => {
    await submit('Police_HR-700116.pdf', { betreff: 'Neue Police' });
    await submit('Brief.txt', { betreff: 'Thomas Sommer' }, 'Guten Tag');
    await submit('Foto.jpg');
    const page = await tests.signedIn('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Inbox , 3' }).click();
    await page.getByRole('radio', { name: 'HR-700116 Havelufer, Thomas Sommer' }).waitFor();
    await page.getByText('Contract · Contract number in the file name: HR-700116').waitFor();
    await expect.poll(() => focused(page)).toBe('Accept');
    await page.keyboard.press('Enter');
    await page.getByText('Filed with HR-700116 Havelufer, Thomas Sommer: Police_HR-700116.pdf').waitFor();
    await titled(page, 'Brief.txt');
    // The way back, from the next document, and again by the button of the message.
    for (const undo of [
      () => page.keyboard.press('Control+z'),
      () => page.getByRole('button', { name: 'Undo' }).click(),
    ]) {
      await expect.poll(() => focused(page)).toBe('Accept');
      await undo();
      await titled(page, 'Police_HR-700116.pdf');
      await page.getByText('Back in the inbox.').first().waitFor();
      await expect.poll(() => documentsOf(`contracts/${contract}`)).toEqual([]);
      await expect.poll(() => focused(page)).toBe('Accept');
      await page.keyboard.press('Enter');
      await titled(page, 'Brief.txt');
    }
    await page.getByText('Guten Tag').waitFor();
    await page.getByText('Customer · Name in the subject: Thomas Sommer').waitFor();
    await expect.poll(() => focused(page)).toBe('Accept');
    await page.keyboard.press('Enter');
    await titled(page, 'Foto.jpg');
    await page.getByText('No suggestion').waitFor();
    await expect.poll(() => focused(page)).toBe('Another record');
    await page.keyboard.type('sommer');
    await page.getByRole('option', { name: /Sommer, Thomas · Customers/ }).click();
    await expect.poll(() => focused(page)).toBe('Accept');
    await page.keyboard.press('Enter');
    await page.getByText('Your inbox is empty.').waitFor();
    await expect.poll(() => documentsOf(`contracts/${contract}`)).toEqual(['Police_HR-700116.pdf']);
    await expect.poll(() => documentsOf(`customers/${kid}`)).toEqual(['Brief.txt', 'Foto.jpg', 'Police_HR-700116.pdf']);
  });

  test('a rule of an administrator sets the status and makes a task; both are undone, and it can be unticked', async () => {
    await discardAll();
    await api.patch(`/v3/contracts/${contract}`, { status: 'aktiv' });
    const settings = await tests.signedIn('/settings/inbox-rules');
    await settings.getByText('No rules yet.').waitFor();
    await settings.getByRole('button', { name: 'Create a rule' }).click();
    const form = settings.getByRole('dialog');
    const rule = {
      Name: 'Cancelled',
      Words: 'Kündigungsbestätigung',
      'Status of the contract': 'gekündigt',
      Task: 'Check it',
    };
    for (const [name, value] of Object.entries(rule))
      await form.getByRole('textbox', { name, exact: true }).fill(value);
    await expectUsable(settings, 'form of a rule');
    await form.getByRole('button', { name: 'Create' }).click();
    await settings.getByRole('rowheader', { name: 'Cancelled' }).waitFor();
    await expectUsable(settings, 'rules');
    for (const name of ['Kuendigungsbestaetigung HR-700116.txt', 'Kündigungsbestätigung Thomas Sommer.txt'])
      await submit(name);
    const page = await tests.signedIn('/inbox');
    const tick = page.getByRole('checkbox', { name: /^Rule: Cancelled · Status gekündigt · Task “Check it” on / });
    const state = async () => [
      (await api.get(`/v3/contracts/${contract}`)).body.status,
      (await api.get(`/v3/activities?kid=${kid}`)).body.items.map(({ titel }: { titel: string }) => titel).join(),
    ];
    await expect.poll(() => focused(page)).toBe('Accept');
    expect(await tick.isChecked()).toBe(true);
    await expectUsable(page, 'a rule');
    await page.keyboard.press('Enter');
    // The other document belongs to the customer, who has no status.
    await titled(page, 'Kündigungsbestätigung Thomas Sommer.txt');
    await expect.poll(() => focused(page)).toBe('Accept');
    expect(await tick.count()).toBe(0);
    await expect.poll(state).toEqual(['gekündigt', 'Check it']);
    await page.getByText('Filed with HR-700116').waitFor();
    await page.keyboard.press('Control+z');
    await titled(page, 'Kuendigungsbestaetigung HR-700116.txt');
    await expect.poll(state).toEqual(['aktiv', '']);
    await tick.uncheck();
    await accept(page).click();
    await titled(page, 'Kündigungsbestätigung Thomas Sommer.txt');
    await expect.poll(() => documentsOf(`contracts/${contract}`)).toContain('Kuendigungsbestaetigung HR-700116.txt');
    expect(await state()).toEqual(['aktiv', '']);
  });

  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
  ] as const)('keys, another name, a question before a document is discarded, $scheme', async (look) => {
    await discardAll();
    const folder = (await api.post(`/v3/customers/${kid}/documents/folders`, { name: 'Policen' })).body.id;
    await submit('eins.txt', { betreff: 'Thomas Sommer, HR-700116' });
    await submit('Kuendigung.html', {}, PAGE);
    const page = await tests.signedIn('/inbox', look);
    const alerts: string[] = [];
    page.on('dialog', (one) => {
      alerts.push(one.message());
      one.dismiss();
    });
    await expectUsable(page, 'list');
    await page.getByRole('link', { name: /^eins\.txt/ }).click();
    await titled(page, 'eins.txt');
    await expectUsable(page, 'proposals');
    await page.keyboard.press('2');
    await expect.poll(() => page.getByRole('radio', { name: 'Thomas Sommer', exact: true }).isChecked()).toBe(true);
    await page.keyboard.press('s');
    await expect.poll(() => focused(page)).toBe('Another record');
    await page.getByRole('radio', { name: 'Thomas Sommer', exact: true }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('Antrag.txt');
    await page.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'Policen' }).first().click();
    await accept(page).click();
    await titled(page, 'Kuendigung.html');
    await page.getByText('zum Jahresende').waitFor();
    await page.getByText('The text alone').waitFor();
    await expectUsable(page, 'a page');
    await expect
      .poll(async () => (await api.get(`/v3/customers/${kid}/documents?limit=5000`)).body.items)
      .toContainEqual(expect.objectContaining({ name: 'Antrag.txt', ordner: folder }));
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Discard “Kuendigung.html”?').waitFor();
    await expectUsable(page, 'question');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Your inbox is empty.').waitFor();
    expect(alerts).toEqual([]);
    await api.delete(`/v3/customers/${kid}/documents/folders/${folder}`);
  });

  test('several documents are assigned together; a missing one is reported', async () => {
    await discardAll();
    const ids = [await submit('a.txt'), await submit('b.txt'), await submit('c.txt')];
    const other = (await api.post('/v3/customers', { vorname: 'Uwe', name: 'Sammel' })).body.kid;
    const page = await tests.signedIn('/inbox', { language: 'de' });
    for (const name of ['a.txt', 'b.txt']) await page.getByRole('checkbox', { name: `Auswählen: ${name}` }).check();
    await api.post(`/v3/inbox/documents/${ids[1]}/discard`);
    const record = page.getByRole('combobox', { name: 'Anderer Datensatz' });
    const send = page.getByRole('button', { name: '2 Dokumente annehmen' });
    await send.click();
    await page.getByText('Bitte wählen Sie einen Datensatz.').waitFor();
    // Enter before the answer of the search waits for it.
    let answer = () => {};
    const held = new Promise<void>((arrive) => {
      answer = arrive;
    });
    await page.route('**/v3/search', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/v3/search');
    await record.fill('sammel');
    await page.keyboard.press('Enter');
    await asked;
    expect(await documentsOf(`customers/${other}`)).toEqual([]);
    answer();
    await expect.poll(() => record.inputValue()).toMatch(/^Sammel, Uwe/);
    await send.click();
    await page.getByRole('alert').waitFor();
    await titled(page, 'c.txt');
    expect(await documentsOf(`customers/${other}`)).toEqual(['a.txt']);
    await page.getByText('1 Dokument wartet').waitFor();
  });

  test.each([
    { language: 'de', said: 'keine Vorschau', button: 'Herunterladen' },
    { language: 'en', said: 'no preview', button: 'Download', width: 390 },
  ] as const)('a document without a preview says so and leads to the file, $language', async (row) => {
    await discardAll();
    const id = await submit('Brief.DOC', {}, 'Word 97');
    const page = await tests.signedIn(`/inbox?id=${id}`, row);
    const alert = page.getByRole('alert').filter({ hasText: row.said });
    await expectUsable(page, 'without preview');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      alert.getByRole('link', { name: row.button }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe('Word 97');
  });

  test('proposals are asked for the documents on the screen', async () => {
    await discardAll();
    for (let n = 1; n <= 45; n += 1) await submit(`${n}.txt`, { betreff: 'HR-700116' });
    const page = await tests.signedIn('/');
    const portions = new Set<string | null>();
    page.on('request', (one) => {
      const { pathname, searchParams } = new URL(one.url());
      if (pathname === '/v3/inbox/documents' && searchParams.has('with_proposals'))
        portions.add(searchParams.get('page'));
    });
    await page.goto(new URL('/inbox', page.url()).href);
    await page.getByRole('radio', { name: 'HR-700116 Havelufer, Thomas Sommer' }).waitFor();
    expect(portions).toContain('1');
    expect(portions).not.toContain('5');
    const last = page.getByRole('listitem').filter({ hasText: '45.txt' });
    await last.scrollIntoViewIfNeeded();
    await last.getByRole('img', { name: 'With a suggestion' }).waitFor();
    expect(portions).toContain('5');
  });

  test('a file is added by hand; the old address leads to the page', async () => {
    await discardAll();
    const page = await tests.signedIn('/settings/inbox');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/inbox');
    await pageIsThere(page);
    const file = { name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('Gescannt') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Gescannt').waitFor();
  });

  test('users without the scope have no link and no page', async () => {
    const page = await tests.signedIn('/inbox');
    await page.route('**/settings/api/session', async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      const scopes = session.user.scopes.filter((scope: string) => !scope.startsWith('v3:inbox'));
      await route.fulfill({ response, json: { ...session, user: { ...session.user, scopes } } });
    });
    await page.reload();
    await page.getByText('You have no right to this area').or(page.getByText('access to this area')).waitFor();
    expect(
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Inbox/ })
        .count(),
    ).toBe(0);
  });
});
