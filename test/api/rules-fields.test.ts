/** Each field of each record kind: written, read, reset, refused, described (rules 3.4, 3.5, 9). */
import { describe, expect, test } from 'vitest';
import { type Body, codes, setUpRecords } from '../support/rules-fixture.ts';
import {
  boolean,
  date,
  datetime,
  decimal,
  flag,
  int,
  owner,
  reference,
  required,
  type Specified,
  select,
  string,
  withDefault,
} from '../support/specified-fields.ts';

const fixture = setUpRecords('fields');
const NOTE = 65_535;

/** A record kind: where its records lie, a body that makes one, its writable fields. */
interface Table {
  readonly path: string;
  readonly needs: Body;
  readonly fields: Readonly<Record<string, Specified>>;
}

const person = {
  // Without one it is the kid (rules 1.5).
  nummer: { ...string(), reset: (empty: null | '', id: number) => empty ?? String(id) },
  betreuer: reference('users'),
  kontakt_art: withDefault(select(6), 0),
  anrede: select('Familie'),
  name: string(),
  vorname: string(),
  titel: string(),
  nation: select('Österreich', 'AT'),
  geb: date(),
  geb_ort: string(),
  geb_name: string(),
  familienstand: select('ledig'),
  datum_heirat: date(),
  datum_scheidung: date(),
  datum_erstkontakt: date(),
  kommentar: string(NOTE),
  namenszusatz: string(),
};

const tables: Readonly<Record<string, Table>> = {
  Customer: { path: 'customers', needs: { titel: 'T' }, fields: person },
  addresses: {
    path: 'customers/#/addresses',
    needs: { bundesland: 'x' },
    fields: {
      art: select(5),
      bezeichnung: string(),
      adresszusatz: string(),
      strasse: string(),
      plz: string(),
      ort: string(),
      bundesland: string(),
    },
  },
  contacts: {
    path: 'customers/#/contacts',
    needs: { art: 'Telefon', wert: '1' },
    fields: {
      art: required(select('E-Mail')),
      wert: required(string()),
      werbung: flag(),
      werbung_seit: date(),
      werbung_quelle: string(),
    },
  },
  banks: {
    path: 'customers/#/banking',
    needs: { iban: 'x' },
    fields: {
      typ: withDefault(select('1'), '0'),
      inhaber: string(),
      nummer: string(),
      iban: string(),
      bic: string(),
      institut: string(),
    },
  },
  numbers: {
    path: 'customers/#/numbers',
    needs: { wert: '1' },
    fields: { art: select(9), wert: required(string()) },
  },
  identifications: {
    path: 'customers/#/identity',
    needs: { behoerde: 'x' },
    fields: { art: select('Reisepass'), behoerde: string(), ausgestellt: date(), gueltig: date() },
  },
  jobs: {
    path: 'customers/#/jobs',
    needs: { beruf: 'x' },
    fields: {
      arbeitgeber: string(),
      beruf: string(),
      berufsstatus: select('Beamter'),
      datum_eintritt: date(),
      datum_austritt: date(),
    },
  },
  Damage: {
    path: 'damages',
    needs: { art: 'x' },
    fields: {
      kid: owner('customers'),
      vid: reference('products'),
      art: string(),
      nummer: string(),
      nummer_intern: string(),
      anschrift_strasse: string(),
      anschrift_plz: string(),
      anschrift_ort: string(),
      datum_schaden: date(),
      datum_meldung_makler: date(),
      datum_meldung_gesellschaft: date(),
      datum_erledigt: date(),
      polizei_dienststelle: string(),
      polizei_nummer: string(),
      betrag: decimal(),
      reserve: decimal(),
      leistung: decimal(),
      serviceportal: flag(),
      draft: flag(),
    },
  },
  Document: {
    path: 'documents',
    needs: { base64: 'eA==' },
    fields: {
      kid: owner('users'),
      datum: date(),
      vid: reference('contracts'),
      schaden: reference('damages'),
      nr: int(),
      kundenportal: flag(),
      protect: flag(),
    },
  },
  Activity: {
    path: 'activities',
    needs: { kategorie: 'notiz' },
    fields: {
      kid: owner('products'),
      kategorie: required(select('email', 3)),
      titel: string(),
      beschreibung: string(NOTE),
      start: datetime(),
      ende: datetime(),
      status: withDefault(select('erledigt', 1), 0),
      verantwortlich: reference('users'),
    },
  },
  'Finance entry': {
    path: 'finances',
    needs: { bezeichnung: 'x' },
    fields: {
      kid: owner('customers'),
      bereich: select(3),
      ek_art: select(9),
      bezeichnung: string(),
      betrag: decimal(),
      est: decimal(5),
      zahlweise: select('halbjaehrlich'),
      beginn: date(),
      ende: date(),
      stkl: int(),
      zkf: decimal(5),
      gwv: decimal(),
      vwl: decimal(),
      vwl_ag: decimal(),
      fb: decimal(),
      re4: decimal(5),
      bemerkung: string(NOTE),
      draft: flag(),
    },
  },
  Goal: {
    path: 'goals',
    needs: { subject: 'x' },
    fields: {
      kid: owner('customers'),
      type: select(8),
      subject: string(),
      priority: select(3),
      end: date(),
      value: decimal(),
      payment: select('monatlich'),
      description: string(NOTE),
      draft: flag(),
    },
  },
  'Product partner': {
    path: 'products',
    needs: { name: 'P' },
    fields: {
      ...person,
      name: required(string()),
      kurzname: string(),
      kategorie: select('Bank', 'Bank', 'invalid_kategorie'),
      vermittlernummer: string(),
      website: string(),
      notiz: string(NOTE),
    },
  },
  'Contact person': {
    path: 'products/#/contact-persons',
    needs: { name: 'x' },
    fields: {
      anrede: select('Frau'),
      vorname: string(),
      name: string(),
      position: string(),
      bereich: string(),
      email: string(),
      telefon: string(),
      mobil: string(),
    },
  },
  Portal: {
    path: 'products/#/portals',
    needs: { name: 'x' },
    fields: { art: string(), name: string(), url: string(2000), user: string(), zusatz: string(NOTE) },
  },
  User: {
    path: 'users',
    needs: {},
    fields: {
      ...person,
      rolle: select('innendienst'),
      lizenz: boolean(false),
      lizenz_typ: select('lesend'),
      aktiv: boolean(true),
    },
  },
};

