/** Templates with placeholders (rules 9.28). */
import { beforeAll, describe, expect, test } from 'vitest';
import seed from '../../src/model/seed/templates.json' with { type: 'json' };
import { refusal, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('messageword');
const PATH = '/v3/system/templates';
let at: { customer: number; contract: number; damage: number; partner: number; adviser: number };

const post = async (path: string, body: object): Promise<number> => {
  const made = await fixture.client.post(path, body);
  if (made.status !== 201) throw new Error(`${path}: ${made.text}`);
  return made.body.id;
};

beforeAll(async () => {
  const adviser = await post('/v3/users', {
    ...{ vorname: 'Jonas', name: 'Keller', email: 'jonas@example.com' },
    signatur: 'Beste Grüße\nJonas Keller',
  });
  await post(`/v3/users/${adviser}/contacts`, { art: 'Telefon', wert: '+49 30 23125 1' });
  const name = { anrede: 'Frau', titel: 'Dr.', vorname: 'Eva', name: '{{ heute }} & Co', geb: '1980-02-01' };
  const customer = await post('/v3/customers', { ...name, betreuer: adviser });
  const home = { strasse: 'Hauptweg 1', plz: '10115', ort: 'Berlin' };
  await post(`/v3/customers/${customer}/addresses`, { ...home, art: 0 });
  await post(`/v3/customers/${customer}/addresses`, { ...home, strasse: 'Postfach 7', art: 1 });
  const partner = await post('/v3/products', { name: 'Muster AG', anrede: 'Firma' });
  const terms = { sparte: 'hausrat', nummer: 'V-1', beitrag: '1234567.5', beginn: '2026-12-31', gd_abr_firma: 0 };
  const contract = await post('/v3/contracts', { ...terms, kid: customer, gesellschaft_kid: partner });
  const damage = await post('/v3/damages', { vertrag: contract, art: 'Sturm/Hagel', draft: 1 });
  at = { customer, contract, damage, partner, adviser };
});

const template = (values: object) => ({ section: 'customers', kind: 'letter', name: 'Vorlage', text: 'x', ...values });
const preview = async (section: string, id: number, text: string, subject?: string) => {
  const made = await post(PATH, template({ section, text, ...(subject ? { subject } : {}) }));
  const shown = await fixture.client.post(`${PATH}/${made}/preview`, { section, id });
  return shown.status === 200 ? shown.body : refusal(shown);
};

test('placeholders have the values of the record and of those that it names, as people write them', async () => {
  const text = [
    '{{ kunde.anschrift }}|{{kunde.briefanrede}}|{{ kunde.geb }}|{{ kunde.betreuer }}|{{ kunde.kontakt_art }}',
    '{{ vertrag.beitrag }}|{{ vertrag.beginn }}|{{ vertrag.sparte }}|{{ vertrag.gd_abr_firma }}|{{ vertrag.ablauf }}',
    '{{ schaden.art }}|{{ schaden.draft }}|{{ gesellschaft.name }}|{{ gesellschaft.anschrift }}',
    '{{ betreuer.name }}|{{ betreuer.telefon }}|{{ betreuer.email }}|{{ betreuer.signatur }}|{{ firma.name }}',
  ].join('\n');
  const subject = 'Für {{ kunde.anschrift }}';
  const organisation = (await fixture.client.get('/v3/contracts?with_schema=true')).body.select_fields.abrFirma[0];
  expect(await preview('damages', at.damage, text, subject)).toEqual({
    subject: 'Für Frau Dr. Eva {{ heute }} & Co Postfach 7 10115 Berlin',
    text: [
      'Frau\nDr. Eva {{ heute }} & Co\nPostfach 7\n10115 Berlin|Sehr geehrte Frau Dr. {{ heute }} & Co|01.02.1980|Jonas Keller|Kunde',
      `1.234.567,50 €|31.12.2026|Hausratversicherung|${organisation.display}|`,
      'Sturm/Hagel|ja|Muster AG|',
      `Jonas Keller|+49 30 23125 1|jonas@example.com|Beste Grüße\nJonas Keller|${organisation.display}`,
    ].join('\n'),
    empty: ['vertrag.ablauf', 'gesellschaft.anschrift'],
  });
  const today = new Date().toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'medium' });
  expect((await preview('products', at.partner, '{{ heute }}')).text).toBe(today);
  const loose = await post('/v3/contracts', { kid: at.customer, gesellschaft: 'Freie Assekuranz' });
  expect((await preview('contracts', loose, '{{ gesellschaft.name }}')).text).toBe('Freie Assekuranz');
});

