/** Relations and households of customers, contracts with their persons, claims with their contract. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('a household and its policies', () => {
  const tests = settingsTests();
  type Client = Awaited<ReturnType<typeof tests.organisation.client>>;
  let api: Client;
  let kid = 0;
  const address = { strasse: 'Lindenallee 12', plz: '14050', ort: 'Berlin' };
  const make = async (person: Record<string, unknown>) => {
    const { kid: made } = (await api.post('/v3/customers', person)).body;
    await api.post(`/v3/customers/${made}/addresses`, address);
    return made as number;
  };
  beforeAll(async () => {
    api = await tests.organisation.client();
    kid = await make({ anrede: 'Herr', vorname: 'Thomas', name: 'Sommer' });
    await make({ anrede: 'Frau', vorname: 'Gerda', name: 'Sommer' });
  });
  const relationsOf = async (of: number): Promise<readonly Record<string, unknown>[]> =>
    (await api.get(`/v3/customers/${of}/relations`)).body.items;

  test('a relation to a new person, to a namesake at the address, changed, removed and undone by keyboard', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    const household = page.getByRole('region', { name: /^Household/ });
    // A namesake at the same address is offered.
    await household.getByRole('button', { name: 'Relation to Gerda Sommer' }).click();
    await page.getByText('The other way round, Thomas Sommer is: Haushaltsmitglied').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await household.getByText('Haushaltsmitglied · same address').waitFor();
    // A new person takes last name and address over.
    await household.getByRole('button', { name: 'Relation', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Create a new person' }).press('Space');
    await dialog.getByRole('combobox', { name: 'Salutation' }).pressSequentially('M');
    await page.keyboard.press('Tab');
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Anna');
    await dialog.getByRole('combobox', { name: 'This person is' }).pressSequentially('Ehef');
    await page.keyboard.press('Enter');
    await dialog.getByText('The other way round, Thomas Sommer is: Ehemann').waitFor();
    await expectUsable(page, 'relation dialog');
    await page.keyboard.press('Enter');
    await household.getByText('Ehefrau · same address').waitFor();
    const [, anna] = await relationsOf(kid);
    const other = Number(anna?.kid_beziehung);
    expect((await api.get(`/v3/customers/${other}`)).body).toMatchObject({ vorname: 'Anna', name: 'Sommer' });
    expect((await api.get(`/v3/customers/${other}/addresses`)).body.items[0]).toMatchObject(address);
    expect(await relationsOf(other)).toMatchObject([{ beziehung_name: 'Ehemann', kid_beziehung: kid }]);
    // The tab changes and removes; both can be undone.
    await page.getByRole('link', { name: 'Relations' }).click();
    const change = page.getByRole('button', { name: 'Change relation: Gerda Sommer Haushaltsmitglied' });
    await change.click();
    await dialog.getByRole('combobox', { name: 'This person is' }).fill('Mutter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change relation: Gerda Sommer Mutter' }).click();
    await page.getByRole('button', { name: 'Remove relation' }).click();
    await page.getByRole('button', { name: /Gerda/ }).waitFor({ state: 'detached' });
    await page.getByText('Relation removed.').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Change relation: Gerda Sommer Mutter' }).waitFor();
    // A link is made where links are listed.
    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Link', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Record' }).pressSequentially('Gerda');
    await page.getByRole('option', { name: /Gerda/ }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('main').getByRole('link', { name: /Gerda/ }).waitFor();
  });

  test('a contract with its insurer, plate and a person with a role; a claim that is started from it', async () => {
    const { id: partner } = (await api.post('/v3/products', { name: 'Havelufer Versicherung AG' })).body;
    const page = await tests.signedIn(`/contracts/new?kid=${kid}`);
    const line = page.getByRole('combobox', { name: 'Line of insurance' });
    await line.waitFor();
    expect(await page.getByLabel('Licence plate').count()).toBe(0);
    await line.pressSequentially('Kraftfahrtv');
    await page.keyboard.press('Enter');
    await page.getByLabel('Licence plate').fill('B-TS 1234');
    // A partner is suggested by the beginning of its name.
    await page.getByRole('combobox', { name: 'Insurer' }).pressSequentially('Havel');
    await page.getByRole('option', { name: 'Havelufer Versicherung AG' }).click();
    // Leaving a usual value completes it; any other text stays.
    await page.getByRole('combobox', { name: 'Payment interval' }).pressSequentially('quart');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Status' }).fill('in Prüfung');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /Kraftfahrt/ }).waitFor();
    const [contract] = (await api.get('/v3/contracts')).body.items;
    expect(contract).toMatchObject({
      ...{ kid, gesellschaft_kid: partner, gesellschaft: 'Havelufer Versicherung AG', kennzeichen: 'B-TS 1234' },
      ...{ intervall: 'vierteljährlich', status: 'in Prüfung' },
    });
    // A person is one name, of a customer or any text, with a role from a list.
    await page.getByRole('button', { name: 'Add: Persons' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Role' }).pressSequentially('Driv');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Name', exact: true }).pressSequentially('Thomas');
    await page.getByRole('option', { name: 'Sommer, Thomas' }).click();
    await expectUsable(page, 'person of a contract');
    await page.getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Driver' })
      .getByRole('link', { name: 'Thomas Sommer' })
      .waitFor();
    const path = `/v3/contracts/${contract.id}/persons`;
    expect((await api.get(path)).body.items).toMatchObject([{ pid: kid, art: 5, name: 'Thomas Sommer' }]);
    // The claim has contract, customer and insurer.
    await page
      .getByRole('region', { name: /^Claims/ })
      .getByRole('link', { name: /New claim/ })
      .click();
    await page.getByRole('combobox', { name: 'Type of claim' }).pressSequentially('Wild');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Progress' }).waitFor();
    const [claim] = (await api.get('/v3/damages')).body.items;
    expect(claim).toMatchObject({ kid, vertrag: contract.id, vid: partner, gesellschaft: 'Havelufer Versicherung AG' });
    expect(claim.datum_schaden).toMatch(/^20/);
    await page.getByRole('button', { name: /^Settled by insurer on: today/ }).click();
    await expect.poll(async () => (await api.get(`/v3/damages/${claim.id}`)).body.datum_reguliert).toMatch(/^20/);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await api.get(`/v3/damages/${claim.id}`)).body.datum_reguliert).toBe(null);
    await expectUsable(page, 'claim');
    await page.goto(`/contracts/${contract.id}`);
    await page.getByRole('region', { name: /^Claims 1/ }).waitFor();
    await expectUsable(page, 'contract');
  });

  test.each(['de', 'en'] as const)('%s: the household is usable on a phone and a desktop', async (language) => {
    const page = await tests.signedIn(`/customers/${kid}`, { language });
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await pageIsThere(page);
      await page.getByRole('region', { name: /^(Haushalt|Household)/ }).waitFor();
      await expectUsable(page, `household, ${language}, ${colorScheme}, ${width}`);
    }
  });
});
