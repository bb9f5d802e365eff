#!/usr/bin/env node
/**
 * Takes screenshots of the workspace, and of every settings page in light, most in dark, for docs/screenshots.
 *
 *   npm run build && node scripts/screenshots.js
 *
 * Starts the built service on an empty folder with its sample data, adds data for the pages, and takes the
 * screenshots with the Chromium of the machine (or the one that CHROMIUM names).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { smallPng } from './small-png.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'docs/screenshots');
const MOST_BYTES = 3_500_000;
/** Pages without a dark picture, because of that size. */
const LIGHT_ONLY = new Set(['account', 'reference', 'relation-types', 'retention', 'roles', 'sparten', 'users']);
const size = { width: 1280, height: 800 };
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts the service; resolves to its address and the output of its first start. */
const startService = (dataDir) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
    const child = spawn(process.execPath, ['bin/broker-crm.js', 'serve'], { cwd: root, env });
    let output = '';
    child.stderr.on('data', (chunk) => process.stderr.write(chunk));
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [, address] = /listens on (\S+)/.exec(output) ?? [];
      const [, token] = /Bearer ([\w.-]+)/.exec(output) ?? [];
      const [, email, password] = /sign in as (\S+) with the password (\S+)/.exec(output) ?? [];
      if (password) resolve({ child, address, token, email, password });
    });
  });

/** A receiver that accepts everything but deletions. */
const startReceiver = () =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const refuses = body.includes('.delete');
        response.writeHead(refuses ? 500 : 200, { 'content-type': 'application/json' });
        response.end(refuses ? '{"error":"unknown customer"}' : '{"received":true}');
      });
    }).listen(0, '127.0.0.1', () => resolve(server));
  });

const asJson = async (response) => {
  if (!response.ok) throw new Error(`${response.status} at ${response.url}: ${await response.text()}`);
  return response.json();
};

/** Calls of the settings API as the administrator. */
const signIn = async ({ address, email, password }) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/settings/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.get('set-cookie').split(';')[0];
  const { csrf } = await asJson(response);
  const send = async (method, target, body) =>
    asJson(
      await fetch(`${address}/settings/api${target}`, {
        method,
        headers: { ...headers, cookie, 'x-csrf-token': csrf },
        body: JSON.stringify(body),
      }),
    );
  return { cookie, post: (target, body = {}) => send('POST', target, body), put: (...rest) => send('PUT', ...rest) };
};

