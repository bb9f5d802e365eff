/** Saved views of a list: stored, changed, shared, deleted; and who may do which of these. */
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('views of a list', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const api = await tests.organisation.client();
    await api.post('/v3/customers', [
      { name: 'Abel', kontakt_art: 1 },
      { name: 'Muster', kontakt_art: 0 },
    ]);
  });

  test('a list is saved, changed and shared; another user reads it and saves an own view', async () => {
    const page = await tests.signedIn('/customers?kontakt_art=1');
    const menu = (name: string) => page.getByRole('button', { name: `View: ${name}` });
    await menu('All: Customers').click();
    await page.getByRole('menuitem', { name: 'Save as new view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'View name' }).fill('Interessenten');
    await expectUsable(page, 'save as');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await menu('Interessenten').waitFor();
    expect(new URL(page.url()).searchParams.get('kontakt_art')).toBe('1');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByText('Interessenten · changed').waitFor();
    await menu('Interessenten').click();
    await expectUsable(page, 'menu');
    await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.getByText('Interessenten · changed').count()).toBe(0);
    await menu('Interessenten').click();
    await page.getByRole('menuitem', { name: 'Share with the team' }).click();
    await menu('Interessenten').click();
    await page.getByRole('menuitem', { name: 'Stop sharing' }).waitFor();
    await page.keyboard.press('Escape');

    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'jonas@example.com');
    const { cookie } = await person.signIn();
    const other = await tests.open('/favicon.svg', { scheme: 'dark', width: 390, language: 'de' });
    const [name = '', value = ''] = cookie.split('=');
    await other.context().addCookies([{ name, value, url: tests.service.address }]);
    await other.goto('/customers');
    await other.getByRole('button', { name: 'Ansicht: Alle: Kunden' }).click();
    await other.getByRole('menuitem', { name: 'Interessenten (für das Team)' }).click();
    await other.getByRole('button', { name: 'Ansicht: Interessenten' }).waitFor();
    await other.getByText('1 Eintrag').waitFor();
    await other.getByRole('button', { name: 'Ansicht: Interessenten' }).click();
    await other.getByRole('menuitem', { name: 'Als neue Ansicht speichern' }).waitFor();
    expect(await other.getByRole('menuitem', { name: /löschen|freigeben|beenden/ }).count()).toBe(0);
    await expectUsable(other, 'phone');
  });

  test.each([
    ['foo=bar', 'Den Filter „foo“ gibt es hier nicht', 0],
    ['ind_71=A', 'Den Filter „ind_71“ gibt es hier nicht', 0],
    ['addresses.farbe=rot', 'Den Filter „addresses.farbe“ gibt es hier nicht', 0],
    ['sort=-kommentar&kontakt_art=1', 'kann hier nicht sortiert werden', 0],
    ['view=9999', 'Diese Ansicht gibt es nicht', 2],
    ['columns=name,foo', 'Diese Spalten gibt es hier nicht (mehr): foo', 2],
    ['page=99', 'Eine Seite 99 hat die Liste nicht', 0],
  ])('an address that means nothing says so, and is mended at a click: %s', async (query, text, rows) => {
    const page = await tests.signedIn(`/customers?${query}`, { language: 'de' });
    const notice = page.getByRole('alert').filter({ hasText: text });
    await notice.waitFor();
    await expectUsable(page, query);
    const table = page.getByRole('main').getByRole('row');
    expect(await table.count()).toBe(rows ? rows + 1 : 0);
    if (!rows && !query.startsWith('page')) {
      await page.getByRole('button', { name: /^Ansicht:/ }).click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem', { name: 'Als neue Ansicht speichern' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      expect(await page.getByRole('button', { name: 'Zurücksetzen' }).count()).toBe(1);
    }
    await notice.getByRole('button', { name: 'Aus der Adresse entfernen' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Abel' }).waitFor();
  });

  test('a list is narrowed by parts and tags of its records', async () => {
    const api = await tests.organisation.client();
    const { kid } = (await api.post('/v3/customers', { name: 'Nord' })).body;
    await api.post(`/v3/customers/${kid}/addresses`, { plz: '24103', ort: 'Kiel' });
    const tag = (await api.post('/v3/system/tags', { tag: 'Hafen', freigabe: 1 })).body.id;
    await api.post(`/v3/customers/${kid}/tags`, { tag_id: tag });
    const page = await tests.signedIn('/customers');
    const choose = async (name: string): Promise<Locator> => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Field' }).click();
      await page.getByRole('option', { name, exact: true }).click();
      return dialog;
    };
    const place = await choose('Town');
    await place.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'starts with' }).click();
    await place.getByRole('combobox', { name: 'Value' }).fill('kie');
    await place.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Town starts with kie' }).waitFor();
    await page.getByText('1 entry').waitFor();
    const tagged = await choose('Tag');
    await tagged.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: 'Hafen' }).click();
    await tagged.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Tag: Hafen' }).waitFor();
    await page.getByRole('link', { name: 'Nord' }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).search)).toBe(`?addresses.ort[prefix]=kie&tags.tag_id=${tag}`);
    await expectUsable(page, 'filtered');
  });

  test('each user stars views, which are first in the navigation', async () => {
    const api = await tests.organisation.client();
    for (const name of ['Alt', 'Neu']) await api.post('/v3/system/views', { section: 'customers', name, freigabe: 1 });
    const page = await tests.signedIn('/customers');
    const first = page.getByRole('list', { name: 'Views' }).getByRole('link').first();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'View: Neu' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await page.getByRole('link', { name: 'Neu', exact: true }).click();
    await choose('Add star');
    await expect.poll(() => first.textContent()).toBe('Neu');
    await page.reload();
    await expect.poll(() => first.textContent()).toBe('Neu');
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { login } = await newPerson(tests.service, admin, 'miriam@example.com');
    const other = await tests.signedIn('/customers', {}, login);
    const others = other.getByRole('list', { name: 'Views' }).getByRole('link');
    await others.first().waitFor();
    expect(await others.first().textContent()).not.toBe('Neu');
    await choose('Remove star');
    await expect.poll(() => first.textContent()).not.toBe('Neu');
  });

  test('a deleted view returns with its undo', async () => {
    const page = await tests.signedIn('/customers');
    await page.getByRole('button', { name: 'View: All: Customers' }).click();
    await page.getByRole('menuitem', { name: 'Save as new view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'View name' }).fill('Kurz');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'View: Kurz' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'View: All: Customers' }).click();
    await page.getByRole('menuitem', { name: 'Kurz' }).waitFor();
  });
});
