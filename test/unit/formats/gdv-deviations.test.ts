/** Deviations from the format that users of GDV files report. The numbers are those of docs/gdv.md. */
import { describe, expect, test } from 'vitest';
import { classifyLine } from '../../../src/formats/gdv/classify-line.ts';
import { partnersOf } from '../../../src/formats/gdv/group-contracts.ts';
import { readField } from '../../../src/formats/gdv/read-fields.ts';
import type { SourceRecord } from '../../../src/formats/source-record.ts';
import { normalizeNumber } from '../../../src/shared/spelling.ts';
import {
  GDV_SAMPLES,
  gdvContract,
  gdvLayout,
  gdvLine,
  gdvPackage,
  gdvPart,
  gdvSample,
  readGdvLines,
} from '../../support/gdv-file.ts';

const number = { VuNr: '7415', VsNr: '4711', Sparte: '130' };
const lineOf = (name: string, values: Readonly<Record<string, string>> = {}) => {
  const text = gdvLine(name, values);
  return { number: 1, text, part: classifyLine(gdvLayout, text) };
};
const classified = (text: string): string | undefined => {
  const part = classifyLine(gdvLayout, text);
  return part && `${part.satzart}.${part.sparte}.${part.wagnis}/${part.td}`;
};
const read = async (lines: readonly string[]) => (await readGdvLines(gdvPackage(lines))).records;
const only = (records: readonly SourceRecord[], section: string) =>
  records.filter((record) => record.section === section);
const codes = (record: SourceRecord | undefined) => record?.hints.map(({ code }) => code);
const replaced = (text: string, at: number, by: string) => text.slice(0, at - 1) + by + text.slice(at - 1 + by.length);

const IBAN = 'DE02120300000000202051';

describe('partners', () => {
  test('1: a missing part 3 does not turn part 4 into it', async () => {
    const [head, contract] = gdvContract('4711');
    const lines = [
      head!,
      gdvLine('0100/2', number),
      gdvLine('0100/4', { ...number, IBAN1: IBAN, BIC1: 'BYLADEM1001' }),
    ];
    const [customer] = only(await read([...lines, contract!]), 'customers');
    expect(customer!.parts.banking).toEqual([{ typ: '0', iban: IBAN, bic: 'BYLADEM1001' }]);
    expect(customer!.parts.contacts).toBeUndefined();
  });

  test('2 and 14: two partners in a row with missing parts stay two', () => {
    const names = ['0100/1', '0100/4', '0100/1', '0100/2', '0100/5', '0100/2'];
    const partners = partnersOf(names.map((name) => lineOf(name, number)));
    expect(partners.map(({ parts }) => [...parts.keys()])).toEqual([[1, 4], [1, 2, 5], [2]]);
  });

  test('13: a post box is a hint', async () => {
    const [customer] = only(await read(gdvContract('4711', {}, { Postfach: '12 34/5' })), 'customers');
    expect(codes(customer)).toEqual(['gdv_post_box']);
    expect(customer!.issues).toEqual([]);
  });

  test('the broker (role 14) and other roles are no customers', async () => {
    const broker = gdvContract('4711', {}, { Name1: 'Makler', Adresskennzeichen: '14' })[0]!;
    const payer = gdvContract('4711', {}, { Name1: 'Zahler', Adresskennzeichen: '03' })[0]!;
    const records = await read([broker, payer, ...gdvContract('4711')]);
    expect(only(records, 'customers').map(({ values }) => values.name)).toEqual(['Sommer']);
  });

  test('records with one customer number are one customer; another spelling of the address is no second one', async () => {
    const second = gdvLine('0100/2', { ...number, PersonenKundenNrVersicherers: 'K 1' });
    const other = gdvLine('0100/2', { ...number, VsNr: '4712', PersonenKundenNrVersicherers: 'K1' });
    const [first, contract] = gdvContract('4711');
    const [again, next] = gdvContract('4712', {}, { Str: 'Domgasse 17 b' });
    const records = await read([first!, second, contract!, again!, other, next!]);
    expect(only(records, 'customers')).toHaveLength(1);
    expect(only(records, 'customers')[0]!.parts.addresses).toHaveLength(1);
    expect(new Set(only(records, 'contracts').map(({ references }) => references.kid)).size).toBe(1);
  });

  test('likeness inside one file is a hint', async () => {
    const records = await read([
      ...gdvContract('4711'),
      ...gdvContract('4712'),
      ...gdvContract('4713', {}, { Name1: 'Lenz' }),
    ]);
    expect(only(records, 'customers').map(codes)).toEqual([[], ['gdv_alike'], []]);
    expect(only(records, 'customers')[1]!.hints).toMatchObject([{ line: 4, params: { other: 2 } }]);
  });

  test('26: a birth date of zeros is unknown', async () => {
    const [customer] = only(await read(gdvContract('4711', {}, { Geburtsdatum: '00000000' })), 'customers');
    expect(customer!.values).not.toHaveProperty('geb');
    const [partly] = only(await read(gdvContract('4711', {}, { Geburtsdatum: '00001984' })), 'customers');
    expect(partly!.values).not.toHaveProperty('geb');
    expect(codes(partly)).toEqual(['gdv_field']);
  });
});

