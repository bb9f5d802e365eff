/** Flows 1, 2 and 8: a caller's record, the work that is due, and a note after a call. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../../support/browser.ts';
import { flowTests } from './flow.ts';

describe.runIf(hasBrowser)('callers and my day', () => {
  const { call, customer, start } = flowTests();

  test.each([
    ['four letters of a name', 'thom'],
    ['a telephone number', '0171 3920021'],
    ['a contract number', 'PH-700117'],
    ['a claim number', 'S-2025-60718'],
  ])('1: %s leads to contracts and open claims of the caller', async (_what, text) => {
    const { page, press, type, taken } = await start('/');
    await press('/');
    await page.getByRole('combobox', { name: 'Suchen' }).waitFor();
    await type(text);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Thomas Sommer' }).waitFor();
    const seen = page.getByRole('region', { name: /^Verträge \d/ }).getByRole('link', { name: /PH-700117/ });
    const claim = page.getByRole('region', { name: /^Schäden \d/ }).getByRole('link', { name: /Fahrraddiebstahl/ });
    for (const one of [seen, claim]) {
      await one.waitFor();
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(800);
    }
    expect(taken).toEqual({ keys: 2, letters: text.length, clicks: 0, drops: 0 });
  });

  test('2: the work that is due is on the first page', async () => {
    const { page, taken } = await start('/');
    await page.getByRole('region', { name: 'Aufgaben' }).getByText('seit 3 Tagen überfällig').waitFor();
    for (const name of ['Verträge mit Handlungsbedarf', /^Schäden, offen seit mehr/, /^Geburtstage/])
      await page.getByRole('region', { name }).getByRole('link').first().waitFor();
    expect(taken).toEqual({ keys: 0, letters: 0, clicks: 0, drops: 0 });
  });

  test('8: a note takes a letter, its text and Enter', async () => {
    const kid = await customer('Anna', 'Sommer');
    const { page, press, type, taken } = await start(`/customers/${kid}`);
    await press('n');
    await page.getByRole('textbox', { name: 'Was wurde besprochen?' }).and(page.locator(':focus')).waitFor();
    const text = 'Rückruf wegen Riester';
    await type(text);
    await press('Enter');
    await page.getByText('Notiz gespeichert.').waitFor();
    await page
      .getByRole('region', { name: /^Aktivitäten/ })
      .getByText(text)
      .waitFor();
    expect(taken).toEqual({ keys: 2, letters: text.length, clicks: 0, drops: 0 });
    const [note] = (await call('GET', `/v3/activities?kid=${kid}&status=1`)).body.items;
    expect(note).toMatchObject({ titel: text, beschreibung: text });
  });
});
