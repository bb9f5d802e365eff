/** Flows 7, 9 and 10: a task for a contract that ends, customers that get another adviser, a mailing list. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../../support/browser.ts';
import { expectUsable } from '../../support/settings-window.ts';
import { flowTests } from './flow.ts';

describe.runIf(hasBrowser)('work of the day and of many', () => {
  const { call, start } = flowTests();

  test('7: a contract that ends becomes a task in two clicks', async () => {
    const { page, click, taken } = await start('/');
    const group = page.getByRole('region', { name: 'Verträge mit Handlungsbedarf' });
    await click(group.getByRole('button', { name: /^Aufgabe anlegen/ }).first());
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('textbox', { name: 'Titel' });
    await expect.poll(() => title.inputValue()).not.toBe('');
    const text = await title.inputValue();
    await click(dialog.getByRole('button', { name: 'Anlegen' }));
    await group
      .getByRole('link', { name: /Aufgabe am/ })
      .first()
      .waitFor();
    expect(taken).toEqual({ keys: 0, letters: 0, clicks: 2, drops: 0 });
    const { items } = (await call('GET', '/v3/activities?kategorie=1&status=0&limit=500')).body;
    expect(items.filter(({ titel }: { titel: string }) => titel === text)).toHaveLength(1);
  });

  test('9: the 400 customers of an adviser get another one, and back', async () => {
    const users = (await call('GET', '/v3/users')).body.items as { id: number; name: string }[];
    const [arndt, keller] = ['Arndt', 'Keller'].map((name) => users.find((one) => one.name === name)?.id);
    const of = async (kid: number | undefined) => (await call('GET', `/v3/customers?betreuer=${kid}`)).body.total;
    const more = Array.from({ length: 400 - (await of(arndt)) }, (_, i) => ({ name: `Kunde ${i}`, betreuer: arndt }));
    for (let at = 0; at < more.length; at += 100) await call('POST', '/v3/customers', more.slice(at, at + 100));
    const before = await of(keller);
    const { page, click, press, type, taken } = await start('/customers');
    await click(page.getByRole('button', { name: 'Filter', exact: true }));
    await page.getByRole('combobox', { name: 'Feld' }).waitFor();
    await type('Betreuer');
    await press('Enter');
    await press('Tab', 2);
    await type('Arndt');
    await press('Enter');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await press('Enter');
    await page.getByRole('status').getByText('400 Einträge').waitFor();
    await click(page.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }));
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    await click(bar.getByRole('button', { name: 'Alle 400 auswählen' }));
    await bar.getByText('400 ausgewählt').waitFor();
    await click(bar.getByRole('button', { name: 'Feld setzen' }));
    await page.getByRole('combobox', { name: 'Feld' }).waitFor();
    await type('Betreuer');
    await press('Enter');
    await press('Tab');
    await type('Keller');
    await press('Enter');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await click(page.getByRole('button', { name: '400 Einträge ändern' }));
    await bar.getByText(/^400 geändert/).waitFor();
    expect([await of(arndt), await of(keller)]).toEqual([0, before + 400]);
    expect(taken).toMatchObject({
      clicks: 5,
      keys: 8,
      letters: 'Betreuer'.length * 2 + 'Arndt'.length + 'Keller'.length,
    });
    await click(bar.getByRole('button', { name: 'Rückgängig' }));
    await bar.getByText(/^400 zurückgesetzt/).waitFor();
    expect([await of(arndt), await of(keller)]).toEqual([400, before]);
    expect(taken.clicks).toBe(6);
  });

  test('10: the mailing list of customers who allow marketing takes two clicks', async () => {
    const { page, click, taken } = await start('/');
    await click(page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Werbung erlaubt' }));
    await page.getByRole('table', { name: 'Kunden' }).getByText('thomas.sommer@example.com').waitFor();
    const download = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'Als CSV exportieren' }));
    const [head = '', ...rows] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
    expect(taken).toEqual({ keys: 0, letters: 0, clicks: 2, drops: 0 });
    expect(head).toBe('\ufeffName;Anrede;Vorname;Straße;PLZ;Ort;E-Mail');
    expect(rows).toContain('Sommer;Herr;Thomas;Lindenallee 12;14050;Berlin;thomas.sommer@example.com');
    const { total } = (await call('GET', '/v3/customers?contacts.werbung=1')).body;
    expect(rows.length).toBe(total);
    await page.getByRole('button', { name: 'Spalten' }).click();
    await page.getByRole('checkbox', { name: 'Bankverbindung: IBAN' }).check();
    await expectUsable(page, 'columns');
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('columnheader', { name: 'IBAN' }).waitFor();
  });
});
