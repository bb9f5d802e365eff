/** API tokens in a real Chromium, with the API that they open. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe.runIf(hasBrowser)('API tokens', () => {
  const tests = settingsTests();
  const status = async (token: string, path = '/v3/customers') =>
    (await tests.service.ask('GET', path, bearer(token))).status;

  /** Takes the string of the dialog that shows it once. */
  const takeSecret = async (page: Page): Promise<string> => {
    await page.getByText('It is shown only this once.').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Token' }).click();
    await page.getByRole('button', { name: 'Copied: Token' }).waitFor();
    const token = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue()).toBe(token);
    await page.getByRole('button', { name: 'I have stored the token' }).click();
    return token;
  };
  const act = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  test('German uses one word for the permissions of a token', async () => {
    const page = await tests.signedIn('/settings/tokens', { language: 'de' });
    await page.getByRole('button', { name: 'Token anlegen' }).click();
    await page.getByRole('dialog').getByText('Berechtigungen', { exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/\bBereiche\b/);
    await page.getByRole('button', { name: '30 Tage', exact: true }).waitFor();
  });

  test('a token is created, changed, reissued, revoked and deleted', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Portal');
    await page.getByLabel('Customers: Read').check();
    await page.getByLabel('All: Write').check();
    await page.getByLabel('Goals: Write').uncheck();
    await page.getByText('Scopes: 16 of 32 chosen').waitFor();
    await page.getByRole('button', { name: 'None', exact: true }).click();
    await page.getByLabel('Customers: Read').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await takeSecret(page);
    expect(await status(token)).toBe(200);
    expect(await status(token, '/v3/contracts')).toBe(403);
    await row(page, 'Portal').getByText('1 scope', { exact: true }).waitFor();
    await row(page, 'Portal').getByText('from anywhere').waitFor();

    await act(page, 'Portal', 'Edit');
    await page.getByLabel('Contracts: Read').check();
    await page.getByLabel('Name').fill('Portal 2');
    await page.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Portal 2').getByText('2 scopes').waitFor();
    await expect.poll(() => status(token, '/v3/contracts')).toBe(200);

    await act(page, 'Portal 2', 'Issue anew');
    await confirm(page, 'Issue anew');
    const anew = await takeSecret(page);
    expect(anew).not.toBe(token);
    expect(await status(anew)).toBe(200);
    await expect.poll(() => status(token)).toBe(401);

    await act(page, 'Portal 2', 'Revoke');
    await expectUsable(page, 'question');
    await confirm(page, 'Revoke');
    await row(page, 'Portal 2').getByText('Revoked').waitFor();
    await expect.poll(() => status(anew)).toBe(401);
    await act(page, 'Portal 2', 'Delete');
    await confirm(page, 'Delete');
    await page.getByText('There is no token yet.').waitFor();
  });

  test('a page pasted as allowed addresses is refused at once, and a list of addresses is accepted', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    const addresses = page.getByRole('combobox', { name: 'Allowed IP addresses' });
    const pills = page.getByRole('dialog').locator('.mantine-Pill-root');
    /** As the browser pastes it where the keyboard is. */
    const paste = (text: string) =>
      page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        const pasting = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(pasting);
      }`);
    await addresses.focus();
    await paste('192.0.2.1, 192.0.2.2\n192.0.2.3;192.0.2.1');
    await expect.poll(() => pills.allInnerTexts()).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    await paste(Array.from({ length: 90_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`).join(' '));
    await page.getByText('At most 200 addresses and networks.').waitFor();
    await paste('x'.repeat(1_000_000));
    await page.getByText(`“${'x'.repeat(60)}…” is neither an IP address nor a network`).waitFor();
    expect(await pills.count()).toBe(3);
    await paste('10.0.0.0/8');
    await expect.poll(() => pills.count()).toBe(4);
    expect(await page.getByText('is neither an IP address').count()).toBe(0);
  });

  test('a token shows expiry, addresses and last use', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Limited');
    await page.getByLabel('Customers: Read').check();
    await page.getByLabel('Valid until').fill('2099-12-31T12:00');
    const addresses = page.getByRole('combobox', { name: 'Allowed IP addresses' });
    await addresses.fill('127.0.0.0/8');
    await addresses.press('Enter');
    await addresses.fill('198.51.100.7');
    await addresses.press('Enter');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await takeSecret(page);
    const line = row(page, 'Limited');
    await line.getByText('from 2 addresses').waitFor();
    await line.getByText('Dec 31, 2099, 12:00 PM').waitFor();
    await line.getByText('Never').waitFor();
    expect(await status(token)).toBe(200);
    await expect
      .poll(async () => {
        await page.reload();
        await line.waitFor();
        return line.getByText('Never').count();
      })
      .toBe(0);
  });

  test('scopes and a future expiry are required', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Customers: Read').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Choose at least one scope.').waitFor();
    await page.getByLabel('Name').fill('Wrong');
    await page.getByLabel('Customers: Read').check();
    await page.getByLabel('Valid until').fill('2001-01-01T00:00');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('This time has already passed.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('presets fill scopes and expiry; a token that expires soon is marked', async () => {
    const page = await tests.signedIn('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Kurz');
    await page.getByRole('button', { name: 'Read only' }).click();
    expect(await page.getByLabel('Goals: Read').isChecked()).toBe(true);
    expect(await page.getByLabel('Goals: Write').isChecked()).toBe(false);
    await page.getByRole('combobox', { name: 'Everything of one resource' }).click();
    await page.getByRole('option', { name: 'Goals' }).click();
    await page.getByText('2 of 32 chosen').waitFor();
    expect(await page.getByLabel('Goals: Write').isChecked()).toBe(true);
    const expires = page.getByLabel('Valid until');
    await page.getByRole('button', { name: 'Unlimited' }).click();
    expect(await expires.inputValue()).toBe('');
    await page.getByRole('button', { name: '30 days' }).click();
    const days = (Date.parse(await expires.inputValue()) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    await expectUsable(page, 'presets');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await takeSecret(page);
    await row(page, 'Kurz').getByText('Expires soon').waitFor();
    await row(page, 'Kurz').getByText('2 scopes').waitFor();

    await act(page, 'Kurz', 'Edit');
    await page.getByText('A later expiry needs a reissued token.').waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Only a reissued token can expire later.').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await act(page, 'Kurz', 'Issue anew');
    await expectUsable(page, 'issue anew');
    await page.getByLabel('Valid until').fill('2020-01-31T12:00');
    await confirm(page, 'Issue anew');
    await page.getByText('This time has already passed.').waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    await confirm(page, 'Issue anew');
    const { status: answered, headers } = await tests.service.ask('GET', '/v3/goals', bearer(await takeSecret(page)));
    expect(answered).toBe(200);
    expect(Date.parse(headers.get('x-token-expires-at') ?? '') - Date.now()).toBeGreaterThan(89.9 * 86_400_000);
    await row(page, 'Kurz').getByText('Valid', { exact: true }).waitFor();
  });

  test('500 tokens are paged, searched, filtered and sorted by the service; several are revoked at once', async () => {
    const { orgId, adminKid } = tests.organisation;
    // Inserted by one statement; these tokens need no signature.
    await tests.service.db.transaction((tx) =>
      tx.run(sql`insert into api_token (org_id, id, user_kid, name, scopes, expires_at)
        select ${orgId}, 1000000 + n, ${adminKid}, 'Viele ' || lpad(n::text, 3, '0'), array['v3:goals:read'],
          case when n <= 60 then now() + interval '10 days' end from generate_series(1, 500) n`),
    );
    const page = await tests.signedIn('/settings/tokens');
    const lines = () => page.locator('tbody tr').count();
    await page.getByText(/^1 to 50 of 50\d$/).waitFor();
    expect(await lines()).toBe(50);
    await expectUsable(page, '500 tokens');
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByText(/^101 to 150 of/).waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Expires soon' }).click();
    await page.waitForURL(/state=soon/);
    await page.reload();
    await page.getByRole('searchbox').fill('viele');
    await page.getByText('1 to 50 of 60').waitFor();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.locator('tbody tr').first().getByText('Viele 001').waitFor();
    await page.getByRole('searchbox').fill('viele 00');
    await page.getByText('9 entries').waitFor();
    await page.getByLabel('Mark Viele 003').check();
    await page.getByLabel('Mark all of this page').check();
    await page.getByLabel('Mark Viele 001').uncheck();
    await page.getByRole('button', { name: 'Revoke 8 tokens' }).click();
    await page.getByRole('dialog').getByText('8 tokens no longer work.').waitFor();
    const named = page.getByRole('dialog').getByRole('list', { name: 'Marked tokens' }).getByRole('listitem');
    expect(await named.allTextContents()).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((n) => `Viele 00${n}`));
    await expectUsable(page, 'question about several');
    await confirm(page, 'Revoke');
    await page.getByText('8 tokens revoked.').waitFor();
    await page.getByText('1 entry').waitFor();
    await page.getByRole('searchbox').fill('viele 01');
    await page.getByText('10 entries').waitFor();
    await page.getByRole('searchbox').fill('viele 0');
    await page.getByText('1 to 50 of 52').waitFor();
    await page.getByLabel('Mark all of this page').check();
    await page.getByRole('button', { name: /^Revoke \d+ tokens$/ }).click();
    await named.getByText(/^and \d+ more$/).waitFor();
    expect(await named.count()).toBe(11);
    await expectUsable(page, 'question about many');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Scope' }).click();
    await page.getByRole('option', { name: 'Customers: Write' }).click();
    await page.getByText('No token matches these filters.').waitFor();
    await expectUsable(page, 'none fits');
  });

  test.each([
    'state=bogus',
    'scope=v3:bogus:read',
    'user=99999999999',
    'user=x',
  ])('%s is no filter, and narrows nothing', async (query) => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const wish = { name: `Any ${query}`, user_kid: tests.organisation.adminKid, scopes: ['v3:users:read'] };
    expect((await admin.send('POST', '/tokens', wish)).status).toBe(201);
    const page = await tests.signedIn(`/settings/tokens?${query}`);
    await page.getByRole('table').waitFor({ timeout: 10_000 });
    for (const name of ['State', 'Scope', 'User'])
      expect(await page.getByRole('combobox', { name, exact: true }).inputValue()).toBe('');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each([1280, 800])('the menu of each row is reachable at %i px', async (width) => {
    const { orgId, adminKid } = tests.organisation;
    await tests.service.db.transaction((tx) =>
      tx.run(sql`insert into api_token
        (org_id, id, user_kid, name, scopes, expires_at, last_used_at, last_used_address)
        select ${orgId}, 2000000 + ${width} + n, ${adminKid}, 'Breit ' || ${width} || ' Abgleich mit dem Vergleichsportal ' || n,
          array['v3:goals:read'], '2031-11-30 22:22', now(), '2001:db8:1234:5678:9abc:def0:1234:5678'
        from generate_series(1, 4) n`),
    );
    const page = await tests.signedIn('/settings/tokens', { width });
    await page.getByRole('searchbox').or(page.getByRole('row').last()).first().waitFor();
    if (await page.getByRole('searchbox').count()) await page.getByRole('searchbox').fill(`Breit ${width}`);
    await page.getByText(/^4 entries$/).waitFor();
    // The element at the middle of each button is the button itself: rows may extend below the window, not beyond its
    // side.
    const met = await page.evaluate<boolean[]>(`[...document.querySelectorAll('tbody button')].map((button) => {
      scrollBy(0, button.getBoundingClientRect().top - innerHeight / 2);
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })`);
    expect(met).toEqual([true, true, true, true]);
    await expectUsable(page, 'wide rows');
  });

  test('a token links to its calls and its audit log, and shows the addresses of its use', async () => {
    const { token, tokenId } = await tests.organisation.client();
    await tests.service.ask(
      'POST',
      '/v3/customers',
      { ...bearer(token), 'content-type': 'application/json' },
      '{"name":"A"}',
    );
    const page = await tests.signedIn('/settings/tokens');
    const used = page.getByText('from 127.0.0.1').first();
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('button', { name: 'Last used' }).click();
        await page.getByRole('button', { name: 'Last used' }).click();
        await page
          .getByRole('columnheader', { name: 'Last used' })
          .and(page.locator('[aria-sort=descending]'))
          .waitFor();
        await page.waitForLoadState('networkidle');
        return used.count();
      })
      .toBe(1);
    const name = (await page.getByRole('row').filter({ has: used }).locator('p').first().textContent()) ?? '';
    await act(page, name, 'What it did (audit log)');
    await page
      .getByRole('button', { name: /: customers\/\d+$/ })
      .first()
      .waitFor();
    expect(new URL(page.url()).search).toBe(`?token=${tokenId}`);
    await page.goBack();
    await page.getByRole('searchbox').fill(name);
    await act(page, name, 'Changes of the token (audit log)');
    await page.getByRole('row', { name: new RegExp(`Created API tokens ${tokenId}`) }).waitFor();
  });

  test.each([
    { scheme: 'light' },
    { scheme: 'dark', width: 390, language: 'de' },
  ] as const)('the dialogs are usable, $scheme', async (look) => {
    const page = await tests.signedIn('/settings/tokens', look);
    const german = 'language' in look;
    await page.getByRole('button', { name: german ? 'Token anlegen' : 'Create token' }).click();
    await page.getByLabel(german ? 'Kunden: Lesen' : 'Customers: Read').check();
    await expectUsable(page, 'form');
    await page.getByLabel('Name').fill(`Dialog ${look.scheme}`);
    await page.getByRole('button', { name: german ? 'Anlegen' : 'Create', exact: true }).click();
    await page.getByRole('button', { name: german ? 'Ich habe den Token' : 'I have stored the token' }).waitFor();
    await expectUsable(page, 'token');
  });
});
