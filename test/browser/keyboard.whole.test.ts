/** The focus after its element is removed: never at the top of the document. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PICTURE } from '../support/audited-routes.ts';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

type Admin = Awaited<ReturnType<typeof signIn>>;

/** The name of the focused element. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const name = at.getAttribute('aria-label') ?? (/^(BUTTON|A|H\\d)$/.test(at.tagName) ? at.textContent : '');
  return [at.getAttribute('role') ?? at.tagName.toLowerCase(), name].filter(Boolean).join(' ');
})()`;

/** Why the focused element cannot be seen; null if no element of the page has the focus. */
const UNSEEN = `(() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const { top, height } = at.getBoundingClientRect();
  const header = document.querySelector('header').getBoundingClientRect().bottom;
  const behind = !at.closest('header, .skip-link') && height < innerHeight - header && (top < header - 1 || top > innerHeight);
  // The border of a field is another one.
  const plain = !at.matches('input, textarea') && getComputedStyle(at).outlineStyle === 'none';
  return behind || plain ? at.tagName + ' ' + at.textContent + (behind ? ' is out of sight' : ' has no outline') : '';
})()`;

const expectAt = (page: Page, what: string) => expect.poll(() => page.evaluate(FOCUSED)).toBe(what);

describe.runIf(hasBrowser)('the keyboard', () => {
  const tests = settingsTests({ plan: { licenses: 10 } });
  let admin: Admin;
  beforeAll(async () => {
    admin = await signIn(tests.service.address, tests.organisation.login);
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').last().getByRole('button', { name, exact: true });
  const inMenu = async (page: Page, row: string, item: string) => {
    await button(page, `Actions for ${row}`).press('Enter');
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
  };
  const invite = (email: string, name: string) =>
    admin.send('POST', '/users', { email, name, rolle: 'berater', lizenz: false });

  /** The form of a list of three entries. */
  const lists = async (page: Page) => {
    const options = ['Red', 'Yellow', 'Green'].map((display) => ({ value: display[0]?.toLowerCase(), display }));
    await admin.send('PUT', '/lists/ampel', { options });
    page.on('dialog', (question) => question.accept());
    await page.goto('/settings/fields?tab=lists');
    await page.getByRole('combobox', { name: 'Select list', exact: true }).click();
    await page.getByRole('option', { name: 'ampel' }).click();
    await page.getByRole('textbox', { name: 'Display 3', exact: true }).waitFor();
  };

  test('moves to the list after a row was deleted, and to the page where no list is left', async () => {
    await invite('weg@example.com', 'Weg');
    await admin.send('POST', '/tokens', {
      name: 'Portal',
      user_kid: tests.organisation.adminKid,
      scopes: ['v3:users:read'],
    });
    await admin.send('PUT', '/fields/customers/ind_1', { label: 'Wert', kind: 'int' });
    await (await tests.organisation.client()).post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: 'brief.txt' });
    const page = await tests.signedIn('/settings/users');
    await inMenu(page, 'Weg', 'Delete');
    await inDialog(page, 'Delete').press('Enter');
    await expectAt(page, 'section Users, scrolls sideways');
    await page.goto('/settings/fields');
    await inMenu(page, 'Wert', 'Remove');
    await inDialog(page, 'Remove').press('Enter');
    await expectAt(page, 'section Fields, scrolls sideways');
    await page.goto('/settings/tokens');
    await inMenu(page, 'Portal', 'Delete');
    await inDialog(page, 'Delete').press('Enter');
    await expectAt(page, 'section API tokens, scrolls sideways');
    await page.goto('/inbox');
    await button(page, 'Discard').press('Enter');
    await inDialog(page, 'Discard').press('Enter');
    await expectAt(page, 'main');
  });

  test('returns to the button that opened a one-time link', async () => {
    await invite('kim@example.com', 'Kim');
    const page = await tests.signedIn('/settings/users');
    // Long enough for the focus guard to check.
    await page.route('**/invitation', async (route) => {
      await new Promise((done) => {
        setTimeout(done, 500);
      });
      await route.continue();
    });
    await inMenu(page, 'Kim', 'New invitation link');
    await inDialog(page, 'I have passed the link on').press('Enter');
    await expectAt(page, 'button Actions for Kim');
    await button(page, 'Invite a user').press('Enter');
    await page.getByRole('dialog').getByLabel('E-mail address').fill('ida@example.com');
    await inDialog(page, 'Invite a user').press('Enter');
    await page.getByRole('dialog', { name: /link/i }).waitFor();
    await inDialog(page, 'I have passed the link on').press('Enter');
    await expectAt(page, 'button Invite a user');
  });

  test('stays in the dialog where the stored version is taken', async () => {
    const { id } = (await admin.send('POST', '/tags', { tag: 'Alt', freigabe: 1 })).body;
    const page = await tests.signedIn('/settings/tags');
    await inMenu(page, 'Alt', 'Edit');
    await page.getByRole('textbox', { name: 'Tag' }).fill('Meiner');
    expect((await admin.send('PATCH', `/tags/${id}`, { tag: 'Ihrer' })).status).toBe(200);
    await inDialog(page, 'Save').press('Enter');
    await inDialog(page, 'Take the stored version').press('Enter');
    await expectAt(page, 'dialog');
  });

  test('moves to the card whose button disappeared', async () => {
    await admin.send('POST', '/organisation/logo', { content: PICTURE.toString('base64') });
    const page = await tests.signedIn('/settings/organisation');
    await button(page, 'Delete').press('Enter');
    await inDialog(page, 'Delete').press('Enter');
    await expectAt(page, 'h2 Logo');
    await page.goto('/settings/account');
    await button(page, 'End all others').press('Enter');
    await expectAt(page, 'h2 Open sessions');
    admin = await signIn(tests.service.address, tests.organisation.login);
  });

  test('moves to the next row after a removed one, and to the add button after the last', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    await button(page, 'Create webhook').press('Enter');
    for (const _ of 'abc') await button(page, 'Add a header').press('Enter');
    await page.getByLabel('Name 2').fill('X-Second');
    await button(page, 'Remove header 1').press('Enter');
    await expectAt(page, 'button Remove header 1');
    expect(await page.getByLabel('Name 1').inputValue()).toBe('X-Second');
    await button(page, 'Remove header 2').press('Enter');
    await expectAt(page, 'button Add a header');
    await lists(page);
    await button(page, 'Remove entry 2').press('Enter');
    await expectAt(page, 'button Remove entry 2');
    await button(page, 'Remove entry 2').press('Enter');
    await expectAt(page, 'button Add an entry');
  });

  test('follows an entry that is moved, and its new position is announced', async () => {
    const page = await tests.signedIn('/settings/fields');
    await lists(page);
    const values = () =>
      page.getByRole('textbox', { name: /^Value/ }).evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')));
    await button(page, 'Move entry 3 up').press('Enter');
    await page.getByRole('status').getByText('Green: now 2 of 3').waitFor();
    await expectAt(page, 'button Move entry 2 up');
    await page.keyboard.press('Enter');
    await expect.poll(values).toEqual(['g', 'r', 'y']);
    await page.getByRole('status').getByText('Green: now 1 of 3').waitFor();
    await expectAt(page, 'button Move entry 1 down');
    // Earlier and later messages are in the other language from now on.
    await button(page, 'Language').press('Enter');
    await page.getByRole('menuitem', { name: 'Deutsch' }).press('Enter');
    await page.getByRole('status').getByText('Green: jetzt 1 von 3').waitFor();
    await button(page, 'Eintrag 3 nach oben').press('Enter');
    await page.getByRole('status').getByText('Yellow: jetzt 2 von 3').waitFor();
  });

  test('follows a field that is moved, also to the other end, and its new position is announced', async () => {
    const put = (n: number) => admin.send('PUT', `/fields/goals/ind_${n}`, { label: `F${n}`, kind: 'text' });
    for (const n of [1, 2, 3, 4]) await put(n);
    const page = await tests.signedIn('/settings/fields?kind=goals');
    const moves = async () => {
      await button(page, 'Actions for F1').press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      return (await page.getByRole('menuitem').allInnerTexts()).slice(1, -1);
    };
    const own = () =>
      page
        .getByRole('row', { name: /Custom field F\d/ })
        .locator('td:nth-child(2)')
        .allInnerTexts();
    expect(await moves()).toEqual(['Move down', 'Move to the bottom']);
    await page.getByRole('menuitem', { name: 'Move down' }).press('Enter');
    await page.getByRole('alert').getByText('F1: now 2 of 4').waitFor();
    await expectAt(page, 'button Actions for F1');
    expect(await moves()).toEqual(['Move up', 'Move down', 'Move to the bottom']);
    await page.getByRole('menuitem', { name: 'Move to the bottom' }).press('Enter');
    await page.getByRole('alert').getByText('F1: now 4 of 4').waitFor();
    await expectAt(page, 'button Actions for F1');
    expect(await own()).toEqual(['F2', 'F3', 'F4', 'F1']);
    expect(await moves()).toEqual(['Move to the top', 'Move up']);
    await page.getByRole('menuitem', { name: 'Move to the top' }).press('Enter');
    await expect.poll(own).toEqual(['F1', 'F2', 'F3', 'F4']);
    await expectAt(page, 'button Actions for F1');
  });

  test('stays in the dialog of a secret, and moves to the text where the browser cannot copy it', async () => {
    await admin.send('POST', '/webhooks', { name: 'Statistik', url: 'https://example.com/hook', events: [] });
    const page = await tests.signedIn('/settings/webhooks');
    await inMenu(page, 'Statistik', 'Rotate secret');
    await inDialog(page, 'Rotate secret').press('Enter');
    const secret = page.getByRole('dialog', { name: 'Signing secret', exact: true });
    await secret.waitFor();
    await page.getByRole('dialog', { name: 'Rotate the signing secret' }).waitFor({ state: 'detached' });
    const key = secret.getByLabel('Secret', { exact: true });
    // The focus guard has run after the dialog closed.
    await page.evaluate('new Promise((done) => { setTimeout(done, 300); })');
    await expectAt(page, 'input');
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("not here"))');
    await inDialog(page, 'Copy: Secret').press('Enter');
    await key.and(page.locator(':focus')).waitFor();
    await inDialog(page, 'I have stored the secret').press('Enter');
    await expectAt(page, 'button Actions for Statistik');
  });

  test('is visible, at 400 % too: with an outline, and not behind the header', async () => {
    for (const n of [1, 2, 3]) await admin.send('POST', '/tags', { tag: `Sichtbar ${n}`, freigabe: 1 });
    const page = await tests.signedIn('/settings');
    await page.setViewportSize({ width: 320, height: 256 });
    for (const path of ['', '/tags']) {
      await page.goto(`/settings${path}`);
      await pageIsThere(page);
      let stops = 0;
      for (let unseen: string | null = ''; unseen !== null; stops += 1) {
        await page.keyboard.press('Tab');
        unseen = await page.evaluate<string | null>(UNSEEN);
        expect(unseen ?? '').toBe('');
      }
      expect(stops, path).toBeGreaterThan(9);
    }
  });

  test('moves to the page that loads after "Try again"', async () => {
    const page = await tests.signedIn('/settings/organisation');
    await page.route(/settings\/api\/tags/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('link', { name: 'Tags', exact: true }).press('Enter');
    const again = button(page, 'Try again');
    await again.waitFor();
    await page.unroute(/settings\/api\/tags/);
    await again.press('Enter');
    await again.waitFor({ state: 'detached' });
    await expectAt(page, 'main');
  });

  test('moves to the page that follows a sign-in, an invitation and a requested link', async () => {
    const { link } = (await invite('neu@example.com', 'Neu')).body;
    const page = await tests.open(new URL(link).pathname);
    const password = 'ein langes Passwort';
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(password);
    await page.getByLabel('Repeat').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await expectAt(page, 'main');
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel('E-mail address').fill('neu@example.com');
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await expectAt(page, 'main');
    // No mail leaves the service of this test.
    await page.context().clearCookies();
    await page.route('**/api/forgotten-password', (route) =>
      route.fulfill({ headers: { 'x-request-id': '1' }, json: { mailed: true } }),
    );
    await page.goto('/forgotten-password');
    await page.getByLabel('E-mail address').fill('neu@example.com');
    await page.keyboard.press('Enter');
    await expectAt(page, 'h1 Check your inbox');
  });
});
