/** The privacy of a customer: preview, export, hold, and the erasure with its refusals and its result. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Stoppable } from '../../src/concurrency/background-loop.ts';
import { readConfig } from '../../src/config/config.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { startPrivacyWorker } from '../../src/operations/privacy/privacy-worker.ts';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

const YEAR = new Date().getUTCFullYear();

describe.runIf(hasBrowser)('the privacy of a customer', () => {
  const tests = settingsTests();
  let api: Client;
  let worker: Stoppable | undefined;
  let files: FileStores;
  beforeAll(async () => {
    api = await tests.organisation.client();
    files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  });
  afterAll(async () => {
    await worker?.stop();
    await files?.close();
  });
  const startWorker = () => {
    const failed = (error: Error) => {
      throw error;
    };
    worker ??= startPrivacyWorker({ db: tests.service.asService, files, failed }, { poll: 50 });
  };
  const made = async (path: string, body: object): Promise<number> => {
    const { body: answer } = await api.post(path, body);
    return answer.id ?? answer.kid;
  };
  /** A customer with an address, a contract that a rule retains, a goal, and a relation. */
  const customer = async (name: string): Promise<number> => {
    const kid = await made('/v3/customers', { vorname: 'Ada', name });
    await made(`/v3/customers/${kid}/addresses`, { ort: 'Ulm' });
    await made('/v3/goals', { kid, subject: 'Haus' });
    await made('/v3/contracts', { kid, sparte: 1, status: 'beendet', ablauf: `${YEAR - 4}-03-01` });
    const other = await made('/v3/customers', { vorname: 'Bo', name: `${name}-Lund` });
    await api.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: 101 });
    return kid;
  };
  const hold = (kid: number, reason: string) =>
    api.send('PUT', `/v3/customers/${kid}/privacy/hold`, JSON.stringify({ until: `${YEAR + 1}-12-31`, reason }), {
      'content-type': 'application/json',
    });
  const confirmErasure = async (page: Page, kid: number | string) => {
    await page.getByRole('textbox', { name: 'Number of the customer' }).fill(String(kid));
    await page.getByRole('textbox', { name: 'Reason of the erasure' }).fill('Art. 17 GDPR');
    await page.getByRole('button', { name: 'Erase for good' }).click();
  };

  test('is previewed, exported, put on hold and erased', async () => {
    const kid = await customer('Weber');
    const page = await tests.signedIn(`/customers/${kid}`);
    await page.getByRole('button', { name: 'More actions: Ada Weber' }).click();
    await page.getByRole('menuitem', { name: 'Privacy' }).click();
    await page.getByRole('heading', { level: 1, name: `Privacy, customer ${kid}` }).waitFor();
    const table = (name: string) => page.getByRole('table', { name, exact: true });
    const cells = (name: string, row: RegExp) => table(name).getByRole('row', { name: row }).getByRole('cell');
    await table('Effect of an erasure').waitFor();
    expect(await cells('Effect of an erasure', /^Address/).allInnerTexts()).toEqual(['1', '1', '0']);
    expect(await cells('Effect of an erasure', /^Contracts/).allInnerTexts()).toEqual(['1', '0', '1']);
    const [, reason, rule, day] = await cells('Retained records', /^Contracts/).allInnerTexts();
    expect(reason).toBe('Within its period of retention');
    expect(rule).toBe('§ 22 VersVermV, 5 years from the end of the year');
    expect(day).toContain(String(YEAR + 2));
    await table('Other persons and records')
      .getByRole('link', { name: /^Customers no\. \d+$/ })
      .waitFor();

    const link = page.getByRole('link', { name: 'Download all data (ZIP)' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    await page.getByRole('status').getByText('The archive is written while it is loaded.').waitFor();

    await page.getByText('Set a hold').first().click();
    await page.getByRole('textbox', { name: 'Until' }).fill(`31.12.${YEAR + 1}`);
    await page.getByRole('textbox', { name: 'Reason of the hold' }).fill('12 O 34/26');
    await page.getByRole('button', { name: 'Set a hold' }).click();
    await page.getByRole('alert').getByText('A hold prevents the erasure').waitFor();
    await confirmErasure(page, kid);
    await page.getByRole('alert').getByText('A hold keeps the records of the customer; lift it first.').waitFor();
    await page.getByRole('button', { name: 'Lift the hold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the hold' }).click();
    await page.getByText('There is no hold at present.').waitFor();
    expect((await api.get(`/v3/customers/${kid}/privacy`)).body.hold).toBeNull();

    await confirmErasure(page, kid + 1);
    await page.getByText(`This is not the number ${kid}.`).waitFor();
    await confirmErasure(page, kid);
    await page.getByText('Erasing …').waitFor();
    startWorker();
    await page.getByText('Erased, some records are retained').waitFor();
    await page.getByText(`The next day on which records are erased: Jan 1, ${YEAR + 2}.`).waitFor();
    await page.getByText('Goals: 1 erased').waitFor();
    await table('Retained records').getByText('No. ').first().waitFor();
    expect(await page.getByRole('button', { name: 'Erase for good' }).count()).toBe(0);
    expect((await api.get(`/v3/customers/${kid}`)).status).toBe(404);
  });

  test('shows the ledger after the erasure', async () => {
    startWorker();
    const kid = await made('/v3/customers', { vorname: 'Eva', name: 'Kurz' });
    const page = await tests.signedIn(`/customers/${kid}/privacy`);
    await confirmErasure(page, kid);
    await page.getByText('Erased for good').waitFor();
    await page.reload();
    await page.getByText('Customers: 1 erased').waitFor();
    expect(await page.getByText('Kurz').count()).toBe(0);
  });

  test('names rule and day where an erasure is not allowed', async () => {
    const kid = await made('/v3/customers', { vorname: 'Ole', name: 'Held' });
    const page = await tests.signedIn(`/customers/${kid}/privacy`);
    await made('/v3/contracts', { kid, sparte: 1, status: 'beendet', ablauf: `${YEAR - 4}-03-01` });
    await confirmErasure(page, kid);
    await page
      .getByRole('alert')
      .getByText(`§ 22 VersVermV, 5 years from the end of the year. Erasable from: Jan 1, ${YEAR + 2}.`)
      .first()
      .waitFor();
    expect((await api.get(`/v3/customers/${kid}`)).status).toBe(200);
  });

  test('needs the scope; holds and erasures need an administrator', async () => {
    const kid = await customer('Rechte');
    await hold(kid, '1 O 2/26');
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const scopes = ['v3:customers:read', 'v3:privacy:read', 'v3:privacy:write'];
    await admin.send('POST', '/roles', { id: 'dsb', name: 'DSB', scopes });
    const officer = await newPerson(tests.service, admin, 'dsb@example.com', 'dsb');
    const page = await tests.signedIn(`/customers/${kid}`, {}, officer.login);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByText('Reason: 1 O 2/26.').waitFor();
    await page.getByRole('link', { name: 'Download all data (ZIP)' }).waitFor();
    for (const name of ['Lift the hold', 'Erase for good'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    const adviser = await newPerson(tests.service, admin, 'adviser@example.com');
    const other = await tests.signedIn(`/customers/${kid}`, {}, adviser.login);
    await other.getByRole('button', { name: 'More actions: Ada Rechte' }).click();
    await other.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await other.getByRole('menuitem', { name: 'Privacy' }).count()).toBe(0);
    await other.goto(`/customers/${kid}/privacy`);
    await other.getByText('You don’t have access to this area.').waitFor();
  });

  test('has rules and a period in the settings', async () => {
    const page = await tests.signedIn('/settings/retention');
    const rule = (section: string) => page.getByRole('group', { name: section });
    expect(await rule('Contracts').getByLabel('Years').inputValue()).toBe('5');
    await rule('Documents').getByLabel('Years').fill('6');
    await rule('Finances').getByLabel('Years').fill('');
    await page.getByLabel('Purge deleted records after days').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A number from 30 to 3650.').waitFor();
    await page.getByLabel('Purge deleted records after days').fill('120');
    await page.getByRole('button', { name: 'Save' }).click();
    await rule('Documents').getByLabel('Basis').fill('§ 257 HGB');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page
      .getByText(/Nothing would be removed now|Removed after saving/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await expectUsable(page, 'retention');
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { rules, purge_days } = (await admin.get('/privacy')).body;
    expect(purge_days).toBe(120);
    expect(rules.map(({ section, years }: { section: string; years: number }) => [section, years])).toEqual([
      ['contracts', 5],
      ['damages', 5],
      ['documents', 6],
    ]);
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const kid = await customer('Ansicht');
    await hold(kid, 'Rechtsstreit 12 O 34/26');
    const page = await tests.signedIn(`/customers/${kid}/privacy`, { language });
    await pageIsThere(page);
    await page.locator('summary').click();
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectUsable(page, `/privacy, ${language}, ${colorScheme}, ${width}`);
    }
  });
});
