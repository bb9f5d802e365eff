/** Lists of records: the row on Back, ranges of filters, hits of the search, usual German words in English, and files of a new record. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sparten } from '../../src/model/seed/sparten.ts';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('lists of records', () => {
  const tests = settingsTests();
  let contract = 0;
  let kid = 0;
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const rows = Array.from({ length: 60 }, (_, i) => ({ name: `Muster ${10 + i}`, geb: '1984-08-12' }));
    kid = (await api.post('/v3/customers', rows)).body.inserted[0].kid;
    const fields = {
      kid,
      sparte: sparten[0]?.id,
      nummer: 'HR-7',
      intervall: 'jährlich',
      status: 'aktiv',
      beitrag: '120.50',
      gesellschaft: 'Havelufer',
    };
    contract = (await api.post('/v3/contracts', fields)).body.id;
    await api.post(`/v3/customers/${kid}/addresses`, { art: 0, bezeichnung: 'Hauptadresse', ort: 'Kiel' });
  });

  test('Back leads to the opened row, with its scroll position and the keyboard', async () => {
    const page = await tests.signedIn('/customers?sort=name&limit=50');
    const row = page.getByRole('link', { name: 'Muster 50' });
    await row.click();
    await page.getByRole('heading', { level: 1, name: 'Muster 50' }).waitFor();
    await page.goBack();
    await row.and(page.locator(':focus')).waitFor();
    const { y = -1 } = (await row.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(800);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('link', { name: 'Muster 51' }).and(page.locator(':focus')).waitFor();
  });

  test('pages of a list are read without its schema, and name a Sparte that is switched off', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const { id, name } = sparten[0]!;
    expect((await admin.send('PATCH', `/sparten/${id}`, { active: false })).status).toBe(200);
    const page = await tests.signedIn('/customers?sort=name&limit=50');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByRole('link', { name: 'Muster 69' }).waitFor();
    expect(asked.filter((url) => url.includes('/v3/customers') && url.includes('page=2'))).toHaveLength(1);
    expect(asked.filter((url) => url.includes('with_schema'))).toEqual([]);
    await page.goto(`${tests.service.address}/contracts`);
    await page.getByRole('row', { name: /HR-7/ }).getByText(name).waitFor();
    expect((await admin.send('PATCH', `/sparten/${id}`, { active: true })).status).toBe(200);
  });

  test('an end of a range that is no value is refused at its input', async () => {
    const page = await tests.signedIn('/customers');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field').first().fill('Date of birth');
    await page.getByRole('option', { name: 'Date of birth', exact: true }).click();
    await dialog.getByLabel('Comparison').first().click();
    await page.getByRole('option', { name: 'between' }).click();
    const ends = dialog.getByRole('textbox');
    const count = await ends.count();
    await ends.nth(count - 2).fill('quatsch');
    await ends.nth(count - 1).fill('31.12.1985');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Please enter a date, for example').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await ends.nth(count - 2).fill('1.1.1980');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).search))
      .toBe('?geb[gte]=1980-01-01&geb[lte]=1985-12-31');
  });

  test('a list is narrowed to one of several values, and to a period by its name', async () => {
    const page = await tests.signedIn('/contracts');
    const dialog = page.getByRole('dialog');
    const choose = async (field: string, way: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await dialog.getByLabel('Field').first().fill(field);
      await page.getByRole('option', { name: field, exact: true }).click();
      await dialog.getByLabel('Comparison').first().click();
      await page.getByRole('option', { name: way, exact: true }).click();
    };
    await choose('Line of insurance', 'is one of');
    const values = dialog.getByRole('combobox', { name: 'Line of insurance' });
    for (const text of ['Privathaft', 'Hausrat']) {
      await values.fill(text);
      await page
        .getByRole('option', { name: new RegExp(text) })
        .first()
        .click();
    }
    await values.press('Tab');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => decodeURIComponent(new URL(page.url()).search)).toMatch(/^\?sparte\[in\]=\d+,\d+$/);
    await page.getByRole('button', { name: /^Remove filter: Line of insurance: Privathaft.* or .*Hausrat/ }).waitFor();
    await choose('Start', 'in this year');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const year = new Date().getFullYear();
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).search))
      .toContain(`beginn[gte]=${year}-01-01&beginn[lte]=${year}-12-31`);
  });

  test('the premiums of a list are added up, its rows are printed, and a filter suggests stored values', async () => {
    const page = await tests.signedIn('/contracts');
    await page.getByRole('row', { name: /Sum of all pages.*120\.50/ }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field').first().fill('Insurer');
    await page.getByRole('option', { name: 'Insurer', exact: true }).click();
    await dialog.getByLabel('Value').last().fill('hav');
    await page.getByRole('option', { name: 'Havelufer', exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Insurer: Havelufer' }).waitFor();
    await page.goto(`${tests.service.address}/customers?limit=50`);
    await page
      .getByRole('link', { name: /^Muster/ })
      .nth(49)
      .waitFor();
    await page.evaluate(
      'window.print = () => { document.title = "printed " + document.querySelectorAll("tbody tr").length; }; undefined',
    );
    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => page.title()).toBe('printed 60');
  });

  test('the order and widths of columns are those of the user in every browser', async () => {
    const page = await tests.signedIn('/customers');
    const heads = (shown: typeof page) => shown.getByRole('columnheader').allTextContents();
    await page.getByRole('columnheader', { name: 'Town' }).waitFor();
    const [first, second, third, ...others] = await heads(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog');
    const down = dialog.getByRole('button', { name: `Move down: ${second}` });
    await down.click();
    await down.and(page.locator(':focus')).waitFor();
    await dialog.getByLabel(`Width in pixels: ${first}`).fill('300');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => heads(page)).toEqual([first, third, second, ...others]);
    const head = page.getByRole('columnheader').nth(1);
    const box = await head.boundingBox();
    if (!box) throw new Error('no head');
    await page.mouse.move(box.x + box.width - 3, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 57, box.y + 10, { steps: 4 });
    await page.mouse.up();
    const width = Math.round(box.width) + 60;
    await expect.poll(async () => Math.abs(((await head.boundingBox())?.width ?? 0) - width)).toBeLessThan(3);
    const other = await tests.signedIn('/customers');
    await expect.poll(() => heads(other)).toEqual([first, third, second, ...others]);
    await expect.poll(async () => (await other.getByRole('columnheader').first().boundingBox())?.width).toBe(300);
    expect(new URL(other.url()).search).toBe('');
    await other.getByRole('button', { name: 'Columns' }).click();
    await other
      .getByRole('dialog')
      .getByRole('button', { name: `Move up: ${second}` })
      .click();
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => heads(other)).toEqual([first, second, third, ...others]);
    // Without any column a list has the usual ones.
    await other.goto('/customers?view=1');
    await other.getByRole('button', { name: 'Columns' }).click();
    const ticks = other.getByRole('dialog').getByRole('checkbox', { checked: true });
    while (await ticks.count()) await ticks.first().click();
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => heads(other)).toEqual([first, second, third, ...others]);
  });

  test('each file of an upload has its progress, and one is cancelled while the others are stored', async () => {
    const page = await tests.signedIn(`/customers/${kid}/documents`);
    const devtools = await page.context().newCDPSession(page);
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await devtools.send('Network.emulateNetworkConditions', speed);
    const files = ['a', 'b', 'c'].map((name) => ({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(150_000, name),
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('progressbar', { name: 'b.txt' }).waitFor();
    await page.getByRole('button', { name: 'Do not upload: b.txt' }).click();
    await page.getByRole('status').getByText('2 of 3 uploaded').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'b.txt' }).getByText('cancelled').waitFor();
    const api = await tests.organisation.client();
    const names = (await api.get(`/v3/customers/${kid}/documents`)).body.items.map(
      ({ name }: { name: string }) => name,
    );
    expect(names.sort()).toEqual(['a.txt', 'c.txt']);
  });

  test('letters and Enter that follow `/` before the search is loaded reach it', async () => {
    const page = await tests.open('/favicon.svg');
    const { cookie } = await signIn(tests.service.address, tests.organisation.login);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.route('**/assets/overlay-*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.type('/Muster 47');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Muster 47' }).waitFor();
  });

  test.each([
    // Playwright sends no key for letters beyond those of an American keyboard.
    ['n', 'Anruf: will wechseln', 'Was wurde besprochen?', 'Anruf: will wechseln'],
    ['t', 'ein Termin', 'Titel', 'ein Termin'],
    ['e', 'Frau', 'Anrede', 'Frau'],
    ['ck', 'Herr', 'Anrede', 'Herr'],
  ])('letters that follow `%s` before its form is loaded reach it', async (keys, text, label, value) => {
    const page = await tests.signedIn('/customers', { language: 'de' });
    await page.route(/assets\/(activity-form|record-form|page|select)[\w.-]*\.js/, async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await page.goto(`/customers/${kid}`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Bearbeiten' }).waitFor();
    await page.keyboard.type(`${keys}${text}`);
    const field = page.getByLabel(label, { exact: label === 'Anrede' }).first();
    await expect.poll(() => field.inputValue(), { timeout: 20_000 }).toBe(text);
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe(value);
  });

  test('a hit of the search shows no number in place of a name', async () => {
    const page = await tests.signedIn('/');
    await page.keyboard.press('/');
    await page.keyboard.type('HR-7');
    const hit = page.getByRole('group', { name: /^Contracts/ }).getByRole('option', { name: /HR-7/ });
    await hit.waitFor();
    expect(await hit.textContent()).not.toMatch(/No\. \d/);
  });

  test('a contract shows the task that is linked to it on its first page', async () => {
    const api = await tests.organisation.client();
    const task = (await api.post('/v3/activities', { kid, kategorie: 1, titel: 'Anbieter vergleichen' })).body.id;
    const link = { foreign_section: 'contracts', foreign_id: contract };
    expect((await api.post(`/v3/activities/${task}/links`, link)).status).toBe(201);
    const page = await tests.signedIn(`/contracts/${contract}`);
    await page.getByRole('link', { name: 'Anbieter vergleichen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anbieter vergleichen' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: /HR-7/ }).waitFor();
  });

  test('usual words of free texts are English in English, and German in German', async () => {
    const english = await tests.signedIn(`/contracts/${contract}`);
    await english.getByText('yearly').first().waitFor();
    await english.getByText('active', { exact: true }).first().waitFor();
    await english.goto(`${tests.service.address}/customers/${kid}`);
    await english.getByText('Main address').waitFor();
    expect(await english.getByText('Hauptadresse').count()).toBe(0);
    const german = await tests.signedIn(`/contracts/${contract}`, { language: 'de' });
    await german.getByText('jährlich').first().waitFor();
  });

  test('after a file is removed from a new record, Ctrl+Enter still saves', async () => {
    const page = await tests.signedIn(`/damages/new?kid=${kid}`, { language: 'de' });
    await page.getByRole('combobox', { name: 'Schadenart' }).fill('Sturm');
    const files = ['eins.jpg', 'zwei.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(name) }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('button', { name: 'Nicht hochladen: eins.jpg' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Sturm' }).waitFor();
    await page.getByRole('link', { name: 'zwei.jpg' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'eins.jpg' }).count()).toBe(0);
  });
});
