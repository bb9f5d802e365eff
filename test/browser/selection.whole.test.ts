/** Ticked records of a list: changes of many, their undo; and the undo of a delete. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('records of a list', () => {
  const tests = settingsTests();
  let api: Client;
  let adviser = 0;
  beforeAll(async () => {
    api = await tests.organisation.client();
    adviser = (await api.post('/v3/users', { email: 'a@example.com', vorname: 'Jonas', name: 'Keller' })).body.id;
    await api.post(
      '/v3/customers',
      Array.from({ length: 60 }, (_, i) => ({ name: `Kunde ${String(i).padStart(2, '0')}`, kontakt_art: 1 })),
    );
    await api.post('/v3/customers', [{ name: 'Andere', kontakt_art: 0 }]);
    await api.post('/v3/system/tags', { tag: 'Jahresgespräch', freigabe: 1 });
  });
  const countOf = async (query: string): Promise<number> => (await api.get(`/v3/customers?${query}`)).body.total;

  test('all records of a filter get another adviser; the undo skips those changed since', async () => {
    const page = await tests.signedIn('/customers?kontakt_art=1&sort=name');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await page.getByRole('checkbox', { name: 'Select: Kunde 01' }).check();
    await bar.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByRole('checkbox', { name: 'Select: Kunde 55' }).check();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 60' }).click();
    await bar.getByText('60 selected').waitFor();
    await expectUsable(page, 'selection');
    await bar.getByRole('button', { name: 'Set field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Adviser');
    await page.getByRole('option', { name: 'Adviser' }).click();
    await dialog.getByRole('combobox', { name: 'Adviser' }).fill('Kell');
    await page.getByRole('option', { name: /Keller/ }).click();
    await expectUsable(page, 'set field');
    await dialog.getByRole('button', { name: 'Change 60 entries' }).click();
    await bar.getByText('60 changed.').waitFor();
    expect([await countOf(`betreuer=${adviser}`), await countOf('kontakt_art=1')]).toEqual([60, 60]);
    const one = (await api.get('/v3/customers?kontakt_art=1&limit=1')).body.items[0].kid;
    await api.patch(`/v3/customers/${one}`, { betreuer: tests.organisation.adminKid });
    await bar.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText('59 reverted, 1 changed by others since.').waitFor();
    await bar.getByRole('button', { name: 'Details' }).click();
    await bar.getByRole('link', { name: `No. ${one}` }).waitFor();
    await expectUsable(page, 'undone');
    expect(await countOf(`betreuer=${adviser}`)).toBe(0);
    await bar.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => bar.count()).toBe(0);
    await page.getByRole('button', { name: 'Recent changes' }).click();
    await page.getByRole('dialog').getByText('Field set: 60 changed.').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  test('a text that names no entry is no empty value, by Enter and by the button', async () => {
    const page = await tests.signedIn('/customers?kontakt_art=0', { language: 'de' });
    const before = (await api.get('/v3/customers?kontakt_art=0')).body.items;
    await page.getByRole('checkbox', { name: 'Auswählen: Andere' }).check();
    await page.getByRole('toolbar', { name: 'Auswahl' }).getByRole('button', { name: 'Feld setzen' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: '1 Eintrag ändern' });
    const field = dialog.getByRole('combobox', { name: 'Feld' });
    await field.press('Enter');
    await dialog.getByText('Bitte ausfüllen.').waitFor();
    await field.fill('Betreuer');
    await page.getByRole('option', { name: 'Betreuer' }).click();
    const adviserField = dialog.getByRole('combobox', { name: 'Betreuer' });
    await adviserField.fill('xyz');
    await page.getByText('Nichts gefunden').waitFor();
    await page.keyboard.press('Enter');
    await send.press('Enter');
    await adviserField.and(page.locator(':focus')).waitFor();
    expect(await adviserField.inputValue()).toBe('xyz');
    await page.getByText('Nichts gefunden').waitFor();
    expect((await api.get('/v3/customers?kontakt_art=0')).body.items).toEqual(before);
  });

  test('another filter empties the selection', async () => {
    const page = await tests.signedIn('/customers?kontakt_art=1');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('50 selected').waitFor();
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await expect.poll(() => page.getByRole('toolbar', { name: 'Selection' }).count()).toBe(0);
  });

  test('records ticked by key are tagged, exported, deleted and restored', async () => {
    const page = await tests.signedIn('/customers?name[prefix]=Kunde 5&sort=name', { scheme: 'dark', language: 'de' });
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    await page.getByRole('link', { name: 'Kunde 50' }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await bar.getByText('2 ausgewählt').waitFor();
    await expectUsable(page, 'dark');
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Als CSV exportieren' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trimEnd().split('\r\n').length).toBe(3);
    await bar.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: 'Jahresgespräch' }).click();
    await dialog.getByRole('button', { name: '2 Einträge ändern' }).click();
    await bar.getByText('2 geändert.').waitFor();
    await bar.getByRole('button', { name: 'Schließen' }).click();
    await page.getByRole('checkbox', { name: 'Auswählen: Kunde 52' }).check();
    await bar.getByRole('button', { name: 'Löschen' }).click();
    await bar.getByText('1 geändert.').waitFor();
    await page.getByText('9 Einträge').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('10 Einträge').waitFor();
  });

  test('a deleted record is restored by its message, by Ctrl+Z, and at its address', async () => {
    const { kid } = (await api.post('/v3/customers', { name: 'Fehlgriff' })).body;
    const page = await tests.signedIn(`/customers/${kid}`);
    const remove = async () => {
      await page.getByRole('button', { name: 'More actions: Fehlgriff' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('“Fehlgriff” deleted.').waitFor();
    };
    await remove();
    await expectUsable(page, 'deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fehlgriff' }).waitFor();
    await remove();
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { level: 1, name: 'Fehlgriff' }).waitFor();
    await remove();
    await page.goto(`/customers/${kid}`);
    await page.getByRole('heading', { name: 'This record no longer exists.' }).waitFor();
    await expectUsable(page, 'gone');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fehlgriff' }).waitFor();
  });

  test('a change is undone from the list of the last ones, also after a reload', async () => {
    const page = await tests.signedIn('/customers?name=Kunde 07');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await page.getByRole('checkbox', { name: 'Select: Kunde 07' }).check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await bar.getByText('1 changed.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Recent changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recent changes' });
    await dialog.getByText('Deleted: 1 changed.').waitFor();
    await expectUsable(page, 'recent changes');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Kunde 07' }).waitFor();
    await page.getByRole('button', { name: 'Recent changes' }).click();
    expect(await dialog.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  test('a read-only user selects records to export them', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'lesend@example.com', 'lesend');
    const { cookie } = await person.signIn();
    const page = await tests.open('/favicon.svg');
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto('/customers');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Export as CSV' }).waitFor();
    expect(await bar.getByRole('button', { name: /Set field|Tag|Delete/ }).count()).toBe(0);
  });

  test('a phone has cards without ticks', async () => {
    const page = await tests.signedIn('/customers', { width: 390, scheme: 'dark' });
    await page.getByRole('link', { name: 'Kunde 00' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await expectUsable(page, 'phone');
  });
});
