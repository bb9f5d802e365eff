/**
 * The settings on a phone, 390 px wide: actions of a row are reachable, dialogs have one scroller, messages cover no
 * button.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

/** Names of landmarks that are there twice, or stand where they do not belong. */
const landmarkFindings = async (page: Page): Promise<string[]> => {
  await seriousFindings(page);
  const rules = ['landmark-unique', 'landmark-no-duplicate-banner', 'landmark-banner-is-top-level'];
  const run = `axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`;
  return page.evaluate<string[]>(run);
};

describe.runIf(hasBrowser)('a phone', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const token = { user_kid: tests.organisation.adminKid, scopes: ['v3:users:read'], expires_at: null, addresses: [] };
    await admin.send('POST', '/tokens', { ...token, name: 'Portal' });
    await admin.send('POST', '/tags', { tag: 'A-Kunde', freigabe: 1 });
    await admin.send('PUT', '/billing-companies', { names: ['Nord'] });
    await admin.send('PUT', '/fields/customers/ind_1', { label: 'Wert', kind: 'int' });
    await admin.send('POST', '/relation-types', { kreis: 1, name: 'Nachbar', reverse: null });
    await admin.send('POST', '/webhooks', { url: 'https://example.com/hook', events: [] });
  });

  test.each([
    'tokens',
    'fields',
    'relation-types',
    'billing-companies',
    'tags',
    'users',
    'webhooks',
  ])('%s: nothing scrolls sideways, and every button of a row is in sight', async (name) => {
    const page = await tests.signedIn(`/settings/${name}`, { width: 390 });
    await pageIsThere(page);
    const wide = await page
      .locator('main .stacks')
      .evaluateAll((regions) => regions.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    expect(wide).toBe(0);
    const buttons = page.locator('main tbody button, main article button');
    expect(await buttons.count()).toBeGreaterThan(0);
    const outside = await buttons.evaluateAll(
      (all) =>
        all.filter((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width === 0 || left < 0 || right > 390;
        }).length,
    );
    expect(outside).toBe(0);
    await expectUsable(page, name);
  });

  test.each([
    ['tokens', 'Create token'],
    ['webhooks', 'Create webhook'],
  ])('%s: one scroller in the dialog, whose matrix keeps its head, and no landmark twice', async (name, open) => {
    const page = await tests.signedIn(`/settings/${name}`, { width: 390 });
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').last().waitFor();
    const scrollers = await dialog.evaluate((root) => {
      const styles = globalThis as unknown as { getComputedStyle: (one: unknown) => { overflowY: string } };
      return [root, ...root.querySelectorAll('*')].filter(
        (one) => /auto|scroll/.test(styles.getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1,
      ).length;
    });
    expect(scrollers).toBe(1);
    await dialog.getByRole('row').last().scrollIntoViewIfNeeded();
    const head = await dialog.getByRole('columnheader').first().boundingBox();
    expect(head?.y).toBeGreaterThan(0);
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(2);
    await expectUsable(page, name);
    expect(await landmarkFindings(page)).toEqual([]);
  });

  test.each([
    ['the menu of a row', 390, '/settings/tags', 'Actions for', 'Edit', 'Tag'],
    ['the menu of a row', 1280, '/settings/tags', 'Actions for', 'Edit', 'Tag'],
    ['buttons in each row', 390, '/settings/fields?kind=damages', 'Rename: nummer', null, 'Label'],
    ['buttons in each row', 1280, '/settings/fields?kind=damages', 'Rename: nummer', null, 'Label'],
  ])('a message covers no button: %s, %i px', async (_, width, path, button, item, field) => {
    const page = await tests.signedIn(path, { width });
    await page.getByRole('button', { name: button }).first().click();
    if (item) await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: field }).fill(`A ${width}`);
    await page.getByRole('button', { name: 'Save' }).click();
    const message = page.getByText('Saved.', { exact: true });
    await message.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const box = await page.locator('.mantine-Notification-root').boundingBox();
    const covered = await page
      .locator('button:not(.mantine-Notification-root *), main a[href], input')
      .evaluateAll(
        (all, { x, y, width: wide, height }) =>
          all
            .map((one) => one.getBoundingClientRect())
            .filter(
              (one) => one.width && one.left < x + wide && one.right > x && one.top < y + height && one.bottom > y,
            ).length,
        box ?? { x: 0, y: 0, width: 10_000, height: 10_000 },
      );
    expect(covered).toBe(0);
  });

  test.each([
    { language: 'de', show: 'Werte zeigen', before: 'Vorher:', after: 'Nachher:' },
    { language: 'en', show: 'Show values', before: 'Before:', after: 'After:' },
  ] as const)('values of the audit log are called what they are, $language', async (row) => {
    const { language, show, before, after } = row;
    const api = await tests.organisation.client();
    const { kid } = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body;
    await api.patch(`/v3/customers/${kid}`, { name: 'Meier' });
    const page = await tests.signedIn(`/settings/audit?record=customers/${kid}`, { language, width: 390 });
    await page
      .getByRole('button', { name: `${show}: customers/${kid}` })
      .first()
      .click();
    /** The label before the text of a cell. */
    const labelOf = (cell: Locator) =>
      cell.evaluate((one) => {
        const styles = globalThis as unknown as {
          getComputedStyle: (of: unknown, part: string) => { content: string };
        };
        return styles.getComputedStyle(one, '::before').content;
      });
    const cell = page.locator('main tbody :is(th, td)');
    const values = page.locator('main table table');
    await values.waitFor();
    expect(await labelOf(values.locator('td', { hasText: 'Muster' }))).toBe(JSON.stringify(before));
    expect(await labelOf(values.locator('td', { hasText: 'Meier' }))).toBe(JSON.stringify(after));
    expect(await labelOf(cell.and(page.locator('[colspan]')))).toBe('none');
    expect(await labelOf(cell.first())).toBe('none');
    await expectUsable(page, 'values');
  });

  test('a webhook is fully visible at 360 px', async () => {
    const page = await tests.signedIn('/settings/webhooks', { width: 360, language: 'de' });
    await page.getByRole('button', { name: 'Webhook anlegen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('table', { name: 'Ereignisse' }).waitFor();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await dialog.getByLabel('Ziel-URL').fill('https://example.com/360');
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click();
    const done = page.getByRole('button', { name: 'Ich habe den Schlüssel gesichert' });
    await done.waitFor();
    const hidden = await done
      .locator('.mantine-Button-label')
      .evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
      ]);
    expect(hidden).toEqual([0, 0]);
    await done.click();
  });

  test.each([
    { width: 390 },
    { width: 1280, language: 'de' },
  ] as const)('a long name of the organisation breaks, $width px', async (look) => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { name: before } = (await admin.get('/organisation')).body;
    const name = 'Versicherungsmaklergesellschaft'.repeat(5);
    expect((await admin.send('PATCH', '/organisation', { name })).status).toBe(200);
    for (const path of ['/settings', '/settings/account', '/settings/organisation']) {
      const page = await tests.signedIn(path, look);
      expect(await scrollsSideways(page), path).toBe(false);
      await page.getByRole('button', { name: /^(User menu|Benutzermenü)$/ }).click();
      const menu = page.getByRole('menu');
      await menu.waitFor();
      expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), path).toBe(0);
    }
    expect((await admin.send('PATCH', '/organisation', { name: before })).status).toBe(200);
  });
});
