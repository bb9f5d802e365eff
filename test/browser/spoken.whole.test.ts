/** Three flows by keyboard with the output of a screen reader (spoken/*.txt; `vitest -u` updates them). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { listenTo, type Spoken } from '../support/screen-reader.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('the accessibility tree matches its snapshot', () => {
  const tests = settingsTests({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  let receiver: Server;
  beforeAll(async () => {
    receiver = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((done) => {
      receiver.listen(0, '127.0.0.1', done);
    });
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { port } = receiver.address() as AddressInfo;
    await admin.send('POST', '/webhooks', { url: `http://127.0.0.1:${port}/`, name: 'Portal', events: [] });
    const api = await tests.organisation.client();
    await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' });
  });
  afterAll(() => receiver?.close());

  /** Replaces texts that differ between runs. */
  const hidden = (text: string) => {
    const { login } = tests.organisation;
    return text
      .replaceAll(login.email, 'admin@example.com')
      .replaceAll(login.password, '...')
      .replaceAll(/•+/g, '...')
      .replaceAll(/eyJ[\w.-]+/g, 'eyJ...')
      .replaceAll(/\d+ ms/g, ' ... ms')
      .replaceAll(tests.service.address, 'https://crm.example.com');
  };
  const sameAs = async (name: string, { lines }: Spoken) =>
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`spoken/${name}.txt`);

  test('sign-in, then a new token', async () => {
    const page = await tests.open('about:blank');
    const reader = await listenTo(page, hidden);
    await page.goto('/login');
    await pageIsThere(page);
    await reader.arrives('E-mail address');
    await reader.type(tests.organisation.login.email);
    await reader.press('Tab');
    await reader.type('wrong');
    await page.keyboard.press('Enter');
    await reader.hears('E-mail address or password is wrong.');
    await reader.press('Control+a');
    await reader.type(tests.organisation.login.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.locator('main:focus').waitFor();
    await pageIsThere(page);
    await reader.tabTo('Settings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.locator('main:focus').waitFor();
    await pageIsThere(page);
    await reader.tabTo('API tokens');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await pageIsThere(page);
    await reader.tabTo('Create token');
    await page.keyboard.press('Enter');
    await reader.arrives('Name');
    await page.keyboard.press('Enter');
    await reader.arrives('Name');
    await reader.type('Portal');
    await reader.tabTo('Customers: Read');
    await reader.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your new token' }).waitFor();
    await reader.tabTo('I have stored the token');
    await page.keyboard.press('Enter');
    await reader.arrives('Create token');
    await sameAs('sign-in-and-token', reader);
  });

  test('the test of a webhook', async () => {
    const page = await tests.signedIn('/settings/tags');
    const reader = await listenTo(page, hidden);
    await page.goto('/settings/webhooks');
    await pageIsThere(page);
    await reader.tabTo('Test: Portal');
    await page.keyboard.press('Enter');
    await reader.arrives('Test event');
    await reader.tabTo('Send test');
    await page.keyboard.press('Enter');
    await reader.hears('Successful');
    await reader.tabTo('Close');
    await page.keyboard.press('Enter');
    await reader.arrives('Test: Portal');
    await sameAs('webhook-test', reader);
  });
});
