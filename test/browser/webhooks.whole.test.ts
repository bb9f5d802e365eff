/** Webhooks in a real Chromium, with a receiver and the worker that delivers. */
import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { startWorker, type Worker } from '../../src/webhooks/delivery/delivery-worker.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { hasBrowser } from '../support/browser.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('webhooks', () => {
  const tests = settingsTests({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  const sender = createSender(addressRule(['127.0.0.0/8']));
  let receiver: Server;
  let url: string;
  let worker: Worker;
  let api: Client;
  let answer = 200;
  let requests: {
    readonly method: string;
    readonly key: string;
    readonly body: string;
    readonly headers: IncomingHttpHeaders;
  }[] = [];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk));
      request.on('end', () => {
        const { method = '', headers } = request;
        requests.push({ method, key: String(headers['x-key'] ?? ''), body, headers });
        response.writeHead(answer, { 'content-type': 'application/json' }).end(`{"status":${answer}}`);
      });
    });
    await new Promise<void>((done) => {
      receiver.listen(0, '127.0.0.1', done);
    });
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    worker = startWorker(tests.service.db, sender, () => undefined);
    api = await tests.organisation.client();
  });
  afterAll(async () => {
    await worker.stop();
    await sender.close();
    receiver.close();
  });
  beforeEach(async () => {
    answer = 200;
    requests = [];
    await tests.service.db.transaction((tx) => tx.run(sql`delete from webhook_delivery`));
    await tests.service.db.transaction((tx) => tx.run(sql`delete from webhook`));
  });

  const dialog = (page: Page) => page.getByRole('dialog');
  const card = (page: Page) => page.getByRole('article', { name: url });
  const button = (page: Page, act: string) => card(page).getByRole('button', { name: `${act}: ${url}`, exact: true });

  /** Creates a webhook for new and changed customers through the form. */
  const create = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await dialog(page).getByLabel('Target URL').fill(url);
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Name 1').fill('X-Key');
    await page.getByLabel('Value 1').fill('key 1');
    await page.getByLabel('Customers: New').check();
    await page.getByLabel('Customers: Changed').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Copy the secret now.').waitFor();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    await page.getByRole('button', { name: 'I have stored the secret' }).click();
    await card(page).waitFor();
    return secret;
  };
  const runTest = async (page: Page, result: string) => {
    await button(page, 'Test').click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await dialog(page).getByRole('status').getByText(result, { exact: true }).waitFor();
  };
  const closeDialog = (page: Page) => dialog(page).getByText('Close', { exact: true }).click();
  const switchOn = async (page: Page) => {
    await runTest(page, 'Successful');
    await closeDialog(page);
    await button(page, 'Switch on').click();
    await card(page)
      .getByText(/^Active/)
      .waitFor();
  };

  test('another receiver gets no stored header value, and the form warns before the save', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    await create(page);
    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const told = dialog(page).getByText(/^The address belongs to another receiver/);
    await dialog(page).getByLabel('Target URL').fill(`${url}/path`);
    expect(await told.count()).toBe(0);
    const other = url.replace('127.0.0.1', 'localhost');
    await dialog(page).getByLabel('Target URL').fill(other);
    await told.waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article', { name: other }).waitFor();
    await page.getByRole('button', { name: `Actions for ${other}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog(page).getByLabel('Target URL').waitFor();
    expect(await page.getByLabel('Value 1').count()).toBe(0);
  });

  test('a webhook is created, tested, activated, changed, deactivated and deleted', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    await page.getByText('There is no webhook yet. Create one').waitFor();
    expect(await create(page)).toMatch(/^whsec_/);
    await card(page).getByText('Inactive').waitFor();
    await card(page).getByText('POST · JSON · 2 events').waitFor();
    await button(page, 'Switch on').click();
    await page.getByText('can be switched on after a successful test').waitFor();

    answer = 404;
    await runTest(page, 'Failed');
    await dialog(page).getByRole('status').getByText('The receiver answered 404', { exact: true }).waitFor();
    await dialog(page).getByText('Status 404').waitFor();
    const regions = await dialog(page)
      .getByRole('region')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(regions).toEqual(['Request: Headers', 'Request: Body', 'Response: Headers', 'Response: Body']);
    await expectUsable(page, 'failed test');
    answer = 200;
    await dialog(page).getByLabel('Test event').click();
    await page.getByRole('option', { name: 'customers.update' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await dialog(page).getByRole('status').getByText('Successful').waitFor();
    await dialog(page).getByLabel('Request: Body').getByText('"event_name": "customers.update"').waitFor();
    expect(requests.at(-1)).toMatchObject({ method: 'POST', key: 'key 1' });
    expect(await dialog(page).getByText('key 1').count()).toBe(0);
    await closeDialog(page);
    await button(page, 'Switch on').click();
    await card(page).getByText('Active', { exact: true }).waitFor();

    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    expect(await page.getByLabel('Value 1').inputValue()).toBe('********');
    await page.getByLabel('All: Deleted').check();
    await page.getByLabel('All: New').uncheck();
    await page.getByRole('button', { name: 'None', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await card(page).getByText('Active, no events').waitFor();

    await button(page, 'Switch off').click();
    await dialog(page).getByText(`While “${url}” is off`).waitFor();
    await dialog(page).getByRole('button', { name: 'Switch off' }).click();
    await card(page).getByText('Inactive').waitFor();
    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await dialog(page).getByText(`“${url}” gets a new secret.`).waitFor();
    await dialog(page).getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('button', { name: 'I have stored the secret' }).click();
    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(page).getByText(`“${url}” and its delivery log disappear.`).waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no webhook yet.').waitFor();
  });

  test('deliveries are listed with their attempts; one or all failed ones are sent again', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    await create(page);
    await switchOn(page);
    requests = [];
    const { kid } = (await api.post('/v3/customers', { name: 'Neu' })).body;
    await expect.poll(() => requests.length).toBe(1);
    answer = 500;
    await api.patch(`/v3/customers/${kid}`, { name: 'Anders' });
    await expect.poll(() => requests.length).toBe(2);

    await card(page).getByRole('link', { name: 'Deliveries' }).click();
    const row = (event: string) => page.getByRole('row').filter({ hasText: event });
    await row('customers.insert').getByText('Delivered').waitFor();
    await row('customers.update').getByText('Pending').waitFor();
    await page.getByRole('button', { name: 'Show attempts: customers.update' }).click();
    await page.getByText('The receiver answered 500').first().waitFor();
    await page.getByText('{"status":500}').first().waitFor();
    await expectUsable(page, 'attempts');

    answer = 200;
    await row('customers.insert').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 delivery is sent again.').waitFor();
    // A pending delivery has no button, and its state is visible.
    expect(await row('customers.update').getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await row('customers.insert').getByText('Delivered').waitFor();
    await row('customers.insert').getByRole('button', { name: 'Send again' }).waitFor();
    await tests.service.db.transaction((tx) =>
      tx.run(sql`update webhook_delivery set state = 'failed' where event_name = 'customers.update'`),
    );
    await page.locator('label', { hasText: 'Failed' }).click();
    await row('customers.update').getByText('Failed').waitFor();
    expect(await row('customers.insert').count()).toBe(0);
    requests = [];
    await page.getByRole('button', { name: 'Send failed ones again' }).click();
    await expectUsable(page, 'period');
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 delivery is sent again.').last().waitFor();
    await expect.poll(() => requests.filter(({ body }) => body.includes('customers.update')).length).toBe(1);
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await card(page).waitFor();
  });

  test('a webhook shows name, health and sent bodies, is found by search, and a period is sent again', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    await create(page);
    await switchOn(page);
    const { kid } = (await api.post('/v3/customers', { name: 'Neu' })).body;
    await api.post('/v3/customers', { name: 'Noch einer' });
    await expect.poll(() => requests.length).toBe(3);
    answer = 500;
    await api.patch(`/v3/customers/${kid}`, { name: 'Anders' });
    await expect.poll(() => requests.length).toBe(4);
    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Portal');
    await dialog(page).getByLabel('Description').fill('Tells the customers.');
    await page.getByRole('button', { name: 'Save' }).click();
    const named = page.getByRole('article', { name: 'Portal' });
    await named.getByText('Tells the customers.').waitFor();
    // It may be switched on again: its receiver is the same.
    await named.getByText('Active', { exact: true }).waitFor();
    const health = named.getByRole('list', { name: 'Health of the deliveries' });
    await health.getByText('100% of the last 2').waitFor();
    await health.getByText(/^1 \(since/).waitFor();
    await health.getByText(/^The receiver answered 500/).waitFor();
    await expectUsable(page, 'health');

    await named.getByRole('link', { name: 'Deliveries' }).click();
    const row = (event: string) => page.getByRole('row').filter({ hasText: event });
    await row('customers.update').getByText('Pending').waitFor();
    await page.getByRole('button', { name: 'Show attempts: customers.update' }).click();
    await page.getByRole('region', { name: 'Body sent' }).getByText(`"id": ${kid}`).waitFor();
    answer = 200;
    await tests.service.db.transaction((tx) =>
      tx.run(sql`update webhook_delivery set next_attempt_at = now() where state = 'pending'`),
    );
    await row('customers.update').getByText('Delivered').waitFor();
    requests = [];
    await page.getByRole('button', { name: 'Replay a period' }).click();
    await dialog(page).getByText('3 deliveries will be sent again.').waitFor();
    await expectUsable(page, 'replay');
    await dialog(page).getByRole('button', { name: 'Send again' }).click();
    await page.getByText('3 deliveries are sent again.').waitFor();
    await expect.poll(() => requests.length).toBe(3);

    const many = Array.from({ length: 10 }, (_, n) => api.post('/v3/customers', { name: `Kunde ${n}` }));
    await Promise.all(many);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('13 entries').waitFor();
    await page.getByRole('searchbox').fill(`customers/${kid}`);
    await page.getByText('2 entries').waitFor();
    const message = (JSON.parse(requests[0]?.body ?? '{}') as { request_id: string }).request_id;
    await page.getByRole('searchbox').fill(message);
    await page.getByText('1 entry').waitFor();
  });

  test('the guide has a sample of each event, and code that verifies a real delivery', async () => {
    const page = await tests.signedIn('/settings/webhooks');
    const secret = await create(page);
    await runTest(page, 'Successful');
    await closeDialog(page);
    await page.getByRole('button', { name: 'For receivers' }).click();
    await expectUsable(page, 'guide');
    await dialog(page).getByLabel('Event', { exact: true }).click();
    await page.getByRole('option', { name: 'contracts.update' }).click();
    await dialog(page).getByRole('region', { name: 'Sample' }).getByText('"event_name": "contracts.update"').waitFor();
    const snippet = dialog(page).getByRole('region', { name: 'Verify the signature' });
    const { body = '', headers = {} } = requests.at(-1) ?? {};
    const script = await snippet.innerText();
    const { verify } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
      verify: (secret: string, headers: IncomingHttpHeaders, body: string) => void;
    };
    expect(() => verify(secret, headers, body)).not.toThrow();
    expect(() => verify(secret, headers, `${body} `)).toThrow('wrong');
    expect(() => verify(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toThrow('old');

    await dialog(page).getByText('Python', { exact: true }).click();
    const python = `${await snippet.innerText()}
import json, sys
secret, headers, body = json.loads(sys.argv[1])
verify(secret, headers, body.encode())
try:
    verify(secret, headers, body.encode() + b" ")
except ValueError:
    print("both")
`;
    const run = promisify(execFile)('python3', ['-c', python, JSON.stringify([secret, headers, body])]);
    expect((await run).stdout).toBe('both\n');
  });

  test('errors are shown at their fields; a disabled webhook shows its reason', async () => {
    const page = await tests.signedIn('/settings/webhooks', { scheme: 'dark', width: 390 });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Please fill this in.').waitFor();
    await dialog(page).getByLabel('Target URL').fill('http://10.0.0.1/hook');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const target = dialog(page).getByLabel('Target URL');
    await dialog(page).getByText('The service may not call this address').first().waitFor();
    expect(await target.getAttribute('aria-invalid')).toBe('true');
    await target.fill(url);
    for (const number of [1, 2]) {
      await page.getByRole('button', { name: 'Add a header' }).click();
      await page.getByLabel(`Name ${number}`).fill('X-Key');
    }
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('This name occurs twice.').waitFor();
    await page.getByRole('button', { name: 'Remove header 2' }).click();
    await page.getByLabel('Name 1').fill('Host');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog(page).getByText('The header “Host” cannot be set.').waitFor();
    await page.getByLabel('Name 1').and(page.locator(':focus[aria-invalid=true]')).waitFor();
    expect(await dialog(page).getByText('Name 1', { exact: true }).count()).toBe(1);
    await expectUsable(page, 'refused form');
    await page.getByLabel('Name 1').fill('X-Key');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'I have stored the secret' }).click();
    await switchOn(page);
    // Before there were codes, sentences were stored.
    for (const [stored, shown] of [
      ['no_success', 'No delivery succeeded for five days.'],
      ['The receiver answered 410 Gone.', 'The receiver answered 410 (Gone).'],
    ] as const) {
      await tests.service.db.transaction((tx) =>
        tx.run(sql`update webhook set active = false, switched_off_because = ${stored} where url = ${url}`),
      );
      await page.reload();
      await card(page).getByText(`Switched off: ${shown}`).waitFor();
    }
    await expectUsable(page, 'switched off');
  });
});
