/** My day: the work that is due, appointments, the inbox, a task that is completed and reopened, a task for a deadline, and the page of deadlines. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { sparten } from '../../src/model/seed/sparten.ts';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { newPerson } from '../support/people.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

/** A day of the clock of the browser, some days from today. */
const day = (by: number): string => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
const ending = sparten.find((one) => !one.auto_verlaengerung);

describe.runIf(hasBrowser)('my day', () => {
  const tests = settingsTests();
  let kid = 0;
  let contract = 0;
  beforeAll(async () => {
    const api = await tests.organisation.client();
    const betreuer = tests.organisation.adminKid;
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster', betreuer })).body.kid;
    await api.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert: '+49 171 39200 21' });
    const born = `1980${day(2).slice(4)}`;
    await api.post('/v3/customers', { vorname: 'Gerda', name: 'Sommer', betreuer, geb: born });
    for (const [titel, start] of [
      ['Kündigung bestätigen', `${day(-3)} 09:00:00`],
      ['Zählerstand nachfragen', `${day(0)} 10:00:00`],
    ])
      await api.post('/v3/activities', { kategorie: 'aufgabe', kid, titel, start, verantwortlich: betreuer });
    for (let number = 1; number <= 8; number += 1)
      await api.post('/v3/damages', { kid, art: 'Sturm', nummer: `S-${number}`, datum_schaden: day(-20 - number) });
    const fields = { kid, sparte: ending?.id, nummer: 'HR-7', gesellschaft: 'Havelufer', ablauf: day(5) };
    contract = (await api.post('/v3/contracts', fields)).body.id;
  });

  const region = (page: Page, name: string) => page.getByRole('region', { name });

  test('shows the due work; each number equals the total of the linked list', async () => {
    const page = await tests.signedIn('/');
    await region(page, 'Tasks').getByText('3 days overdue').waitFor();
    expect(
      await region(page, 'Tasks').getByRole('link', { name: '+49 171 39200 21' }).first().getAttribute('href'),
    ).toBe('tel:+491713920021');
    await region(page, 'Birthdays in the next 7 days')
      .getByText(/turns \d\d$/)
      .waitFor();
    await region(page, 'Claims open for more than 14 days').getByText('Show 1 more').waitFor();
    const heads = page.locator('.day-head').filter({ hasNotText: 'Inbox' });
    for (let place = 0; place < 4; place += 1) {
      const total = (await heads.nth(place).locator('.count').textContent())?.match(/\d+/)?.[0];
      await heads.nth(place).click();
      await page
        .getByRole('status')
        .getByText(new RegExp(`^${total} entr`))
        .waitFor();
      await page.goBack();
      await heads.nth(3).waitFor();
    }
    const { total } = (
      await (await tests.organisation.client()).get(`/v3/agenda?betreuer=${tests.organisation.adminKid}`)
    ).body.deadlines;
    expect(total).toBeGreaterThan(0);
    await page.getByRole('link', { name: new RegExp(`^Deadlines.*, ${total}$`) }).waitFor();
  });

  test('appointments of the day and the inbox have a block; their numbers are those of the pages behind them', async () => {
    const api = await tests.organisation.client();
    const verantwortlich = tests.organisation.adminKid;
    for (const [titel, start, ende] of [
      ['Jahresgespräch', `${day(2)} 14:00:00`, `${day(2)} 15:30:00`],
      ['Messe', `${day(2)} 00:00:00`, null],
      ['Morgen', `${day(3)} 09:00:00`, null],
    ])
      await api.post('/v3/activities', { kategorie: 'termin', kid, titel, start, ende, verantwortlich });
    for (const given of [{ kid }, {}])
      await api.post('/v3/inbox/documents', { name: 'Foto', extension: 'txt', base64: 'QQ==', ...given });
    const page = await tests.signedIn(`/?from=${day(2)}`);
    const appointments = region(page, 'Appointments');
    await appointments.getByText(/2:00.+3:30/).waitFor();
    expect(await appointments.getByRole('listitem').allInnerTexts()).toMatchObject([
      expect.stringContaining('all day'),
      expect.stringContaining('Jahresgespräch'),
    ]);
    await region(page, 'Inbox').getByText('1 of them with a suggestion').waitFor();
    await expectUsable(page, 'appointments and inbox');
    await appointments.locator('.day-head', { hasText: /Appointments.*2/ }).click();
    await page
      .getByRole('status')
      .getByText(/^2 entries/)
      .waitFor();
    await page.goBack();
    await region(page, 'Inbox')
      .locator('.day-head', { hasText: /Inbox.*2/ })
      .waitFor();
    await region(page, 'Inbox').getByRole('link', { name: 'Go through them' }).click();
    await page.getByText('1 of 2').waitFor();
  });

  test('a task is completed with a key and reopened', async () => {
    const api = await tests.organisation.client();
    const page = await tests.signedIn('/');
    const done = page.getByRole('checkbox', { name: 'Done: Kündigung bestätigen' });
    await done.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('link', { name: 'Kündigung bestätigen' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('d');
    await expect.poll(() => done.isChecked()).toBe(true);
    await page.locator('.day-head', { hasText: /Tasks.*1/ }).waitFor();
    const open = async () => (await api.get(`/v3/activities?kategorie=1&status=0&kid=${kid}`)).body.total;
    await expect.poll(open).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => done.isChecked()).toBe(false);
    await expect.poll(open).toBe(2);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('link', { name: 'Zählerstand nachfragen' }).and(page.locator(':focus')).waitFor();
  });

  test('tasks are put off by a key: My day, a list, ticked ones, the task itself; each change has its way back', async () => {
    const api = await tests.organisation.client();
    const verantwortlich = tests.organisation.adminKid;
    const late = (await api.post('/v3/customers', { name: 'Spät' })).body.kid;
    const make = async (titel: string, start: string, kategorie = 'aufgabe'): Promise<number> =>
      (await api.post('/v3/activities', { kategorie, kid: late, titel, start, verantwortlich })).body.id;
    const [one, two, three] = [
      await make('Später eins', `${day(0)} 11:30:00`),
      await make('Später zwei', `${day(-1)} 09:15:00`),
      await make('Später drei', `${day(-1)} 09:15:00`),
    ];
    const note = await make('Später Notiz', `${day(-1)} 09:15:00`, 'notiz');
    const startOf = async (id: number): Promise<string> => (await api.get(`/v3/activities/${id}`)).body.start;
    const page = await tests.signedIn('/');
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Später eins' }).focus();
    // Typed at once, as a day that is no weekend in words.
    await page.keyboard.press('w');
    await page.keyboard.type('+7');
    await dialog.getByRole('textbox', { name: /^New day/ }).waitFor();
    await expectUsable(page, 'postpone');
    await page.keyboard.press('Enter');
    await page.getByText(/“Später eins” postponed to/).waitFor();
    await expect.poll(() => startOf(one)).toBe(`${day(7)} 11:30:00`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => startOf(one)).toBe(`${day(0)} 11:30:00`);
    await page.goto(`/activities/${one}`);
    await page.getByRole('button', { name: 'Postpone' }).waitFor();
    await page.keyboard.press('w');
    const month = dialog.getByRole('button', { name: /^First of next month/ });
    await month.click();
    await expect.poll(() => startOf(one)).toMatch(/^\d{4}-\d\d-0[1-4] 11:30:00$/);
    await page.goto(`/activities?kid=${late}&sort=id`);
    await page.getByRole('link', { name: 'Später zwei' }).focus();
    await page.keyboard.press('w');
    await dialog.getByRole('textbox').fill('1.2.2027');
    await page.keyboard.press('Enter');
    await expect.poll(() => startOf(two)).toBe('2027-02-01 09:15:00');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.keyboard.press('w');
    await dialog.getByRole('textbox', { name: /^New day/ }).fill('7.2.2027');
    await dialog.getByText(/is no working day: Sunday/).waitFor();
    await dialog.getByRole('button', { name: /^Take / }).click();
    await page.keyboard.press('Enter');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByText('3 changed.').waitFor();
    const times = ['11:30', '09:15', '09:15'].map((time) => `2027-02-08 ${time}:00`);
    expect(await Promise.all([one, two, three].map(startOf))).toEqual(times);
    expect(await startOf(note)).toBe(`${day(-1)} 09:15:00`);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText(/^3 reverted/).waitFor();
    expect(await startOf(two)).toBe('2027-02-01 09:15:00');
    for (const id of [one, two, three, note]) await api.delete(`/v3/activities/${id}`);
  });

  test('a task for a deadline takes two clicks', async () => {
    const page = await tests.signedIn('/');
    const group = region(page, 'Contracts to act on');
    await group.getByRole('button', { name: /^Create task: .*HR-7/ }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toMatch(/HR-7: ends on /);
    await expectUsable(page, 'task of a deadline');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await group.getByRole('link', { name: /Task on / }).click();
    await page.getByRole('heading', { level: 1, name: /HR-7: ends on / }).waitFor();
    const links = (await (await tests.organisation.client()).get(`/v3/contracts/${contract}/links`)).body;
    expect(links.total).toBe(1);
  });

  test('a task after the deadline is said in red, and the button stays: my day, deadlines, contract', async () => {
    const api = await tests.organisation.client();
    const fields = { kid, sparte: ending?.id, nummer: 'HR-8', ablauf: day(4) };
    const { id } = (await api.post('/v3/contracts', fields)).body;
    const late = { kategorie: 'aufgabe', kid, titel: 'Zu spät', start: `${day(5)} 08:00:00` };
    const task = (await api.post('/v3/activities', late)).body.id;
    await api.post(`/v3/contracts/${id}/links`, { foreign_section: 'activities', foreign_id: task });
    const page = await tests.signedIn('/');
    for (const address of ['/', '/contracts/deadlines', `/contracts/${id}`]) {
      await page.goto(address);
      await page.getByRole('link', { name: 'Task only after the deadline' }).waitFor();
      const button = page.getByRole('button', { name: /^Create task: .*HR-8/ });
      await button.waitFor();
      // The button is not cut off by its cell.
      const cell = page.locator('td').filter({ has: button });
      const [outer, inner] = [(await cell.count()) ? await cell.boundingBox() : null, await button.boundingBox()];
      if (outer && inner) expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
      await expectUsable(page, `late task, ${address}`);
    }
    await page.getByRole('button', { name: /^Create task: .*HR-8/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: /^✓ Task on / }).waitFor();
  });

  test('deadlines of a month, an insurer, a Sparte: in red when near, as a file, a task for each ticked one', async () => {
    const api = await tests.organisation.client();
    const betreuer = tests.organisation.adminKid;
    const elbe = (await api.post('/v3/customers', { name: 'Elbe', betreuer })).body.kid;
    const of = { kid: elbe, sparte: ending?.id, gesellschaft: 'Elbtal', beitrag: '120.00' };
    for (const [nummer, ablauf] of [
      ['EL-1', day(6)],
      ['EL-2', day(40)],
      ['EL-3', day(41)],
    ])
      await api.post('/v3/contracts', { ...of, nummer, ablauf });
    const page = await tests.signedIn('/contracts/deadlines');
    const rows = page.locator('table.records tbody tr');
    await page.getByRole('combobox', { name: 'Insurer' }).fill('elb');
    await page.keyboard.press('Enter');
    await page.waitForURL(/gesellschaft=Elbtal/);
    await page.getByText('3 entries').waitFor();
    await rows.filter({ hasText: 'EL-1' }).getByText('6 days left').waitFor();
    expect(await rows.filter({ hasText: 'EL-2' }).getByText(/left$/).count()).toBe(0);
    const cells = await rows.first().innerText();
    expect(cells).toContain('€120.00');
    expect(cells).toContain('Elbtal');
    await expectUsable(page, 'filtered deadlines');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(4);
    expect(text).toContain('Elbtal;120,00;');
    const excel = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as an Excel file' }).click();
    const [head, first] = await readSheet(await (await excel).path());
    expect(head?.slice(2, 5)).toEqual(['Deadline', 'Kind of deadline', 'Task']);
    expect(first?.slice(2, 7)).toEqual([new Date(day(6)), 'End', null, 'Elbtal', 120]);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Create 3 tasks' }).click();
    const links = page.getByRole('link', { name: /^✓ Task on/ });
    await expect.poll(() => links.count()).toBe(3);
    await page.getByText('3 tasks created, each for the adviser.').waitFor();
    expect(await rows.first().getByText(/left$/).count()).toBe(0);
    const tasks = (await api.get(`/v3/activities?kid=${elbe}`)).body.items;
    expect(tasks).toHaveLength(3);
    for (const { start, verantwortlich } of tasks) {
      expect(verantwortlich).toBe(betreuer);
      if (String(start) > day(7)) expect([0, 6]).not.toContain(new Date(`${String(start).slice(0, 10)}`).getUTCDay());
    }
    await page.keyboard.press('Control+z');
    await expect.poll(() => links.count()).toBe(0);
    const month = page.getByRole('combobox', { name: 'Month' });
    await month.click();
    await page.getByRole('option').nth(5).click();
    await page.getByText('No deadline needs work now.').waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toMatch(/^\d{4}-\d\d-(28|29|30|31)$/);
  });

  test('a chosen adviser and day are in the URL', async () => {
    const page = await tests.signedIn(`/?from=${day(-1)}&betreuer=alle`);
    await page.getByText('2 days overdue').waitFor();
    expect(await page.getByRole('combobox', { name: 'For' }).inputValue()).toBe('Everyone');
    await page.getByRole('button', { name: 'Day after' }).click();
    await page.getByText('3 days overdue').waitFor();
    expect(new URL(page.url()).search).toBe('?betreuer=alle');
  });

  test('a user who may only read sees the work of everyone, and no way to change it', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, 'lesend@example.com', 'lesend');
    const { cookie } = await person.signIn();
    const page = await tests.open('/favicon.svg');
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.goto('/');
    await region(page, 'Tasks').getByRole('link', { name: 'Zählerstand nachfragen' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Create task/ }).count()).toBe(0);
    expect(await region(page, 'Inbox').count()).toBe(0);
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const page = await tests.signedIn('/', { language });
    for (const address of ['/', '/?from=2001-01-01&betreuer=999', '/contracts/deadlines?from=2020-01-01']) {
      await page.goto(address);
      await pageIsThere(page);
      for (const [colorScheme, width] of LOOKS[language]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await expectUsable(page, `${address}, ${language}, ${colorScheme}, ${width}`);
      }
    }
  });
});
