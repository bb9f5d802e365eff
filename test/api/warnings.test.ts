/** Values that are stored and look wrong (rules 3.13). */
import { expect, test } from 'vitest';
import { setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('warnings');

const DETAIL = { art: 'E-Mail', wert: 'ohne' };
const LOOKS_WRONG: readonly (readonly [part: string, row: object, path: string, code: string])[] = [
  ['banking', { iban: 'DE89 3704 0044 0532 0130 01' }, 'iban', 'iban_check_digits'],
  ['banking', { iban: 'DE00123' }, 'iban', 'iban_check_digits'],
  ['banking', { bic: 'COBAD' }, 'bic', 'bic_form'],
  ['contacts', DETAIL, 'wert', 'email_form'],
  ['contacts', { art: 'Telefon', wert: 'abends' }, 'wert', 'telephone_form'],
  ['addresses', { plz: '1067' }, 'plz', 'plz_form'],
];
const PARENTS = ['customers', 'products', 'users'];

test.each(
  PARENTS.flatMap((parent) => LOOKS_WRONG.map((one) => [parent, ...one] as const)),
)('%s: %s %o is stored with a warning at %s', async (parent, part, row, path, code) => {
  const { client } = fixture;
  const list = `/v3/${parent}/${(await fixture.plain(parent)).id}/${part}`;
  const warnings = [{ path: [path], code, message: expect.stringContaining(path) }];
  const made = await client.post(list, row);
  expect([made.status, made.body]).toEqual([201, { success: true, id: expect.any(Number), warnings }]);
  expect((await client.get(`${list}/${made.body.id}`)).body).toMatchObject(row);
  const changed = await client.patch(`${list}/${made.body.id}`, row);
  expect([changed.status, changed.body]).toEqual([200, { success: true, updated: 0, warnings }]);
});

test('a value of the usual form has no warning', async () => {
  const { client } = fixture;
  const below = `/v3/customers/${(await fixture.plain('customers')).id}`;
  const rows: readonly (readonly [string, object])[] = [
    ['banking', { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFF' }],
    ['banking', { iban: 'gb82west12345698765432', bic: 'COBADEFFXXX' }],
    ['banking', { iban: '', bic: null }],
    ['contacts', { art: 'Telefon', wert: '+49 (0)30 / 23 12-50' }],
    ['contacts', { art: 'E-Mail', wert: 'a.b@example.com' }],
    ['addresses', { plz: '01067' }],
    ['addresses', { plz: 'A-1010' }],
  ];
  for (const [part, row] of rows)
    expect((await client.post(`${below}/${part}`, row)).body).toEqual({ success: true, id: expect.any(Number) });
});

test('a birth date in the future and an end before its beginning have warnings, whichever field is changed', async () => {
  const { client } = fixture;
  const customer = (await client.post('/v3/customers', { name: 'Morgen', geb: '2999-01-01' })).body;
  expect(customer).toMatchObject({ geb: '2999-01-01', warnings: [{ path: ['geb'], code: 'birth_date_in_future' }] });
  const kid = customer.kid;
  const ends: readonly (readonly [string, string, string, object])[] = [
    ['contracts', 'beginn', 'ablauf', { kid, beginn: '2026-02-01', ablauf: '2026-01-01' }],
    ['finances', 'beginn', 'ende', { kid, bezeichnung: 'x', beginn: '2026-02-01', ende: '2026-01-01' }],
    [
      'activities',
      'start',
      'ende',
      { kid, titel: 'x', kategorie: 'termin', start: '2026-02-01 10:00:00', ende: '2026-02-01 09:00:00' },
    ],
    ['damages', 'datum_schaden', 'datum_erledigt', { kid, datum_schaden: '2026-02-01', datum_erledigt: '2026-01-01' }],
  ];
  for (const [section, begin, end, body] of ends) {
    const warnings = [{ path: [end], code: 'end_before_begin', message: expect.any(String) }];
    const made = (await client.post(`/v3/${section}`, body)).body;
    expect([section, made]).toEqual([section, expect.objectContaining({ warnings })]);
    const address = `/v3/${section}/${made.id}`;
    expect(
      (await client.patch(address, { [begin]: '2027-01-01 00:00:00'.slice(0, section === 'activities' ? 19 : 10) }))
        .body,
    ).toMatchObject({ updated: 1, warnings });
    const other = section === 'activities' ? { titel: 'y' } : { [end]: '2028-01-01' };
    expect((await client.patch(address, other)).body).toEqual({ success: true, updated: 1 });
  }
});

test('an item of a batch and the replay of a write carry the warnings', async () => {
  const { client } = fixture;
  const batch = (
    await client.post('/v3/customers?together=1', [{ name: 'Gut' }, { name: 'Morgen', geb: '2999-01-01' }])
  ).body;
  expect(batch.inserted).toEqual([
    { index: 0, id: expect.any(Number), kid: expect.any(Number) },
    expect.objectContaining({ index: 1, warnings: [expect.objectContaining({ code: 'birth_date_in_future' })] }),
  ]);
  const list = `/v3/customers/${batch.inserted[0].id}/contacts`;
  const headers = { 'idempotency-key': 'warned' };
  const first = await client.post(list, DETAIL, headers);
  expect(first.body.warnings).toHaveLength(1);
  expect((await client.post(list, DETAIL, headers)).body).toEqual(first.body);
});

test('a second tag of a name has a warning, in capitals or not, composed or not', async () => {
  const { client } = fixture;
  const make = async (tag: string) => (await client.post('/v3/system/tags', { tag, freigabe: 1 })).body;
  expect(await make('Büro')).not.toHaveProperty('warnings');
  const warnings = [expect.objectContaining({ path: ['tag'], code: 'duplicate_name' })];
  expect(await make('BÜRO'.normalize('NFD'))).toMatchObject({ tag: 'BÜRO'.normalize('NFD'), warnings });
  const { id } = await make('anders');
  expect((await client.patch(`/v3/system/tags/${id}`, { tag: 'büro' })).body).toEqual({
    success: true,
    updated: 1,
    warnings,
  });
  expect((await client.patch(`/v3/system/tags/${id}`, { freigabe: 0 })).body).toEqual({ success: true, updated: 1 });
});
