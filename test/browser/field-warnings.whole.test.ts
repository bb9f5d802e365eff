/** Values that look wrong are stored, and the form says so below the input (rules 3.13). */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('values that look wrong', () => {
  const tests = settingsTests();
  type Client = Awaited<ReturnType<typeof tests.organisation.client>>;
  let api: Client;
  let kid = 0;
  beforeAll(async () => {
    api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body.kid;
  });

  test('an IBAN with a typing error is warned of and stored without blanks, shown in groups of four', async () => {
    const page = await tests.signedIn(`/customers/${kid}`, { language: 'de' });
    await page.getByRole('button', { name: 'Hinzufügen: Bankverbindung' }).click();
    const dialog = page.getByRole('dialog');
    const iban = dialog.getByRole('textbox', { name: 'IBAN' });
    await iban.fill('\u200eDE89\u00a03704 0044 0532 0130 01');
    await dialog.getByText('Diese IBAN hat einen Tippfehler.').waitFor();
    await expectUsable(page, 'warned');
    await iban.fill('\u200eDE89\u00a03704 0044 0532 0130 00');
    await expect.poll(() => dialog.getByText('Diese IBAN hat einen Tippfehler.').count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'BIC' }).fill('COBAD');
    await dialog.getByText('Eine BIC hat 8 oder 11 Zeichen.').waitFor();
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('DE89 3704 0044 0532 0130 00').waitFor();
    const { items } = (await api.get(`/v3/customers/${kid}/banking`)).body;
    expect(items).toMatchObject([{ iban: 'DE89370400440532013000', bic: 'COBAD' }]);
  });

  test('a warning that the field alone cannot show is a notice after the save', async () => {
    const contract = { kid, nummer: 'W-1', beginn: '2026-01-01', ablauf: '2026-12-31' };
    const { id } = (await api.post('/v3/contracts', contract)).body;
    const page = await tests.signedIn(`/contracts/${id}/details`, { language: 'de' });
    await page.getByRole('button', { name: 'Ändern: Beginn', exact: true }).click();
    await page.getByRole('textbox', { name: 'Beginn' }).fill('1.1.2027');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Das Ende liegt vor dem Beginn.').waitFor();
  });

  test('a second tag of a name is stored once the same name is sent again', async () => {
    await api.post('/v3/system/tags', { tag: 'VIP', freigabe: 1 });
    const page = await tests.signedIn('/settings/tags', { language: 'de' });
    await page.getByRole('button', { name: 'Tag anlegen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Tag' }).fill(' vip\u200b ');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await dialog.getByText('Diesen Tag gibt es schon.').waitFor();
    expect((await api.get('/v3/system/tags')).body.items).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('rowheader', { name: 'vip', exact: true }).waitFor();
  });
});
