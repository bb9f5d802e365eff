/** Forms filled in wrongly, in German: each says what is wrong, at the field that is wrong. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

interface Case {
  readonly what: string;
  readonly page: string;
  /** The button that opens the form. */
  readonly open: string;
  readonly fill: Readonly<Record<string, string>>;
  /** Options to select in its lists. */
  readonly choose?: Readonly<Record<string, string>>;
  /** A box to tick. */
  readonly tick?: string;
  readonly submit: string;
  /** The field that is wrong, and what it says. */
  readonly field: string;
  readonly says: string;
}

const MISSING = 'Bitte ausfüllen.';
const tag = { page: 'tags', open: 'Tag anlegen', submit: 'Anlegen', field: 'Tag' };
const company = {
  page: 'billing-companies',
  open: 'Firma hinzufügen',
  submit: 'Speichern',
  field: 'Name der Firma',
};
const field = { page: 'fields', open: 'Feld hinzufügen', submit: 'Speichern' };
const user = { page: 'users', open: 'Benutzer einladen', submit: 'Benutzer einladen', field: 'E-Mail-Adresse' };
const token = { page: 'tokens', open: 'Token anlegen', submit: 'Anlegen' };
const webhook = { page: 'webhooks', open: 'Webhook anlegen', submit: 'Anlegen', field: 'Ziel-URL' };

const CASES: readonly Case[] = [
  { what: 'no tag', ...tag, fill: {}, says: MISSING },
  { what: 'a tag again', ...tag, fill: { Tag: ' vip ' }, says: 'Diesen Tag gibt es schon.' },
  { what: 'no company', ...company, fill: {}, says: MISSING },
  { what: 'a company again', ...company, fill: { 'Name der Firma': 'Nord' }, says: 'Diese Firma gibt es schon.' },
  { what: 'no label', ...field, fill: {}, field: 'Bezeichnung', says: MISSING },
  { what: 'another name', ...field, fill: { Name: 'wert' }, field: 'Name', says: 'zum Beispiel ind_1.' },
  { what: 'a field again', ...field, fill: { Name: 'ind_7' }, field: 'Name', says: 'Dieses Feld gibt es schon.' },
  { what: 'no address', ...user, fill: {}, says: 'Bitte geben Sie eine E-Mail-Adresse an.' },
  { what: 'half an address', ...user, fill: { 'E-Mail-Adresse': 'ida' }, says: 'Bitte geben Sie eine' },
  {
    what: 'an address again',
    ...user,
    fill: { 'E-Mail-Adresse': 'da@example.com' },
    choose: { Rolle: 'Berater', Lizenz: 'Ohne Lizenz' },
    says: 'Diese E-Mail-Adresse ist bereits vergeben.',
  },
  { what: 'a token without a name', ...token, fill: {}, field: 'Name', says: MISSING },
  {
    what: 'a token for nowhere',
    ...token,
    fill: { Name: 'A', 'Erlaubte IP-Adressen': '192.0.2.7,nirgends,' },
    tick: 'Kunden: Lesen',
    field: 'Erlaubte IP-Adressen',
    says: '„nirgends“ ist weder eine IP-Adresse noch ein Netz',
  },
  { what: 'no target', ...webhook, fill: {}, says: MISSING },
  { what: 'no URL', ...webhook, fill: { 'Ziel-URL': 'example.com' }, says: 'geben Sie eine ganze Adresse an' },
  {
    what: 'an address that is not public',
    ...webhook,
    fill: { 'Ziel-URL': 'http://10.0.0.1/hook' },
    says: 'Sie ist nicht öffentlich.',
  },
  {
    what: 'no web address',
    ...webhook,
    fill: { 'Ziel-URL': 'ftp://example.com' },
    says: 'geben Sie eine ganze Adresse an',
  },
];