describe('parts of records', () => {
  test('3: in 0220.030 the last byte is content, and part 9 may be first', () => {
    expect(
      ['0220.030/9', '0220.030/1', '0220.030/2', '0220.030/3', '0220.030/4'].map((name) => classified(gdvLine(name))),
    ).toEqual(['0220.030./9', '0220.030./1', '0220.030./2', '0220.030./3', '0220.030./4']);
    const nine = gdvLine('0220.030/9', { LfdNrVersichertenPersonVpPersonengruppe: '000003' });
    expect(classified(nine)).toBe('0220.030./9');
  });

  test('4: part 6 of a life insurance is the beneficiary, not part 3', async () => {
    const lines = (await gdvSample('testcase_0220_010_13.txt')).toString('latin1').split('\n');
    const parts = lines.filter((line) => line.startsWith('0220')).map(classified);
    expect(parts).toEqual(['0220.010.0/1', '0220.010.13/1', '0220.010.13/2', ...Array(3).fill('0220.010.13/6')]);
  });

  test('5: Wagnisarten of a life insurance are interleaved', () => {
    const names = ['0220.010.2/1', '0220.010.48/1', '0220.010.2/2'];
    expect(names.map((name) => classified(gdvLine(name)))).toEqual(names);
    // 1 and 3, 4 and 8 share a layout.
    expect(classified(replaced(gdvLine('0220.010.48/2'), 60, '8'))).toBe('0220.010.48/2');
    expect(classified(replaced(gdvLine('0220.010.13/8'), 60, '3'))).toBe('0220.010.13/8');
  });

  test('6: 0220.030 part 1, 2, extension and part 3 are one person', async () => {
    const common = { VsNr: '4711' };
    const lines = ['0220.030/2', '0221.030/2', '0220.030/3', '0220.030/4'].map((name) => gdvLine(name, common));
    const person = gdvLine('0220.030/1', { ...common, NameVp: 'Sommer', VornameVp: 'Ben', GeburtsdatumVp: '01022010' });
    const [contract] = only(await read([...gdvContract('4711'), person, ...lines]), 'contracts');
    expect(contract!.parts.persons).toEqual([
      { person_art: 'Versicherte Person', name: 'Ben Sommer', beschreibung: 'geboren am 01.02.2010' },
    ]);
  });

  test('7: two claims of an old version without a number are two', async () => {
    const claim = replaced(gdvLine('0500/1', { ...number, Schadendatum: '05062021' }), 256, ' ');
    const records = await read([...gdvContract('4711'), replaced(claim, 66, ' '), replaced(claim, 66, ' ')]);
    const damages = only(records, 'damages');
    expect(damages.map(({ externalIds }) => externalIds[0]!.id)).toEqual(['4711/05062021/1', '4711/05062021/2']);
    expect(damages[0]!.values.datum_schaden).toBe('2021-06-05');
  });

  test('8: an unknown record is stored with its contract', async () => {
    const foreign = `0820${gdvLine('0200/1', number).slice(4, 42)}Bemerkung`.padEnd(256);
    const [contract] = only(await read([...gdvContract('4711'), foreign]), 'contracts');
    expect(contract!.raw!.at(-1)).toBe(foreign.trimEnd());
    expect(codes(contract)).toContain('gdv_unknown_record');
  });
});

