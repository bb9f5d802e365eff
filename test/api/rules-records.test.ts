/** Fields of each record kind, and what becomes of those it does not have (rules 3.2, 5.2, 9). */
import { describe, expect, test } from 'vitest';
import { plainBody } from '../support/plain-bodies.ts';
import { type Body, codes, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('records');

const STAMPS = 'insert_datum edit_datum';
const PERSON =
  'id kid nummer betreuer kontakt_art anrede briefanrede name vorname titel namenszusatz nation geb geb_ort geb_name' +
  ` familienstand datum_heirat datum_scheidung datum_erstkontakt kommentar ${STAMPS}`;

describe('rules 9: a record has the fields of its table', () => {
  test.each([
    ['customers', PERSON],
    ['products', `${PERSON} kurzname kategorie vermittlernummer website notiz`],
    [
      'users',
      `${PERSON} email rolle lizenz lizenz_typ aktiv signatur vertretung_kid vertretung_von vertretung_bis letzter_login`,
    ],
    [
      'damages',
      'id kid vertrag vid gesellschaft art hergang nummer nummer_intern anschrift_strasse anschrift_plz anschrift_ort datum_schaden datum_meldung_makler' +
        ' datum_meldung_gesellschaft datum_unterlagen datum_reguliert datum_erledigt polizei_dienststelle polizei_nummer betrag reserve leistung' +
        ` serviceportal draft ${STAMPS}`,
    ],
    [
      'documents',
      'id kid name extension size datum ordner vid schaden nr url dir aws kundenportal is_eml protect has_error ai_status' +
        ` ${STAMPS}`,
    ],
    [
      'activities',
      `id kid kategorie titel beschreibung start ende status verantwortlich ersteller erledigt_am erledigt_kid ${STAMPS}`,
    ],
    [
      'finances',
      'id kid bereich ek_art bezeichnung betrag est zahlweise beginn ende stkl zkf gwv vwl vwl_ag fb re4 bemerkung draft' +
        ` ${STAMPS}`,
    ],
    ['goals', `id kid type subject priority end value payment description draft ${STAMPS}`],
    ['contact-persons', `id kid anrede vorname name position bereich email telefon mobil ${STAMPS}`],
    ['portals', `id kid art name url user pass zusatz ${STAMPS}`],
    ['system/tags', 'id kid tag freigabe insert_datum insert_user_id'],
  ])('%s', async (path, names) => {
    const { body } = await fixture.client.get(`/v3/${path}/${fixture.id(path)}`);
    expect(Object.keys(body).sort()).toEqual(names.split(' ').sort());
  });

  test.each([
    ['customers/#/addresses', `id kid art bezeichnung adresszusatz strasse plz ort bundesland ${STAMPS}`],
    ['customers/#/contacts', `id kid art wert werbung werbung_seit werbung_quelle ${STAMPS}`],
    ['customers/#/banking', `id kid typ inhaber nummer iban bic institut ${STAMPS}`],
    ['customers/#/numbers', `id kid art wert ${STAMPS}`],
    ['customers/#/identity', `id kid art behoerde ausgestellt gueltig ${STAMPS}`],
    ['customers/#/jobs', `id kid arbeitgeber beruf berufsstatus datum_eintritt datum_austritt ${STAMPS}`],
    ['contracts/#/persons', `id kid vid pid art person_art name person_name beschreibung ranking ${STAMPS}`],
    ['contracts/#/tariffs', `id kid vid ranking name tarif_id ${STAMPS}`],
    ['customers/#/documents/folders', `id name parent_id kid kundenportal protect datum ${STAMPS}`],
    ['customers/#/links', 'id kid owner_section owner_id foreign_section foreign_id insert_datum'],
    ['customers/#/relations', 'id kid kid_beziehung beziehung beziehung_name parent_id contact'],
    ['customers/#/comments', `id owner_section owner_id text autor autor_kid ${STAMPS}`],
    ['customers/#/followers', 'id owner_section owner_id kid_user insert_datum'],
    ['customers/#/tags', 'id owner_section owner_id tag_id insert_datum'],
  ])('%s', async (path, names) => {
    const [item] = (await fixture.client.get(fixture.at(path))).body.items;
    expect(Object.keys(item).sort()).toEqual(names.split(' ').sort());
  });
});

describe('insert_datum and edit_datum (rules 5.2, 9)', () => {
  const DAY = /^\d{4}-\d\d-\d\d$/;
  const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  test.each([
    ['customers', DAY],
    ['products', DAY],
    ['users', DAY],
    ['damages', TIME],
    ['documents', TIME],
    ['activities', TIME],
    ['finances', TIME],
    ['goals', TIME],
    ['customers/#/addresses', TIME],
    ['customers/#/jobs', TIME],
    ['customers/#/identity', TIME],
  ] as const)('of %s are %s', async (path, form) => {
    const { id } = await fixture.plain(path);
    const { body } = await fixture.client.get(`${fixture.at(path)}/${id}`);
    expect([body.insert_datum, body.edit_datum]).toEqual([expect.stringMatching(form), expect.stringMatching(form)]);
  });
});

/** Names that the service sets in every record kind (rules 3.2, 9.9). */
const SYSTEM = 'id guid insert_datum edit_datum del vm_nr push_token alert_mail passwort password'.split(' ');
const SENT = Object.fromEntries([...SYSTEM, 'unbekannt'].map((name) => [name, 1]));
const DROPPING = ['customers', 'products', 'users', 'activities', 'finances', 'goals', 'contracts/#/persons'];
const REJECTING = [
  'customers/#/contracts',
  'contracts/#/tariffs',
  'damages',
  'documents',
  'customers/#/documents/folders',
  'products/#/contact-persons',
  'products/#/portals',
  ...'addresses contacts banking numbers identity jobs comments'.split(' ').map((name) => `customers/#/${name}`),
];

describe('rules 3.2: unknown and system fields are dropped without a word', () => {
  test.each(DROPPING)('POST %s', async (path) => {
    const { id } = await fixture.plain(path, SENT);
    expect(id).toBeGreaterThan(1);
    const { items } = (await fixture.client.get(`${fixture.at(path)}?limit=5000`)).body;
    const record = items.find((one: Body) => one.id === id);
    expect(Object.keys(record).filter((name) => name in SENT)).toEqual(['id', 'insert_datum', 'edit_datum']);
    expect([record.insert_datum, record.edit_datum]).not.toContain(1);
  });

  test.each(DROPPING.filter((path) => !path.startsWith('contracts/')))('PATCH %s', async (path) => {
    const { id } = await fixture.plain(path);
    const answer = await fixture.client.patch(`${fixture.at(path)}/${id}`, SENT);
    expect([answer.status, answer.body]).toEqual([200, { success: true, updated: 0 }]);
  });
});

describe('rules 3.2: unknown fields are unrecognized_key, system fields protected_field', () => {
  const expected = [...SYSTEM.map((name) => `${name}:protected_field`), 'unbekannt:unrecognized_key'].sort();

  test.each([...REJECTING, 'customers/#/followers', 'customers/#/tags'])('POST %s', async (path) => {
    const found = await fixture.refused(path, { ...plainBody(path), ...SENT });
    expect(
      found
        .replace(/,?tag_id:invalid_type/, '')
        .slice(4)
        .split(',')
        .sort(),
    ).toEqual(expected);
  });

  test.each(REJECTING.filter((path) => !path.startsWith('contracts/')))('PATCH %s', async (path) => {
    const { id } = await fixture.plain(path);
    const answer = await fixture.client.patch(fixture.recordAt(path, id), SENT);
    expect([answer.status, codes(answer).split(',').sort()]).toEqual([400, expected]);
  });
});

describe('rules 1.1, 1.2: ids', () => {
  test.each(['customers', 'products', 'users'])('id and kid of one of the %s are one number', async (path) => {
    const { id } = await fixture.plain(path);
    expect((await fixture.client.get(`${fixture.at(path)}/${id}`)).body).toMatchObject({ id, kid: id });
  });

  test('customers, product partners and users of all organisations share one number space', async () => {
    const other = await (await fixture.service.organisation()).client();
    const ids = [];
    for (const client of [fixture.client, other]) {
      for (const path of ['customers', 'products', 'users'])
        ids.push((await client.post(`/v3/${path}`, plainBody(path))).body.id);
    }
    expect(new Set(ids).size).toBe(6);
  });

  test.each(['damages', 'goals', 'finances', 'activities'])('row ids of %s differ over organisations', async (path) => {
    const other = await (await fixture.service.organisation()).client();
    const [mine, theirs] = [await fixture.plain(path), (await other.post(`/v3/${path}`, plainBody(path))).body];
    expect(theirs.id).toBeGreaterThan(Number(mine.id));
    await other.delete(`/v3/${path}/${theirs.id}`);
    expect((await fixture.plain(path)).id).toBeGreaterThan(theirs.id);
  });
});

describe('rules 3.6: a field that names another record names a live one of its kind', () => {
  test.each([
    ['customers', 'betreuer', 'users', 'customers'],
    ['contracts/#/persons', 'pid', 'customers', 'users'],
    ['damages', 'vid', 'products', 'users'],
    ['documents', 'vid', 'contracts', null],
    ['documents', 'schaden', 'damages', null],
    ['activities', 'verantwortlich', 'users', 'products'],
    ['goals/#/comments', 'autor_kid', 'users', 'customers'],
    ['goals/#/followers', 'kid_user', 'users', 'products'],
    ['goals/#/tags', 'tag_id', 'system/tags', null],
  ])('%s: %s is one of the %s, not deleted, not one of the %s', async (path, name, kind, other) => {
    const { id } = await fixture.plain(kind === 'contracts' ? 'customers/#/contracts' : kind);
    await fixture.client.delete(`/v3/${kind}/${id}`);
    for (const wrong of [id, ...(other ? [fixture.id(other)] : []), 2147483647]) {
      expect(await fixture.refused(path, { ...plainBody(path), [name]: wrong })).toBe(`400 ${name}:invalid_reference`);
    }
  });
});

describe('rules 4.2: position of fields and select_fields', () => {
  test.each([
    ['customers', ['customers'], ['customers']],
    ['products', ['products'], ['products']],
    ['users', ['users'], ['users']],
    ['contracts?with_persons=1', ['contracts', 'persons'], ['contracts']],
    ['contracts?with_tariffs=1&with_persons=1', ['contracts', 'persons', 'tariffs'], ['contracts']],
  ])('grouped at %s', async (path, fields, lists) => {
    const address = `/v3/${path}${path.includes('?') ? '&' : '?'}with_schema=true`;
    const { body } = await fixture.client.get(address);
    expect(Object.keys(body.fields).sort()).toEqual(fields);
    expect(Object.keys(body.select_fields)).toEqual(expect.arrayContaining(lists));
  });

  test.each([
    ['contracts', 'gd_abr_firma', 'abrFirma'],
    ['damages', 'art', 'schadenArt'],
    ['documents', 'name', null],
    ['activities', 'kategorie', 'aktivitaetKategorie'],
    ['finances', 'bereich', 'finanzBereich'],
    ['goals', 'type', 'zielArt'],
    ['contact-persons', 'anrede', 'anrede'],
    ['portals', 'url', null],
  ])('directly at %s, on a single record as siblings of its fields', async (path, name, list) => {
    const record = (await fixture.client.get(`/v3/${path}/${fixture.id(path)}`)).body;
    const single = (await fixture.client.get(`/v3/${path}/${fixture.id(path)}?with_schema=true`)).body;
    const many = (await fixture.client.get(`/v3/${path}?with_schema=true`)).body;
    expect(single).toEqual({ ...record, fields: single.fields, select_fields: single.select_fields });
    for (const { fields, select_fields } of [single, many]) {
      expect(fields[name].select_fields_name).toBe(list);
      if (list) expect(select_fields[list][0]).toEqual({ value: expect.anything(), display: expect.any(String) });
    }
  });
});

describe('rules 9.5: a select list is read with with_schema, and each of its values is accepted', () => {
  test.each([
    ['activities', 'kategorie', 5],
    ['activities', 'status', 2],
    ['finances', 'bereich', 3],
    ['finances', 'ek_art', 9],
    ['finances', 'zahlweise', 5],
    ['goals', 'type', 8],
    ['goals', 'priority', 3],
    ['goals', 'payment', 5],
    ['users', 'rolle', 4],
    ['users', 'lizenz_typ', 3],
    ['products', 'kategorie', 9],
    ['customers', 'kontakt_art', 7],
    ['customers', 'anrede', 4],
    ['customers', 'familienstand', 7],
  ])('%s: %s has %i values', async (path, name, count) => {
    const { body } = await fixture.client.get(`/v3/${path}?limit=1&with_schema=true`);
    const list = (body.fields[path] ?? body.fields)[name].select_fields_name;
    const options = (body.select_fields[path] ?? body.select_fields)[list];
    expect(options.length).toBe(count);
    const { id } = await fixture.plain(path);
    for (const { value, display } of options) {
      expect((await fixture.client.patch(`/v3/${path}/${id}`, { [name]: value })).status).toBe(200);
      expect([(await fixture.client.get(`/v3/${path}/${id}`)).body[name], typeof display]).toEqual([value, 'string']);
    }
  });
});

describe('rules 4.8: times are those of the organisation', () => {
  test.each([
    ['Europe/Berlin', '2026-07-01 14:00:00'],
    ['America/New_York', '2026-07-01 08:00:00'],
    ['Asia/Kolkata', '2026-07-01 17:30:00'],
  ])('%s', async (zone, local) => {
    const client = await (await fixture.service.organisation(undefined, zone)).client();
    const sent = { kategorie: 'termin', start: '2026-07-01T12:00:00Z', ende: local };
    const { id } = (await client.post('/v3/activities', sent)).body;
    const { start, ende, insert_datum } = (await client.get(`/v3/activities/${id}`)).body;
    expect([start, ende]).toEqual([local, local]);
    const now = new Date().toLocaleString('sv-SE', { timeZone: zone });
    expect(Math.abs(Date.parse(`${insert_datum}Z`) - Date.parse(`${now}Z`))).toBeLessThan(60_000);
  });
});
