/** The inbox in a real Chromium: read beside the form, one after the other, several at once, and no script ever runs. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

const PAGE = `<html><head><script>document.title = 'taken'; alert(1)</script></head>
  <body onload="alert(2)"><h1>Kündigung</h1><img src=x onerror="alert(3)"><p>zum Jahresende</p></body></html>`;

/** Runs in a page: the lines in which a text of a row is shown. */
const LINES = `(name) => {
  const place = [...document.querySelectorAll('tbody p')].find(({ textContent }) => textContent === name);
  const lines = new Map();
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    [...texts.currentNode.data].forEach((letter, at) => {
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? '') + letter);
    });
  return [...lines.values()];
}`;

describe.runIf(hasBrowser)('inbox', () => {
  // One document is taken behind the back of the service.
  const tests = settingsTests({ printedOtherwise: true });
  let api: Client;
  beforeAll(async () => {
    api = await tests.organisation.client();
  });
  const submit = (name: string, content: string | Buffer) =>
    api.post('/v3/inbox/documents', { base64: Buffer.from(content).toString('base64'), name });
  /** Behind the back of the page. */
  const discarded = (id: number | undefined) =>
    tests.service.db.transaction((tx) => tx.run(sql`update inbox_document set state = 'discarded' where id = ${id}`));
  test.each([
    { scheme: 'light' },
    { scheme: 'dark', width: 390 },
  ] as const)('read beside the form, next and previous, $scheme', async (look) => {
    const { kid } = (await api.post('/v3/customers', { vorname: 'Ida', name: `Akte${look.scheme}` })).body;
    await submit('Kuendigung.html', PAGE);
    await submit('Brief.docx', 'Word');
    await submit('Liste.xlsx', 'Excel');
    const page = await tests.signedIn('/settings/inbox', look);
    const alerts: string[] = [];
    page.on('dialog', (one) => {
      alerts.push(one.message());
      one.dismiss();
    });
    await page.getByText('Web page', { exact: true }).waitFor();
    await page.getByText('Text document', { exact: true }).waitFor();
    await page.getByText('Spreadsheet', { exact: true }).waitFor();
    await expectUsable(page, 'list');
    await page.getByRole('button', { name: 'View and assign: Kuendigung.html' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('zum Jahresende').waitFor();
    await dialog.getByText('The text alone').waitFor();
    await expectUsable(page, 'a page');
    expect(await dialog.getByRole('button', { name: 'Previous document' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Next document' }).click();
    await dialog.getByRole('heading', { name: 'Brief.docx' }).waitFor();
    await dialog.getByText('There is no preview for this kind of file').waitFor();
    await expectUsable(page, 'Word');
    await dialog.getByRole('button', { name: 'Next document' }).click();
    await dialog.getByText('3 of 3').waitFor();
    await dialog.getByRole('button', { name: 'Previous document' }).click();
    await dialog.getByRole('heading', { name: 'Brief.docx' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Record' }).fill(`akte${look.scheme}`);
    await page.getByRole('option', { name: `Ida Akte${look.scheme}` }).click();
    await dialog.getByRole('button', { name: 'Next document' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.getByRole('heading', { name: 'Liste.xlsx' }).waitFor();
    await dialog.getByText('2 of 2').waitFor();
    const focused = page.locator(':focus');
    const inDialog = () => dialog.filter({ has: focused }).count();
    await expect.poll(inDialog, { message: 'the keyboard stays in the dialog' }).toBe(1);
    expect((await api.get(`/v3/customers/${kid}/documents`)).body.items).toMatchObject([{ name: 'Brief.docx' }]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('2 documents selected').waitFor();
    const discard = page.getByRole('button', { name: 'Discard', exact: true });
    // In sight at the top of a list that is longer than the window.
    const { width = 1280 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width, height: 280 });
    await page.evaluate('scrollTo(0, 0)');
    const box = await discard.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(280);
    await page.setViewportSize({ width, height: 900 });
    await discard.click();
    await dialog.getByText('Discard 2 documents?').waitFor();
    await dialog.getByText('The documents disappear from the inbox and are assigned to no record.').waitFor();
    await expectUsable(page, 'several');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The inbox is empty.').waitFor();
    expect(alerts).toEqual([]);
    expect(await page.title()).toContain('Inbox');
  });

  test.each([
    { language: 'de', said: 'keine Vorschau', button: 'Herunterladen' },
    { language: 'en', said: 'no preview', button: 'Download', width: 390 },
  ] as const)('a document without a preview says so and leads to the file, $language', async (row) => {
    const { language, said, button } = row;
    const name = `Brief-${language}.DOC`;
    await submit(name, 'Word 97');
    const page = await tests.signedIn('/settings/inbox', row);
    await page.getByRole('button', { name, exact: false }).first().click();
    const alert = page.getByRole('dialog').getByRole('alert').filter({ hasText: said });
    await expectUsable(page, name);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      alert.getByRole('link', { name: button }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe('Word 97');
  });

  test.each([
    ['alt.txt', 'latin1'],
    ['neu.txt', 'utf8'],
    ['Liste.CSV', 'latin1'],
    ['Liste.csv', 'utf8'],
  ] as const)('plain text is read in the characters that it is written in: %s, %s', async (name, encoding) => {
    const { id } = (await submit(name, Buffer.from('Größe;Müller\r\nzwei;drei', encoding))).body;
    const page = await tests.signedIn('/settings/inbox', { language: 'de' });
    await page.getByRole('button', { name: `Ansehen und zuweisen: ${name}` }).click();
    const text = page.getByRole('dialog').getByRole('region', { name });
    expect(await text.innerText()).toBe('Größe;Müller\nzwei;drei');
    await expectUsable(page, name);
    await discarded(id);
  });

  test.each([
    'Kuendigungsbestaetigung_Wohngebaeude_2026_unterschrieben.pdf',
    'Wohngebaeudeversicherungsbedingungenzusammenfassung.pdf',
  ])('a long name keeps its end together: %s', async (name) => {
    const { id } = (await submit(name, 'x')).body;
    for (const width of [390, 1280]) {
      const page = await tests.signedIn('/settings/inbox', { width });
      await page.getByRole('row').filter({ hasText: name }).waitFor();
      const lines = await page.evaluate<string[]>(`(${LINES})(${JSON.stringify(name)})`);
      expect(lines.join('')).toBe(name);
      expect(lines.at(-1)?.length, lines.join(' | ')).toBeGreaterThan(7);
    }
    await discarded(id);
  });

  test('several are assigned at once; what somebody else took meanwhile is said', async () => {
    const { kid } = (await api.post('/v3/customers', { vorname: 'Uwe', name: 'Sammel' })).body;
    const ids: number[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) ids.push((await submit(name, name)).body.id);
    const page = await tests.signedIn('/settings/inbox', { language: 'de' });
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await page.getByRole('checkbox', { name: `Auswählen: ${name}` }).check();
    await discarded(ids[1]);
    await page.getByRole('button', { name: 'Zuweisen', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Datensatz' }).fill('sammel');
    await page.getByRole('option', { name: /Uwe Sammel/ }).click();
    await expectUsable(page, 'assign several');
    await dialog.getByRole('button', { name: 'Zuweisen' }).click();
    await page.getByText('2 Dokumente sind zugewiesen. 1 Dokument war nicht mehr da.').waitFor();
    const { items } = (await api.get(`/v3/customers/${kid}/documents`)).body;
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['a.txt', 'c.txt']);
    await page.getByRole('button', { name: 'Ansehen und zuweisen: d.txt' }).waitFor();
  });
});
