/** Fields, Sparten, relation types, billing companies, tags and users, as an administrator clicks through them. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { askSettings, signIn } from '../support/browser-session.ts';
import type { Client } from '../support/service.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('master data', () => {
  const tests = settingsTests({ plan: { api_requests_per_minute: 1_000_000, licenses: 2 } });
  let api: Client;
  let page: Page;
  beforeAll(async () => {
    api = await tests.organisation.client();
  });
  const open = async (name: string) => {
    page = await tests.signedIn(`/settings/${name}`);
  };

  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** The input that a label names; buttons and switches may bear the word as well. */
  const field = (label: string) => dialog().locator('input').and(dialog().getByLabel(label)).first();
  /** Header and cells of a row. */
  const rowOf = (name: string) => page.getByRole('rowheader', { name, exact: true });
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  const make = async (name: string): Promise<number> => (await api.post('/v3/customers', { name })).body.kid;
  const choose = async (label: string, option: string) => {
    await field(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('a label with bidirectional control characters does not move its neighbours', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const made = { label: 'rechnung \u202Egpj.exe', kind: 'text', group: 'Unterlagen' };
    await admin.send('PUT', '/fields/customers/ind_77', made);
    await open('fields');
    const beside = page.getByRole('row', { name: 'ind_77' }).locator('.mantine-Badge-root', { hasText: 'Unterlagen' });
    const before = page.getByRole('row', { name: 'ind_77' }).getByText('rechnung');
    /** The end of the text, not of its cell. */
    const end = await before.evaluate((cell) => {
      const range = cell.ownerDocument.createRange();
      range.selectNodeContents(cell.firstChild as never);
      return range.getBoundingClientRect().right;
    });
    expect((await beside.boundingBox())?.x).toBeGreaterThanOrEqual(end);
    await admin.send('DELETE', '/fields/customers/ind_77');
  });

  test('a tag is created, changed, and deleted after a question', async () => {
    await open('tags');
    await page.getByText('There are no tags yet. Create one').waitFor();
    await button('Create a tag').click();
    await field('Tag').fill('Wichtig');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await rowOf('Wichtig').waitFor();
    await button('Actions for Wichtig').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await field('Tag').fill('Sehr wichtig');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await rowOf('Sehr wichtig').waitFor();
    expect((await api.get('/v3/system/tags')).body.items).toMatchObject([{ tag: 'Sehr wichtig', freigabe: 1 }]);
    await button('Actions for Sehr wichtig').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no tags yet.').waitFor();
  });

  test('a Sparte is switched off and on', async () => {
    await open('sparten');
    await page.getByLabel('Search Sparten').fill('hausrat');
    const offered = page.getByRole('switch').first();
    await offered.waitFor();
    const before = (await api.get('/v3/system/sparten')).body.total;
    await page.locator('label').filter({ has: offered }).first().click();
    await expect.poll(async () => (await api.get('/v3/system/sparten')).body.total).toBe(before - 1);
    await page.getByText(/0 of 1 active/).waitFor();
    await offered.press('Space');
    await page.getByText(/1 of 1 active/).waitFor();
    await expect.poll(() => offered.and(page.locator(':focus')).count()).toBe(1);
  });

  test('a relation type is found by either side of its pair', async () => {
    await open('relation-types');
    const all = await page.getByRole('row').count();
    await page.getByLabel('Search relation types').fill('schwiegermutter');
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(all / 4);
    await page
      .getByRole('row', { name: /Schwiegermutter .*Schwiegertochter/ })
      .first()
      .waitFor();
    await page.getByLabel('Search relation types').fill('nothing like this');
    await page.getByText('No relation type matches this search.').waitFor();
  });

  test('a pair of relation types is created, used, renamed and removed', async () => {
    await open('relation-types');
    await button('Create a relation type').click();
    await choose('Group', 'Other');
    await field('Name').fill('Nachmieter');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('Please fill this in.').waitFor();
    await field('Reverse').fill('Vormieter');
    await dialog().getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /Nachmieter Own – Vormieter 0/ });
    await row.waitFor();
    const [first, second] = [await make('Eins'), await make('Zwei')];
    const { items } = (await api.get('/v3/system/relations')).body;
    const { id: beziehung } = items.find(({ name }: { name: string }) => name === 'Nachmieter');
    const made = await api.post(`/v3/customers/${first}/relations`, { kid_beziehung: second, beziehung });
    expect(made.status).toBe(201);
    await button('Actions for Vormieter').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await field('Name').fill('Voriger Mieter');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Nachmieter Own – Voriger Mieter 1/ }).waitFor();
    await button('Actions for Nachmieter').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog().getByText('Its reverse “Voriger Mieter” is removed with it.').waitFor();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog()
      .getByText(/still use this relation type/)
      .waitFor();
    await expectUsable(page, 'in use');
    await api.delete(`/v3/customers/${first}/relations/${made.body.id}`);
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await cell('Nachmieter').waitFor({ state: 'detached' });
    expect(await page.getByText('Voriger Mieter').count()).toBe(0);
  });

  test('a billing company is added and renamed, and not removed while in use', async () => {
    await open('billing-companies');
    for (const name of ['Nord GmbH', 'Süd GmbH']) {
      await button('Add a company').click();
      await field('Name of the company').fill(name);
      await dialog().getByRole('button', { name: 'Save' }).click();
      await rowOf(name).waitFor();
    }
    const { kid } = (await api.post('/v3/customers', { name: 'K' })).body;
    expect((await api.post(`/v3/customers/${kid}/contracts`, { gd_abr_firma: 2 })).status).toBe(201);
    await button('Remove: Süd GmbH').click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog()
      .getByText(/billing company/i)
      .last()
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await button('Rename: Süd GmbH').click();
    await field('Name of the company').fill('nord gmbh');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('This company already exists.').waitFor();
    await field('Name of the company').fill('Süd AG');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await rowOf('Süd AG').waitFor();
  });

  test('the limit of billing companies is shown before one more is sent', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const made = (count: number) => Array.from({ length: count }, (_, n) => `Firma ${n}`);
    const put = async (count: number) =>
      expect((await admin.send('PUT', '/billing-companies', { names: made(count) })).status).toBe(200);
    await put(199);
    await open('billing-companies');
    await button('Add a company').click();
    await field('Name of the company').fill('One more');
    await put(200);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('button', { name: 'Overwrite with mine' }).click();
    await dialog().getByText('There cannot be more than 200 companies.').waitFor();
    expect(await field('Name of the company').getAttribute('aria-invalid')).toBe('true');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('There cannot be more than 200 companies.').waitFor();
    expect(await button('Add a company').isDisabled()).toBe(true);
    // The main company is a row too, and only the last row can be removed, on whichever page it is.
    await page.getByText('1 to 50 of 201').waitFor();
    await page.getByRole('searchbox', { name: 'Search in: Billing companies' }).fill('FIRMA 19');
    await page.getByText('11 entries').waitFor();
    expect(await page.getByRole('button', { name: /^Remove: / }).count()).toBe(1);
    await button('Rename: Firma 197').click();
    await field('Name of the company').fill('Firma West');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('10 entries').waitFor();
    const { items } = (await admin.get('/billing-companies')).body;
    expect(items.slice(196, 199)).toMatchObject([{ name: 'Firma 196' }, { name: 'Firma West' }, { name: 'Firma 198' }]);
    await expectUsable(page, 'full');
  });

  test('a field is added, gets another label and a list, and is previewed', async () => {
    await open('fields');
    await button('Add a field').click();
    await field('Label').fill('Kundenwert');
    await choose('Select list', 'Form of address');
    await choose('Kind of value', 'Whole number');
    const list = dialog().locator('input[data-path=list]');
    expect(await list.inputValue()).toBe('');
    await list.click();
    await page.getByRole('option', { name: 'Kind of contact', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: 'Form of address', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose('Kind of value', 'Date');
    await list.waitFor({ state: 'detached' });
    await choose('Kind of value', 'Whole number');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await cell('Kundenwert').waitFor();
    await expect
      .poll(() => page.locator('tr.fresh').evaluate((row) => row.getBoundingClientRect().bottom))
      .toBeLessThan(900);
    expect((await api.post('/v3/customers', { name: 'A', ind_1: 5 })).body.ind_1).toBe(5);
    await button('Rename: name').click();
    await field('Label').fill('Nachname');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await cell('Nachname').waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('row', { name: /ind_1 Kundenwert Number/ }).waitFor();
    await page.getByRole('tab', { name: 'Select lists' }).click();
    await page
      .locator('input')
      .and(page.getByLabel('Select list', { exact: true }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Marital status' }).click();
    await page.getByRole('textbox', { name: 'Display 1' }).fill('Unverheiratet');
    await button('Save').click();
    await page.getByText('Changed').first().waitFor();
    const schema = (await api.get('/v3/customers?with_schema=true')).body;
    expect(schema.select_fields.customers.familienstand[0].display).toBe('Unverheiratet');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await button('Actions for Kundenwert').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog().getByText('1 record has a value of this field.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await cell('Kundenwert').waitFor({ state: 'detached' });
    expect(asked.filter((url) => url.endsWith('/uses'))).toEqual([]);
  });

  test.each([
    1280, 390,
  ])('fields: a new select list has headings above its inputs and is not changed, %i px', async (width) => {
    page = await tests.signedIn('/settings/fields?tab=lists', { width });
    await page.getByLabel('Name of the list').fill(`neu${width}`);
    await button('New select list').click();
    await page.getByRole('textbox', { name: 'Value 1', exact: true }).waitFor();
    expect(await page.getByText('Changed', { exact: true }).count()).toBe(0);
    for (const name of ['Value', 'Display']) {
      const above = await page.locator('main form').getByText(name, { exact: true }).boundingBox();
      const below = await page.getByRole('textbox', { name: `${name} 1`, exact: true }).boundingBox();
      expect(above?.x).toBeCloseTo(below?.x ?? -1, 0);
      expect(above?.width).toBeCloseTo(below?.width ?? -1, 0);
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    }
    await expectUsable(page, 'a new list');
  });

  test('a field has note, group, default and order; the URL has the position, and the page no raw keys', async () => {
    await open('fields?kind=goals');
    for (const label of ['Erstes', 'Zweites']) {
      await button('Add a field').click();
      await field('Label').fill(label);
      await field('Group').fill('Werte');
      await dialog().getByLabel('Note').fill(`Nur ${label}`);
      await dialog().locator('input[data-path=default]').fill('viel');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Nur ${label}`).waitFor();
    }
    await button('Actions for Zweites').click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    const labels = page.getByRole('row').filter({ hasText: 'Nur' });
    await expect.poll(() => labels.first().innerText()).toContain('Zweites');
    const { id } = (await api.post('/v3/goals', { kid: await make('Ziel'), ziel: 1 })).body;
    expect((await api.get(`/v3/goals/${id}`)).body).toMatchObject({ ind_1: 'viel', ind_2: 'viel' });
    await page.getByRole('tab', { name: 'Preview' }).click();
    expect(page.url()).toMatch(/kind=goals&tab=preview$/);
    await page.reload();
    await page.getByRole('row', { name: /ind_2 Zweites Text/ }).waitFor();
    for (const kind of ['customers', 'goals', 'contracts', 'activities', 'users']) {
      for (const tab of ['fields', 'preview', 'lists']) {
        await page.goto(`/settings/fields?kind=${kind}&tab=${tab}`);
        await pageIsThere(page);
        const words = await page.locator('main').innerText();
        expect(
          words.match(/\b(kontaktArt|zielArt|lizenzTyp|aktivitaetStatus|day|label|discard|string|instant)\b/g),
        ).toBeNull();
      }
    }
  });

  test('a field becomes required after its effect is shown; a default reduces the effect', async () => {
    await open('fields?kind=finances');
    const refuses = () => dialog().getByText('programs that create records without this field are refused');
    const filled = () => dialog().getByText('the default is entered');
    const save = () => dialog().getByRole('button', { name: 'Save' }).click();
    const create = async () => (await api.post('/v3/finances', { kid: null })).status;
    await button('Add a field').click();
    await field('Label').fill('Depot');
    expect([await refuses().count(), await filled().count()]).toEqual([0, 0]);
    await dialog().getByRole('switch', { name: 'Required' }).press('Space');
    await refuses().waitFor();
    await expectUsable(page, 'required');
    await dialog().locator('input[data-path=default]').fill('Bank');
    await filled().waitFor();
    await expectUsable(page, 'required with a default');
    await dialog().locator('input[data-path=default]').fill('');
    await refuses().waitFor();
    await save();
    const row = page.getByRole('row', { name: /ind_1 .*Depot ?Required/ });
    await row.waitFor();
    await expectUsable(page, 'a required field');
    expect(await create()).toBe(400);
    await button('Actions for Depot').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const mark = dialog().getByRole('switch', { name: 'Required' });
    expect([await mark.isChecked(), await refuses().count()]).toEqual([true, 0]);
    await mark.press('Space');
    await save();
    await row.waitFor({ state: 'detached' });
    expect(await create()).toBe(201);
  });

  test('a user is invited by link, signs in and is deactivated; the last administrator stays', async () => {
    await open('users');
    await button('Invite a user').click();
    await dialog().locator('input[data-path=name]').fill('Neu');
    await field('E-mail address').fill('neu@example.com');
    const chosen = () =>
      Promise.all(
        ['Role', 'Licence', 'Kind of licence'].map((name) =>
          dialog().getByRole('combobox', { name, exact: true }).inputValue(),
        ),
      );
    expect(await chosen()).toEqual(['Adviser', 'With a licence', 'Full access']);
    await choose('Role', 'Back office');
    expect(await chosen()).toEqual(['Back office', 'With a licence', 'Back office']);
    await expectUsable(page, 'asked for');
    await choose('Role', 'Adviser');
    await choose('Licence', 'Without a licence');
    expect(await chosen()).toEqual(['Adviser', 'Without a licence', '']);
    await dialog().getByRole('button', { name: 'Invite a user' }).click();
    const link = await field('Link').inputValue();
    await page.getByText('It was not sent by e-mail').waitFor();
    await expectUsable(page, 'link');
    // The link is shown once: only its own button closes the dialog.
    await expect.poll(() => field('Link').evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    expect(await field('Link').inputValue()).toBe(link);
    const login = { email: 'neu@example.com', password: 'ein langes Passwort' };
    const accept = `/invitations/${link.split('/').at(-1)}`;
    const ask = (path: string, body: unknown) => askSettings(tests.service.address, 'POST', path, body);
    expect((await ask(accept, { password: login.password })).status).toBe(200);
    expect((await ask('/session', login)).status).toBe(200);
    await dialog().getByRole('button', { name: 'I have passed the link on' }).click();
    await dialog().waitFor({ state: 'detached' });
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const users = (await admin.get('/users')).body.items as { kid: number; email: string; lizenz: boolean }[];
    const made = users.find(({ email }) => email === login.email);
    expect(made?.lizenz).toBe(false);
    const scopes = ['v3:customers:read'];
    const { token } = (await admin.send('POST', '/tokens', { name: 'Webseite', user_kid: made?.kid, scopes })).body;
    await button('Actions for Neu').click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await dialog().getByText('1 token goes on acting for the user:').waitFor();
    await dialog().getByRole('list', { name: 'Tokens of the user' }).getByText('Webseite').waitFor();
    await dialog().getByRole('checkbox', { name: 'Revoke this token as well' }).check();
    await expectUsable(page, 'tokens go on');
    await dialog().getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Inactive').waitFor();
    expect((await ask('/session', login)).status).toBe(401);
    const authorization = `Bearer ${token}`;
    expect((await tests.service.ask('GET', '/v3/customers', { authorization })).status).toBe(401);
    await button('Actions for Administrator').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await choose('Role', 'Back office');
    await dialog()
      .getByText(/^This is you: with another role/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await button('Actions for Administrator').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog()
      .getByText(/^This is you: you sign yourself out/)
      .waitFor();
    await expectUsable(page, 'on oneself');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('alert').getByText('At least one person has to be able to administer').waitFor();
  });

  test('a user without a name is shown by e-mail address, to the inviting and the invited user', async () => {
    const email = 'namenlos@example.com';
    await open('users');
    await button('Invite a user').click();
    await field('E-mail address').fill(email);
    await choose('Role', 'Adviser');
    await choose('Licence', 'Without a licence');
    await dialog().getByRole('button', { name: 'Invite a user' }).click();
    await dialog()
      .getByRole('heading', { name: `One-time link for ${email}` })
      .waitFor();
    const link = await field('Link').inputValue();
    await dialog().getByRole('button', { name: 'I have passed the link on' }).click();
    const invited = await tests.open(new URL(link).pathname);
    await invited.getByText(`Welcome, ${email}!`).waitFor();
    await expectUsable(invited, 'invited without a name');
  });
});
