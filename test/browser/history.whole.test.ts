/** The history of a record: labels, names and values before and after, of the record and its parts. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('the history of a record', () => {
  const tests = settingsTests();
  let kid = 0;
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const adviser = (await api.post('/v3/users', { vorname: 'Jonas', name: 'Keller', email: 'jonas@example.com' })).body
      .id;
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster', kontakt_art: 1 })).body.kid;
    const base = `/v3/customers/${kid}`;
    await api.patch(base, { name: 'Abel', geb: '1984-08-12', betreuer: adviser, kontakt_art: 0 });
    const phone = (await api.post(`${base}/contacts`, { art: 'Telefon', wert: '030 1' })).body.id;
    await api.patch(`${base}/contacts/${phone}`, { wert: '030 2' });
    await api.post(`${base}/comments`, { text: 'Mag Tee.' });
    const friend = (await api.post('/v3/customers', { vorname: 'Max', name: 'Nachbar' })).body.kid;
    await api.post(`${base}/relations`, { kid_beziehung: friend, beziehung: 101 });
  });

  test('names the author and the field, with both values in words', async () => {
    const page = await tests.signedIn(`/customers/${kid}`);
    await page.getByRole('link', { name: 'History' }).click();
    const entries = page.locator('.history-rows > li');
    await entries.last().getByText('Token Test created this record').waitFor();
    const changed = entries.filter({ hasText: 'Token Test changed this record' });
    expect(
      (await changed.locator('dl > div').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
    ).toEqual(
      expect.arrayContaining([
        'NameMuster Abel',
        'Date of birthempty Aug 12, 1984',
        'Contact typeProspect Customer',
        'AdviserAdministrator Jonas Keller',
      ]),
    );
    await entries.filter({ hasText: 'added a comment' }).getByText('Mag Tee.').waitFor();
    await entries.filter({ hasText: 'added a relation' }).getByText('Max Nachbar').waitFor();
    await entries.filter({ hasText: 'changed “' }).getByText('030 2').waitFor();
    expect(await page.locator('.history').textContent()).not.toMatch(/kid|ind_|kontakt_art/);
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const page = await tests.signedIn(`/customers/${kid}/history`, { language });
    await page.locator('.history-rows').waitFor();
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await pageIsThere(page);
      await expectUsable(page, `history, ${language}, ${colorScheme}, ${width}`);
    }
  });
});