const rows = Object.entries(tables).flatMap(([title, table]) =>
  Object.entries(table.fields).map(([name, field]) => [title, name, field.type, table, field] as const),
);

let users = 0;
/** The required members of a create; each user has its own address. */
const needsOf = ({ path, needs }: Table): Body => (path === 'users' ? { email: `feld${++users}@example.com` } : needs);
describe('rules 9: a field is read as it was written, and reset (rules 3.4, 3.5)', () => {
  test.each(rows)('%s: %s (%s)', async (_title, name, _type, table, field) => {
    const { client, stock } = fixture;
    const { status, text, body } = await client.post(fixture.at(table.path), {
      ...needsOf(table),
      [name]: field.sent(stock),
    });
    expect(status, text).toBe(201);
    const address = fixture.recordAt(table.path, body.id);
    const read = async () => (await client.get(address)).body[name];
    expect(await read()).toBe(field.read(stock));
    for (const empty of field.reset ? ([null, ''] as const) : []) {
      expect((await client.patch(address, { [name]: field.sent(stock) })).status).toBe(200);
      expect((await client.patch(address, { [name]: empty })).body).toEqual({ success: true, updated: 1 });
      expect(await read()).toBe(field.reset?.(empty, body.id));
    }
  });
});

describe('rules 13.4: validation_failed names the field and writes nothing (rules 3.4, 3.6)', () => {
  test.each(rows)('%s: %s (%s)', async (_title, name, _type, table, field) => {
    const { client } = fixture;
    const { body } = await client.post(fixture.at(table.path), needsOf(table));
    const address = fixture.recordAt(table.path, body.id);
    const before = (await client.get(address)).body;
    for (const [value, code] of field.wrong) {
      const answer = await client.patch(address, { [name]: value });
      const own = /^(customer_not_found|invalid_kategorie)$/.test(code);
      expect([value, codes(answer)]).toEqual([value, own ? code : `${name}:${code}`]);
    }
    expect((await client.get(address)).body).toEqual(before);
  });
});

describe('rules 9.5: with_schema describes a field', () => {
  test.each(rows)('%s: %s (%s)', async (title, name, type, table, field) => {
    const { fields, select_fields } = (await fixture.client.get(`${fixture.at(table.path)}?limit=1&with_schema=true`))
      .body;
    const grouped = fields[table.path] ?? fields;
    const [data_type, data_format] = field.described;
    const { data_format: format, ...described } = grouped[name];
    expect(format ?? undefined, title).toBe(data_format);
    expect(described).toMatchObject({
      label: expect.stringMatching(/\S/),
      data_type,
      // A text with usual values has their list too.
      select_fields_name: type === 'select' || described.open ? expect.stringMatching(/\S/) : null,
    });
    if (type !== 'select') return;
    const options = (select_fields[table.path] ?? select_fields)[described.select_fields_name];
    expect(options).toContainEqual({ value: field.read(fixture.stock), display: expect.any(String) });
  });
});