describe('fields', () => {
  const field = (name: string, key: string, text: string) => readField(gdvLayout, gdvPart(name).byKey.get(key)!, text);

  test('9: a blank sign is a plus', async () => {
    const claims = ['+', '-', ' '].map((sign, nr) =>
      replaced(
        gdvLine('0500/1', {
          ...number,
          SchadenNrVu: `S${nr}`,
          BetragInWEGemaessZahlungsart: '12345',
          ErledigterSchaden: '1',
        }),
        153,
        sign,
      ),
    );
    const damages = only(await read([...gdvContract('4711'), ...claims]), 'damages');
    expect(damages.map(({ values }) => values.leistung)).toEqual(['123.45', '-123.45', '123.45']);
  });

  test('10 and 11: fields that other definitions describe wrongly are read correctly', () => {
    expect(gdvPart('0220.052/1').byKey.get('KfvDeckungsart')).toMatchObject({ from: 71, to: 72, format: 'number' });
    expect(gdvPart('0220.010.9/1').byKey.get('JahresrenteInWE')).toMatchObject({ from: 198, to: 209, decimals: 2 });
    expect(field('0220.052/1', 'KfvDeckungsart', gdvLine('0220.052/1', { KfvDeckungsart: '23' })).value).toBe('23');
  });

  test('12: umlauts in ISO 8859-1 are read, also beside a package in another encoding', async () => {
    const { records } = await readGdvLines(gdvPackage(gdvContract('4711', {}, { Name1: 'Jürgens' })));
    expect(only(records, 'customers')[0]!.values.name).toBe('Jürgens');
  });

  test('16: an amount left-aligned with blanks is read', () => {
    const text = gdvLine('0200/1', { GesbeitragNettoInWE: '000001234567' });
    expect(field('0200/1', 'GesbeitragNettoInWE', replaced(text, 116, '0000012345  ')).value).toBe('123.45');
  });

  test('17: letters in a number are a hint, not a refusal', () => {
    const text = gdvLine('0200/1', { Vertragsbeginn: '0101ABCD' });
    const found = field('0200/1', 'Vertragsbeginn', text);
    expect([found.value, found.deviation]).toEqual([null, '"0101ABCD" is not a date']);
    expect(field('0220.052/1', 'KfvDeckungsart', gdvLine('0220.052/1', { KfvDeckungsart: 'XX' }))).toMatchObject({
      value: null,
      deviation: '"XX" is not a number',
    });
  });

  test('24 and 25: numbers are compared by letters and digits, never by digits alone', () => {
    expect(normalizeNumber(' k-47.11/ 2')).toBe('K47112');
    expect(normalizeNumber('K-4711')).not.toBe(normalizeNumber('4711'));
    expect(normalizeNumber('4711')).not.toBe(normalizeNumber('47111'));
  });
});