describe('a text is refused', () => {
  test.each([
    ['{{ kunde.nachname }}', 'did you mean {{ kunde.name }}'],
    ['{{ vertrag.nummer }}', 'section=customers lists them'],
    ['{{#kunde}}x{{/kunde}}', '"{{#kunde}}'],
    ['{{> teil }}', '{{> teil }}'],
    ['{{{ kunde.name }}}', 'is no placeholder'],
    ['{{& kunde.name }}', 'is no placeholder'],
    ['Hallo {{ kunde.name }', '{{ kunde.name }'],
    ['Hallo }}', '}}'],
    ['{{ kunde.constructor }}', 'does not exist'],
  ])('with %s, and the answer says why', async (text, why) => {
    const made = await fixture.client.post(PATH, template({ text }));
    expect(refusal(made)).toBe('400 unknown_placeholder');
    const { message } = made.body.data;
    expect(message).toContain(why);
    expect(message).toMatch(/^text: .*placeholders\?section=customers/);
  });

  test('as a mail without a subject, of an unknown kind, and by a change', async () => {
    expect(refusal(await fixture.client.post(PATH, template({ kind: 'mail' })))).toBe('400 missing_subject');
    const wrong = await fixture.client.post(PATH, template({ kind: 'fax', section: 'goals' }));
    expect(wrong.body.data.issues).toMatchObject([
      { path: ['section'], code: 'invalid_select_value' },
      { path: ['kind'], code: 'invalid_select_value' },
    ]);
    const id = await post(PATH, template({ section: 'contracts', text: '{{ vertrag.nummer }}' }));
    const moved = await fixture.client.patch(`${PATH}/${id}`, { section: 'customers' });
    expect(refusal(moved)).toBe('400 unknown_placeholder');
    expect((await fixture.client.patch(`${PATH}/${id}`, { kind: 'mail', subject: 'Neu' })).status).toBe(200);
  });
});

test('a template of another organisation, and a record of another one, do not exist', async () => {
  const other = await (await fixture.service.organisation()).client();
  const id = await post(PATH, template({ freigabe: 1, text: '{{ kunde.name }}' }));
  const asked = { section: 'customers', id: at.customer };
  expect(refusal(await other.post(`${PATH}/${id}/preview`, asked))).toBe('404 not_found');
  const own = (await other.post(PATH, template({ text: '{{ kunde.name }}' }))).body.id;
  expect(refusal(await other.post(`${PATH}/${own}/preview`, asked))).toBe('404 not_found');
});

test('each listed placeholder can be used, own fields included', async () => {
  for (const section of ['customers', 'contracts', 'damages', 'products'] as const) {
    const { items } = (await fixture.client.get(`${PATH}/placeholders?section=${section}`)).body;
    const text = items.map(({ name }: { name: string }) => `{{ ${name} }}`).join(' ');
    const of = { customers: at.customer, contracts: at.contract, damages: at.damage, products: at.partner };
    expect((await preview(section, of[section], text)).text).not.toMatch(/undefined|null|\[object/);
  }
  expect(refusal(await fixture.client.get(`${PATH}/placeholders?section=goals`))).toBe(
    '400 section:invalid_select_value',
  );
});

test('the templates that come with the service are templates', async () => {
  for (const [language, templates] of Object.entries(seed)) {
    expect([language, templates.map(({ kind }) => kind)]).toEqual([language, seed.de.map(({ kind }) => kind)]);
    for (const one of templates) await post(PATH, { ...one, freigabe: 1 });
  }
  const { items } = (await fixture.client.get(`${PATH}?section=contracts&kind=letter`)).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Kündigung', 'Broker mandate']),
  );
});