/** Fills an organisation with data of some days of use. @returns the link of an invitation */
const fill = async (service, settings, receiver) => {
  const api = async (method, target, body) =>
    asJson(
      await fetch(`${service.address}/v3${target}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${service.token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  const [{ kid: admin }] = (await api('GET', '/users')).items.map((user) => ({ kid: user.kid ?? user.id }));
  const scopes = ['v3:customers:read', 'v3:customers:write', 'v3:contracts:read'];
  const token = { user_kid: admin, scopes, addresses: [], expires_at: null };
  await settings.post('/tokens', { ...token, name: 'Comparison portal', expires_at: '2030-12-31T22:59:00Z' });
  await settings.post('/tokens', { ...token, name: 'Accounting', addresses: ['192.0.2.7', '198.51.100.0/24'] });
  const old = await settings.post('/tokens', { ...token, name: 'Old website' });
  await settings.post(`/tokens/${old.token_id}/revoke`);

  const url = `http://127.0.0.1:${receiver.address().port}`;
  const events = ['customers.insert', 'customers.update', 'customers.delete'];
  const hook = await settings.post('/webhooks', { url: `${url}/crm`, events, headers: { 'X-Key': 'secret' } });
  await settings.post(`/webhooks/${hook.webhook_id}/test`);
  await settings.post(`/webhooks/${hook.webhook_id}/activate`);
  await settings.post('/webhooks', { url: `${url}/statistics`, method: 'PUT', content_type: 'form', events: [] });

  for (const name of ['Arndt', 'Bergmann', 'Celik', 'Dietz']) {
    const { kid } = await api('POST', '/customers', { vorname: 'Kim', name });
    await api('PATCH', `/customers/${kid}`, { vorname: 'Robin' });
    if (name === 'Dietz') await api('DELETE', `/customers/${kid}`);
  }
  const letter = {
    base64: Buffer.from('Sehr geehrte Damen und Herren,\n'.repeat(80)).toString('base64'),
    absender: 'Scan',
  };
  await api('POST', '/inbox/documents', { ...letter, name: 'Kuendigung.txt', betreff: 'Kündigung' });
  await api('POST', '/inbox/documents', { ...letter, name: 'Schadenanzeige.txt', betreff: 'Wasserschaden' });
  await settings.put('/fields/customers/ind_1', { label: 'Betreuungsstufe', kind: 'text' });
  await settings.put('/billing-companies', { names: ['Kontor Nord GmbH', 'Kontor Süd GmbH'] });
  const person = { rolle: 'berater', lizenz: true, lizenz_typ: 'voll' };
  const { link } = await settings.post('/users', {
    ...person,
    email: 'kim@example.com',
    vorname: 'Kim',
    name: 'Yilmaz',
  });
  return { link, webhook: hook.webhook_id };
};

/** Dialogs and the navigation of a phone, which no address shows. */
const takeDialogs = async (page, shoot) => {
  await page.goto('/settings/tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('Name').fill('Comparison portal');
  await page.getByLabel('Customers: Read').check();
  await page.getByLabel('Contracts: Read').check();
  await shoot('token-form');
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Test: ' }).first().click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('dialog').getByRole('status').waitFor();
  await shoot('webhook-test');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'API tokens', exact: true }).waitFor();
  await shoot('phone');
};

/** Ports differ from run to run; the pictures show a receiver with a name. */
const nameReceiver = (page, receiver) =>
  page.route('**/settings/api/webhooks**', async (route) => {
    const response = await route.fetch();
    const here = `http://127.0.0.1:${receiver.address().port}`;
    await route.fulfill({ response, body: (await response.text()).replaceAll(here, 'https://portal.example.com') });
  });

const takePictures = async (service, settings, receiver, { link, webhook }) => {
  const executablePath = places.find((place) => place && existsSync(place));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const [name, value] = settings.cookie.split('=');
  const look = { viewport: size, locale: 'en', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' };
  for (const scheme of ['light', 'dark']) {
    const context = await browser.newContext({ ...look, colorScheme: scheme, baseURL: service.address });
    // The reference draws all calls at once, and takes its time on a busy machine.
    context.setDefaultTimeout(120_000);
    context.setDefaultNavigationTimeout(120_000);
    const page = await context.newPage();
    await nameReceiver(page, receiver);
    const shoot = async (title) => {
      const picture = await page.screenshot({ animations: 'disabled' });
      await writeFile(path.join(folder, `${title}-${scheme}.png`), smallPng(picture));
      console.log(`${title}-${scheme}.png`);
    };
    const take = async (title, address) => {
      if (scheme === 'dark' && LIGHT_ONLY.has(title)) return;
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The API reference never becomes network-idle; it is complete once its heading shows.
      if (title !== 'reference') await page.waitForLoadState('networkidle');
      await shoot(title);
    };
    await take('login', '/login');
    await take('forgotten-password', '/forgotten-password');
    await take('invitation', new URL(link).pathname);
    await context.addCookies([{ name, value, url: service.address }]);
    if (scheme === 'light') {
      await take('my-day', '/?betreuer=alle');
      await take('customers', '/customers?limit=50');
      await take('customer', '/customers/10');
    }
    await page.goto('/settings');
    const links = page.locator('nav a[href^="/settings"]');
    await links.first().waitFor();
    const addresses = await links.evaluateAll((found) => found.map((one) => one.getAttribute('href')));
    for (const address of addresses) await take(address.split('/')[2] ?? 'overview', address);
    await take('deliveries', `/settings/webhooks?webhook=${webhook}`);
    await take('reference', '/reference');
    if (scheme === 'light') await takeDialogs(page, shoot);
    await context.close();
  }
  await browser.close();
};

/** The pictures are part of every clone. @throws where they are too large for that */
const checkSize = async () => {
  const pictures = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  const sizes = await Promise.all(pictures.map(async (name) => (await stat(path.join(folder, name))).size));
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  if (total > MOST_BYTES) throw new Error(`The pictures take ${total} bytes; ${MOST_BYTES} are allowed.`);
};

const dataDir = await mkdtemp(path.join(tmpdir(), 'broker-crm-screenshots-'));
// As root the database runs as another account, which has to reach its data.
await chmod(dataDir, 0o755);
const receiver = await startReceiver();
const service = await startService(dataDir);
try {
  await mkdir(folder, { recursive: true });
  const settings = await signIn(service);
  await takePictures(service, settings, receiver, await fill(service, settings, receiver));
  await checkSize();
} finally {
  service.child.removeAllListeners('exit');
  service.child.kill('SIGTERM');
  await new Promise((resolve) => service.child.once('exit', resolve));
  receiver.closeAllConnections();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}