describe('contracts', () => {
  test('15: a blank bundle and Sparte 000 take the Sparte of the only 0210', async () => {
    const [head, contract] = gdvContract('4711');
    const bundle = replaced(contract!, 11, '000');
    const cover = (name: string) => gdvLine(name, { VsNr: '4711' });
    const sparteOf = async (...covers: string[]) =>
      only(await read([head!, bundle, ...covers]), 'contracts')[0]!.values.sparte;
    expect(await sparteOf(cover('0210.140/1'))).toBe(56);
    expect(await sparteOf(cover('0210.140/1'), cover('0210.130/1'))).toBe(1);
  });

  test('18: a 0220 without a 0210 is a line of the contract', async () => {
    const records = await read([...gdvContract('4711'), gdvLine('0220.190/1', { VsNr: '4711' })]);
    expect(only(records, 'contracts')[0]!.raw).toHaveLength(3);
  });

  test('19: a renumbered contract is one contract', async () => {
    const old = { Vertragsstatus: '4', Abgangsgrund: '38', ReferenzVsNr: 'N-99', SpezifikationReferenzVsNr: '2' };
    const next = { ReferenzVsNr: '4711', SpezifikationReferenzVsNr: '1' };
    for (const lines of [
      [...gdvContract('4711', old), ...gdvContract('N99', next)],
      [...gdvContract('N99', next), ...gdvContract('4711', old)],
    ]) {
      const records = await read(lines);
      const [contract, ...others] = only(records, 'contracts');
      expect(others).toEqual([]);
      expect(contract).toMatchObject({
        values: { nummer: 'N99', status: 'aktiv' },
        externalIds: [
          { source: 'gdv:7415', id: 'N99' },
          { source: 'gdv:7415', id: '4711' },
        ],
      });
      expect(codes(contract)).toContain('gdv_renumbered');
      expect(contract!.raw).toHaveLength(4);
      expect(only(records, 'customers')).toHaveLength(1);
    }
  });

  test('19: the cancelled number alone renumbers and cancels nothing', async () => {
    const old = { Vertragsstatus: '4', Abgangsgrund: '38', ReferenzVsNr: 'N99', SpezifikationReferenzVsNr: '2' };
    const [contract] = only(await read(gdvContract('4711', old)), 'contracts');
    expect(contract!.values).toMatchObject({ nummer: 'N99' });
    expect(contract!.values).not.toHaveProperty('status');
    expect(contract!.values).not.toHaveProperty('ablauf');
  });

  test('22: a cover of a bundle that ended is a hint', async () => {
    const [head, contract] = gdvContract('4711');
    const ended = gdvLine('0210.140/1', { VsNr: '4711', Ausschluss: '30062021' });
    const lines = [head!, replaced(contract!, 11, '000'), gdvLine('0210.130/1', { VsNr: '4711' }), ended];
    const [bundle] = only(await read(lines), 'contracts');
    expect(bundle!.values.status).toBe('aktiv');
    expect(bundle!.hints).toContainEqual(
      expect.objectContaining({ code: 'gdv_cover_ended_on', message: 'The cover of Sparte 140 ended on 2021-06-30.' }),
    );
  });

  test('characters where the standard has blanks are a hint', async () => {
    const [head, contract] = gdvContract('4711');
    const { from } = classifyLine(gdvLayout, gdvLine('0210.130/1'))!.blanks[0]!;
    const own = replaced(gdvLine('0210.130/1', { VsNr: '4711' }), from, 'X');
    const [found] = only(await read([head!, contract!, own]), 'contracts');
    expect(found!.hints).toMatchObject([{ code: 'gdv_blank', params: { kind: '0210', from, value: 'X' } }]);
  });

  test('a Sparte shared by several of ours is the most general, with the key of the choice', async () => {
    const lines = ['4711', '4712'].flatMap((own) => gdvContract(own, { Sparte: '010' }));
    const { records, hints } = await readGdvLines(gdvPackage(lines));
    const [contract] = only(records, 'contracts');
    expect([contract!.values.sparte, codes(contract)]).toEqual([2, []]);
    expect(hints).toMatchObject([{ code: 'gdv_sparte_choice', rows: 2 }]);
    expect(contract!.sparteKey).toBe('["7415","010","",""]');
    const [certain] = only(await read(gdvContract('4711')), 'contracts');
    expect([certain!.values.sparte, certain!.sparteKey]).toEqual([55, undefined]);
  });
});

