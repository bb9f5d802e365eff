/** The merge of two customers: side by side, the result before it is final, and what is left afterwards. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('the merge of two customers', () => {
  const tests = settingsTests();
  let api: Client;
  beforeAll(async () => {
    api = await tests.organisation.client();
  });
  const customer = async (fields: object): Promise<number> => (await api.post('/v3/customers', fields)).body.kid;

  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
  ] as const)('is what was announced, $scheme', async (look) => {
    const name = `Sommer${look.scheme}`;
    const master = await customer({ vorname: 'Thomas', name });
    const slave = await customer({ vorname: 'Tomas', name, geb: '1982-03-14' });
    const address = { strasse: 'Lindenallee 12', plz: '14050', ort: 'Berlin' };
    for (const kid of [master, slave]) await api.post(`/v3/customers/${kid}/addresses`, address);
    await api.post('/v3/contracts', { kid: slave, nummer: 'HR-1' });
    const page = await tests.signedIn(`/customers/${master}`, look);
    await page.getByRole('button', { name: `More actions: Thomas ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Merge' }).click();
    await page.getByRole('heading', { level: 1, name: 'Merge customers' }).waitFor();
    await page.getByRole('combobox', { name: 'Other customer' }).fill('Tomas');
    await page.getByRole('option', { name: `${name}, Tomas` }).click();
    const row = (label: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });
    await expect.poll(() => row('First name').innerText()).toMatch(/Thomas\s+Tomas\s+Thomas/);
    expect(await row('Date of birth').innerText()).toContain('←');
    await page.getByText('Contracts 1').waitFor();
    await page.getByRole('checkbox', { name: /Lindenallee 12/ }).waitFor();
    await expectUsable(page, 'merge');
    await page.getByRole('link', { name: 'Swap' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/customers/${slave}/merge`);
    await expect.poll(() => row('First name').innerText()).toMatch(/Tomas\s+Thomas\s+Tomas/);
    await page.getByRole('link', { name: 'Swap' }).click();
    await expect.poll(() => row('First name').innerText()).toMatch(/Thomas\s+Tomas\s+Thomas/);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Merge “Tomas ${name}” into “Thomas ${name}”?`).waitFor();
    await expectUsable(page, 'merge question');
    await dialog.getByRole('button', { name: 'Merge now' }).click();
    await page.getByRole('heading', { level: 1, name: `Thomas ${name}` }).waitFor();
    const { body } = await api.get(`/v3/customers/${master}?with_addresses=true&with_counts=true`);
    expect(body).toMatchObject({ geb: '1982-03-14', counts: { contracts: 1 } });
    await expect.poll(async () => (await api.get(`/v3/customers/${master}/addresses`)).body.items.length).toBe(1);
    expect((await api.get(`/v3/customers/${slave}`)).status).toBe(404);
    await page.goto(`/customers/${slave}`);
    await page.getByRole('heading', { level: 1, name: `Customer no. ${slave} was merged` }).waitFor();
    expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await expectUsable(page, 'merged away');
    await page.getByRole('link', { name: `To customer no. ${master}` }).click();
    await page.getByRole('link', { name: 'History' }).click();
    await page
      .getByText(new RegExp(`^Token Test added .+ \\(from no\\. ${slave}\\)`))
      .first()
      .waitFor();
    await page.goto(`/customers/${slave}`);
    await page.getByRole('button', { name: 'Undo the merge' }).click();
    await page.getByText('The customers are two again.').waitFor();
    for (const kid of [master, slave])
      expect((await api.get(`/v3/customers/${kid}/addresses`)).body.items.length).toBe(1);
    await page.getByRole('heading', { level: 1, name: `Tomas ${name}` }).waitFor();
    await page.getByText('HR-1').first().waitFor();
  });

  test('probable duplicates are compared, merged with a value of the other one, or dismissed', async () => {
    const pair = async (name: string) => [
      await customer({ vorname: 'Thomas', name, geb: '1982-03-14' }),
      await customer({ vorname: 'Tomas', name, geb: '1982-03-14' }),
    ];
    const [master] = await pair('Doppel');
    await pair('Verschieden');
    const page = await tests.signedIn('/customers');
    await page.getByRole('link', { name: 'Duplicates' }).click();
    await page.getByRole('heading', { level: 1, name: 'Possible duplicates: Customers' }).waitFor();
    await page.getByText('Date of birth').first().waitFor();
    await expectUsable(page, 'duplicates');
    const different = '“Thomas Verschieden” and “Tomas Verschieden”';
    await page.getByRole('button', { name: `No duplicate: ${different}` }).click();
    await page.getByRole('link', { name: 'Tomas Verschieden', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Compare and merge “Thomas Doppel” and “Tomas Doppel”' }).click();
    await page.getByRole('checkbox', { name: 'First name: take “Tomas”' }).check();
    await page.getByRole('row', { name: /First name.*← Tomas/ }).waitFor();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tomas Doppel' }).waitFor();
    expect((await api.get(`/v3/customers/${master}`)).body.vorname).toBe('Tomas');
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The customers are two again.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Thomas Doppel' }).waitFor();
  });
});