describe.runIf(hasBrowser)('wrong input', () => {
  const tests = settingsTests();
  beforeAll(async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    await admin.send('POST', '/tags', { tag: 'VIP', freigabe: 1 });
    await admin.send('PUT', '/billing-companies', { names: ['Nord'] });
    await admin.send('PUT', '/fields/customers/ind_7', { label: 'Wert', kind: 'int' });
    await admin.send('POST', '/users', { email: 'da@example.com', name: 'Da', rolle: 'berater', lizenz: false });
  });

  const input = (page: Page, label: string) =>
    page.getByRole('dialog').locator('input:not([type=hidden])').and(page.getByLabel(label)).first();

  /** The text that assistive technology reads at an invalid input. */
  const saidAt = (page: Page, label: string): Promise<string> =>
    input(page, label).evaluate((element) => {
      if (element.getAttribute('aria-invalid') !== 'true') return 'nothing is wrong';
      const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
      return ids.map((id: string) => element.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
    });

  const openForm = async (
    page: Page,
    { open, fill, choose = {}, tick }: Pick<Case, 'open' | 'fill' | 'choose' | 'tick'>,
  ) => {
    await page.getByRole('button', { name: open, exact: true }).click();
    if (tick) await page.getByLabel(tick).check();
    for (const [label, text] of Object.entries(fill)) await input(page, label).fill(text);
    for (const [label, option] of Object.entries(choose)) {
      await input(page, label).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
  };
  const submit = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  test('is shown at its field', async () => {
    const page = await tests.signedIn('/settings', { language: 'de' });
    for (const one of CASES) {
      if (page.url().endsWith(one.page)) await submit(page, 'Abbrechen');
      else await page.goto(`/settings/${one.page}`);
      await openForm(page, one);
      await submit(page, one.submit);
      await expect.poll(() => saidAt(page, one.field), { message: one.what }).toContain(one.says);
      const focused = input(page, one.field).and(page.locator(':focus'));
      await expect.poll(() => focused.count(), { message: one.what }).toBe(1);
    }
    await expectUsable(page, 'refused');
  });

  test('a list entry that is no number, repeated or without a display, and an invalid list name, are refused', async () => {
    const page = await tests.signedIn('/settings/fields', { language: 'de' });
    await page.getByRole('tab', { name: 'Auswahllisten' }).click();
    await page.getByLabel('Name der Liste').fill('Mit Leerzeichen');
    await page.getByText('Der Name muss ein Wort sein').waitFor();
    expect(await page.getByRole('button', { name: 'Neue Auswahlliste' }).isDisabled()).toBe(true);
    await page.getByLabel('Name der Liste').fill('kontaktArt');
    await page.getByText('Diese Liste gibt es schon.').waitFor();
    await page.getByRole('combobox', { name: 'Auswahlliste' }).click();
    await page.getByRole('option', { name: 'Kontaktart', exact: true }).click();
    const value = page.getByRole('textbox', { name: 'Wert 1', exact: true });
    const other = await page.getByRole('textbox', { name: 'Wert 2', exact: true }).inputValue();
    for (const [text, says] of [
      ['', 'Bitte geben Sie eine Zahl an.'],
      ['eins', 'Bitte geben Sie eine Zahl an.'],
      [other, 'Dieser Wert kommt zweimal vor.'],
    ] as const) {
      await value.fill(text);
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText(says).first().waitFor();
      expect(await value.getAttribute('aria-invalid')).toBe('true');
    }
    await page.getByRole('textbox', { name: 'Anzeige 2', exact: true }).fill(' ');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText(MISSING).waitFor();
    await expectUsable(page, 'list');
  });

  test('a lost response is reported as an unknown result', async () => {
    const page = await tests.signedIn('/settings/tags', { language: 'de' });
    await page.route('**/settings/api/tags', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await openForm(page, { open: 'Tag anlegen', fill: { Tag: 'Verloren' } });
    await submit(page, 'Anlegen');
    await page.getByRole('dialog').getByRole('alert').getByText('Vielleicht ist trotzdem gespeichert worden').waitFor();
    await submit(page, 'Abbrechen');
    await page.reload();
    await page.getByRole('rowheader', { name: 'Verloren', exact: true }).waitFor();
    // Reads may be repeated.
    await page.route('**/settings/api/tags?*', (route) => route.abort());
    await page.reload();
    const told = page.getByRole('alert').getByText('Der Dienst ist nicht erreichbar.');
    await told.waitFor();
    expect(await told.innerText()).not.toContain('gespeichert');
  });

  test('a truncated response and one of a proxy are reported as failed', async () => {
    const page = await tests.signedIn('/settings/tags', { language: 'de' });
    await page.route('**/settings/api/tags', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' })
        : route.continue(),
    );
    await openForm(page, { open: 'Tag anlegen', fill: { Tag: 'Halb' } });
    await submit(page, 'Anlegen');
    await page.getByRole('dialog').getByRole('alert').getByText('Vielleicht ist trotzdem gespeichert worden').waitFor();
    await submit(page, 'Abbrechen');
    await page.route('**/settings/api/tags?*', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"items":[{"id":1,"tag":"Ha' }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('Der Dienst ist nicht erreichbar.').waitFor();
    await expectUsable(page, 'broken off');
  });

  test.each([
    { status: 429, said: 'Zu viele Anfragen in kurzer Zeit.' },
    { status: 413, said: 'Die Eingabe ist zu groß.' },
  ])('what a proxy refuses by itself is called what it is: $status', async ({ status, said }) => {
    const page = await tests.signedIn('/settings/tags', { language: 'de' });
    await page.route('**/settings/api/tags', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx</h1>' }),
    );
    await openForm(page, { open: 'Tag anlegen', fill: { Tag: 'Zu viel' } });
    await submit(page, 'Anlegen');
    await page.getByRole('dialog').getByRole('alert').getByText(said).waitFor();
    expect(await input(page, 'Tag').inputValue()).toBe('Zu viel');
  });

  test.each([
    ['a redirect', { status: 302, headers: { location: '/openapi/v3.json' } }, 'sondern etwas auf dem Weg zu ihm'],
    ['a login', { status: 401, headers: { 'www-authenticate': 'Negotiate' } }, 'sondern etwas auf dem Weg zu ihm'],
    ['a success', { json: {} }, 'Vielleicht ist trotzdem gespeichert worden'],
  ] as const)('what stands between page and service is not taken for it: %s', async (what, answer, said) => {
    const page = await tests.signedIn('/settings/organisation', { language: 'de' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill(what);
    await page.route('**/settings/api/**', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Speichern' }).first().click();
    await page.getByRole('alert').getByText(said).waitFor();
    expect(await name.inputValue()).toBe(what);
    await page.unroute('**/settings/api/**');
    await page.getByRole('button', { name: 'Speichern' }).first().click();
    await page.getByRole('alert').getByText('Gespeichert.').waitFor();
  });

  test('a response of an older version of the service during an upgrade is accepted', async () => {
    const page = await tests.signedIn('/settings/organisation', { language: 'de' });
    await page.route('**/settings/api/**', async (route) => {
      const response = await route.fetch();
      const { 'x-signed-in': _since, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Von früher');
    await page.getByRole('button', { name: 'Speichern' }).first().click();
    await page.getByRole('alert').getByText('Gespeichert.').waitFor();
  });

  test('a captive portal does not sign the user out', async () => {
    const page = await tests.open('/favicon.svg', { language: 'de' });
    const { cookie } = await signIn(tests.service.address, tests.organisation.login);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    await page.route('**/settings/api/**', (route) => route.fulfill({ json: {} }));
    await page.goto('/settings/tags');
    await page.getByRole('alert').getByText('Der Dienst ist nicht erreichbar.').waitFor();
    expect(await page.getByLabel('Passwort').count()).toBe(0);
  });

  test('an unreachable service is reported at the form in use', async () => {
    const page = await tests.signedIn('/settings/tags', { language: 'de' });
    await openForm(page, { open: 'Tag anlegen', fill: { Tag: 'Neu' } });
    await page.context().setOffline(true);
    await submit(page, 'Anlegen');
    await page.getByRole('dialog').getByRole('alert').getByText('Der Dienst ist nicht erreichbar.').waitFor();
    expect(await input(page, 'Tag').inputValue()).toBe('Neu');
    await page.context().setOffline(false);
    await submit(page, 'Anlegen');
    await page.getByRole('rowheader', { name: 'Neu', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Aktionen für Neu' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await page.context().setOffline(true);
    await submit(page, 'Löschen');
    await page.getByRole('dialog').getByRole('alert').getByText('Der Dienst ist nicht erreichbar.').waitFor();
    await expectUsable(page, 'offline');
  });

  test('a second click before the first one is drawn is ignored', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    await admin.send('POST', '/tags', { tag: 'Zweimal', freigabe: 1 });
    const page = await tests.signedIn('/settings/sparten', { language: 'de' });
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()));
    const twice = (control: Locator) =>
      control.evaluate((one: { click: () => void }) => {
        one.click();
        one.click();
      });
    const offered = page.getByRole('switch').first();
    const before = await offered.isChecked();
    await twice(offered);
    await expect.poll(async () => (await offered.isEnabled()) && (await offered.isChecked())).toBe(!before);
    await page.goto('/settings/tags');
    await openForm(page, { open: 'Tag anlegen', fill: { Tag: ' zweimal ' } });
    await twice(page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }));
    await expect.poll(() => saidAt(page, 'Tag')).toContain('Diesen Tag gibt es schon.');
    await expect.poll(() => input(page, 'Tag').and(page.locator(':focus')).count()).toBe(1);
    await input(page, 'Tag').fill('Einmal');
    await twice(page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }));
    await page.getByRole('rowheader', { name: 'Einmal', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Aktionen für Zweimal' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await twice(page.getByRole('dialog').getByRole('button', { name: 'Löschen' }));
    await page.getByRole('alert').getByText('Gelöscht.').waitFor();
    expect(sent).toEqual(['PATCH', 'POST', 'DELETE']);
  });
});
