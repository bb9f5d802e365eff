/** Flows 4 to 6: a new customer with a contract, the address of a household, a claim with photos. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../../support/browser.ts';
import { expectUsable } from '../../support/settings-window.ts';
import { flowTests } from './flow.ts';

describe.runIf(hasBrowser)('records of a customer', () => {
  const { call, customer, start } = flowTests();

  test('5: a new address is entered once for a household', async () => {
    const kid = await customer('Thomas', 'Sommer');
    const { page, click, press, type, taken } = await start(`/customers/${kid}`);
    await click(page.getByRole('button', { name: /^Ändern: Anschrift/ }));
    const dialog = page.getByRole('dialog', { name: 'Anschrift' });
    const members = dialog.getByRole('group', { name: 'Gilt auch für' });
    for (const name of ['Anna', 'Leon', 'Mia'])
      await expect.poll(() => members.getByRole('checkbox', { name: `${name} Sommer` }).isChecked()).toBe(true);
    for (const name of ['Gerda Sommer', 'WEG Lindenallee 12'])
      expect(await members.getByRole('checkbox', { name }).isChecked()).toBe(false);
    await members.getByText('andere Anschrift: Kastanienweg 3, 16515 Oranienburg').waitFor();
    await expectUsable(page, 'household');
    await press('Tab', 4);
    await dialog.getByRole('textbox', { name: 'Straße' }).and(page.locator(':focus')).waitFor();
    await type('Havelblick 7');
    await press('Tab');
    await type('14467');
    await press('Tab');
    await type('Potsdam');
    await press('Enter');
    await page.getByText('Anschrift bei 3 weiteren Kunden geändert.').waitFor();
    expect(taken).toMatchObject({ clicks: 1, keys: 7 });
    const streetOf = async (vorname: string) =>
      (await call('GET', `/v3/customers/${await customer(vorname, 'Sommer')}/addresses`)).body.items.map(
        ({ strasse, ort }: { strasse: string; ort: string }) => `${strasse}, ${ort}`,
      );
    for (const vorname of ['Thomas', 'Anna', 'Leon', 'Mia'])
      expect(await streetOf(vorname)).toEqual(['Havelblick 7, Potsdam']);
    expect(await streetOf('Gerda')).toEqual(['Kastanienweg 3, Oranienburg']);
  });

  test('4: a new customer and a contract by keyboard alone, with two saves', async () => {
    const { page, press, type, taken } = await start('/');
    const focused = (name: string) => page.getByLabel(name).and(page.locator(':focus')).waitFor();
    await press('c');
    await press('k');
    await focused('Anrede');
    await press('Tab');
    const values = [
      ['Vorname', 'Thomas'],
      ['Name', 'Sommer'],
      ['Geburtsdatum', '14.3.82'],
      ['Straße', 'Havelblick 9'],
      ['PLZ', '14467'],
      ['Ort', 'Potsdam'],
      ['Telefon', '0171 3920022'],
      ['E-Mail', 'thomas.sommer@example.com'],
      ['IBAN', 'DE02120300000000202051'],
    ] as const;
    for (const [label, text] of values) {
      await focused(label);
      await type(text);
      if (label !== 'IBAN') await press('Tab');
    }
    const box = page.locator('.duplicates');
    await box.getByText(/gleicher Name, gleiches Geburtsdatum, gleiche E-Mail-Adresse/).waitFor();
    await box.getByText(/gleiche Telefonnummer, gleiche IBAN/).waitFor();
    await expectUsable(page, 'new customer');
    await press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Thomas Sommer' }).waitFor();
    await press('c');
    await press('v');
    await expect.poll(() => page.getByRole('combobox', { name: 'Kunde' }).inputValue()).toBe('Sommer, Thomas');
    await focused('Kunde');
    await press('Tab');
    await focused('Sparte');
    await type('hausrat');
    await press('Enter');
    await press('Tab');
    for (const [label, text] of [
      ['Gesellschaft', 'Havelufer'],
      ['Vertragsnummer', 'HR-800900'],
      ['Beitrag', '120,50'],
    ] as const) {
      await focused(label);
      await type(text);
      await press('Tab');
    }
    await press('Tab');
    await focused('Beginn');
    await type('1.1.27');
    await press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: /HR-800900/ }).waitFor();
    expect(taken).toMatchObject({ clicks: 0, keys: 22 });
    const contract = (await call('GET', '/v3/contracts?nummer=HR-800900')).body.items[0];
    expect(contract).toMatchObject({ beitrag: '120.50', beginn: '2027-01-01', gesellschaft: 'Havelufer' });
    const of = `/v3/customers/${contract.kid}?with_addresses=true&with_contacts=true&with_banks=true`;
    const made = (await call('GET', of)).body;
    expect(made).toMatchObject({
      geb: '1982-03-14',
      addresses: [{ strasse: 'Havelblick 9', plz: '14467', ort: 'Potsdam' }],
      banks: [{ iban: 'DE02120300000000202051' }],
    });
    expect(made.contacts.map(({ art, wert }: { art: string; wert: string }) => `${art}: ${wert}`).sort()).toEqual([
      'E-Mail: thomas.sommer@example.com',
      'Telefon: 0171 3920022',
    ]);
  });

  test('6: a claim with five photos and a follow-up is one form and one drop', async () => {
    const contract = (await call('GET', '/v3/contracts?nummer=HR-700116')).body.items[0];
    const { page, press, type, drop, taken } = await start(`/contracts/${contract.id}`);
    await press('c');
    await press('s');
    await page.getByLabel('Kunde').and(page.locator(':focus')).waitFor();
    await press('Tab', 2);
    for (const [label, text] of [
      ['Schadenart', 'Glasbruch'],
      ['Schadendatum', 'h'],
      ['Meldung an Makler', 'h'],
      ['Schadenhöhe', '340'],
      ['Wiedervorlage am', '+14'],
    ] as const) {
      await page.getByLabel(label).and(page.locator(':focus')).waitFor();
      await type(text);
      if (text !== '+14') await press('Tab');
    }
    const photos = Array.from({ length: 5 }, (_, i) => ({ name: `foto${i + 1}.jpg`, text: `Foto ${i + 1}` }));
    await drop(page.locator('.record-form'), photos);
    await page.getByText('5 Dateien gewählt').waitFor();
    await expectUsable(page, 'new claim');
    await press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Glasbruch' }).waitFor();
    expect(taken).toMatchObject({ clicks: 0, keys: 9, drops: 1 });
    const [claim] = (await call('GET', `/v3/damages?kid=${contract.kid}&art=Glasbruch`)).body.items;
    const below = async (what: string) => (await call('GET', `/v3/damages/${claim.id}/${what}`)).body.items;
    expect((await below('documents')).map(({ name }: { name: string }) => name).sort()).toEqual(
      photos.map(({ name }) => name),
    );
    const links = (await below('links')).map((one: { foreign_section: string }) => one.foreign_section);
    expect(new Set(links)).toEqual(new Set(['activities', 'contracts', 'documents']));
    const tasks = (await call('GET', `/v3/activities?kid=${contract.kid}&status=0&limit=100`)).body.items;
    expect(tasks.map(({ titel }: { titel: string }) => titel)).toContain('Wiedervorlage: Glasbruch');
  });
});
