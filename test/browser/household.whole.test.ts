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