describe('keys and amounts', () => {
  const contractOf = async (values: Readonly<Record<string, string>>, ...more: string[]) =>
    only(await read([...gdvContract('4711', values), ...more]), 'contracts')[0]!;
  const customerOf = async (values: Readonly<Record<string, string>>) =>
    only(await read(gdvContract('4711', {}, values)), 'customers')[0]!;

  test('a key without a word of ours has its name in the key table, or none and a hint', async () => {
    const other = await contractOf({ Vertragsstatus: '9', Zahlungsweise: '5' });
    expect(other.values).toMatchObject({ status: 'Sonstiges', intervall: 'Sonstiges' });
    const unknown = await contractOf({ Vertragsstatus: 'X', Zahlungsweise: '3' });
    expect(unknown.values).not.toHaveProperty('status');
    expect(unknown.values).not.toHaveProperty('intervall');
    expect(codes(unknown)).toEqual(['gdv_key', 'gdv_key']);
    const customer = await customerOf({ Anredeschluessel: '0' });
    expect([customer.values.anrede, codes(customer)]).toEqual([undefined, []]);
  });

  test('agency number, net premium and due date are fields; partners with another role are persons', async () => {
    const values = { GeschaeftsstelleVermittler: 'M 4711', Hauptfaelligkeit: '29022020', GesbeitragNettoInWE: '8000' };
    const [holder, head] = gdvContract('A15', values);
    const partner = (role: string, name: string): string =>
      gdvLine('0100/1', { VsNr: 'A15', Sparte: '130', Name1: name, Name3: 'Ina', Adresskennzeichen: role });
    const lines = [holder!, partner('03', 'Zahler'), partner('14', 'Makler'), head!];
    const { records } = await readGdvLines(gdvPackage(lines));
    const contract = records.find(({ section }) => section === 'contracts')!;
    expect(contract.values).toMatchObject({ agenturnummer: 'M 4711', netto: '80.00', hauptfaelligkeit: '02-29' });
    expect(contract.parts.persons).toEqual([{ person_art: 'Beitragszahler', name: 'Ina Zahler' }]);
  });

  test('the three name lines of a firm are name and addition', async () => {
    const lines = { Anredeschluessel: '3', Name1: 'Bau Meier', Name2: 'GmbH & Co. KG', Name3: 'Filiale Nord' };
    const { values } = await customerOf(lines);
    expect(values).toMatchObject({ anrede: 'Firma', name: 'Bau Meier GmbH & Co. KG', namenszusatz: 'Filiale Nord' });
    expect(values).not.toHaveProperty('vorname');
  });

  test('31.12.9999 is no end', async () => {
    const contract = await contractOf({ Vertragsablauf: '31129999' });
    expect([contract.values.ablauf, codes(contract)]).toEqual([undefined, []]);
  });

  test('the day of a cancellation is the end of a cancelled contract', async () => {
    const left = { Abgangsdatum: '31032019', Vertragsablauf: '01012040' };
    const { values } = await contractOf({ Vertragsstatus: '4', ...left });
    expect(values).toMatchObject({ status: 'storniert', beendet_am: '2019-03-31', ablauf: '2040-01-01' });
    expect((await contractOf(left)).values).not.toHaveProperty('beendet_am');
  });

  test('German marks are converted, other currencies left out', async () => {
    const marks = await contractOf({ Waehrungsschluessel: 'DEM', GesbeitragNettoInWE: '19558' });
    expect([marks.values.beitrag, codes(marks)]).toEqual(['100.00', ['gdv_converted']]);
    const francs = await contractOf({ Waehrungsschluessel: 'CHF' });
    expect(francs.values).not.toHaveProperty('beitrag');
    expect(francs.hints).toMatchObject([{ code: 'gdv_currency', params: { amount: '100.50', currency: 'CHF' } }]);
  });

  test('the Wagnisart tells life insurances apart', async () => {
    const sparteOf = async (wagnis: string) =>
      (await contractOf({ Sparte: '010' }, gdvLine('0220.010.13/1', { VsNr: '4711', Wagnisart: wagnis }))).values
        .sparte;
    expect(await Promise.all(['1', '2', '3', '4', '7', '9'].map(sparteOf))).toEqual([2, 5, 3, 9, 4, 6]);
  });

  test('of two records 0200 of one contract the later one counts', async () => {
    const second = (amount: string) => gdvLine('0200/2', { ...number, GesbeitragBruttoInWE: amount });
    const [, again] = gdvContract('4711', { Vertragsstatus: '4' });
    const contract = await contractOf({}, second('10000'), again!, second('20000'));
    expect(contract.values).toMatchObject({ beitrag: '200.00', status: 'storniert' });
    expect(codes(contract)).toContain('gdv_repeated');
  });
});

test('31: all samples are read without an issue', async () => {
  for (const name of GDV_SAMPLES) {
    const lines = (await gdvSample(name)).toString('latin1').split(/\r?\n/).filter(Boolean);
    const { records } = await readGdvLines(lines);
    expect(records.length, name).toBeGreaterThan(0);
    expect(
      records.flatMap(({ issues }) => issues),
      name,
    ).toEqual([]);
  }
});
