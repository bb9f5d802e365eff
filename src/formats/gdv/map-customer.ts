import { lookupTable } from '../../shared/lookup-table.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import type { SourceRecord } from '../source-record.ts';
import type { GdvLine, Partner } from './group-contracts.ts';
import type { GdvLayout } from './layout.ts';
import { type Found, type KeyWords, RecordBuilder } from './record-builder.ts';

const SALUTATIONS: KeyWords = lookupTable({
  0: null,
  1: 'Herr',
  2: 'Frau',
  3: 'Firma',
  4: 'Familie',
  5: 'Frau',
  6: 'Firma',
});
const MARITAL_STATUS: KeyWords = lookupTable({
  1: 'ledig',
  2: 'verheiratet',
  3: 'geschieden',
  4: 'verwitwet',
  5: 'getrennt lebend',
  9: null,
});
/** Value of the list `nummernArt`: customer number at the insurer. */
export const CUSTOMER_NUMBER_KIND = 7;
/** Others. */
const NUMBER_KINDS = { tax: 1, vat: 6, other: 9 };

/** The name of a firm is in the first two lines, and continues in the third; the third of a person is the first name. */
const setNames = (record: RecordBuilder, main: GdvLine | undefined, isFirm: boolean): void => {
  const [first, second, third] = [1, 2, 3].map((nr) => record.read(main, `Name${nr}`));
  const both = [first?.value, second?.value].filter(Boolean).join(' ');
  if (isFirm) record.set('name', first ?? second ?? null, both);
  else record.set('name', first ?? null);
  record.set('namenszusatz', (isFirm ? third : second) ?? null);
  if (!isFirm) record.set('vorname', third ?? null);
};

const masterData = (record: RecordBuilder, { parts }: Partner): void => {
  const main = parts.get(1);
  const salutation = record.read(main, 'Anredeschluessel');
  record.setKey('anrede', salutation, SALUTATIONS);
  setNames(record, main, SALUTATIONS[salutation?.value ?? ''] === 'Firma');
  record.set('titel', record.read(main, 'Titel'));
  record.set('geb', record.read(main, 'Geburtsdatum'));
  const nation = record.read(main, 'Staatsangehoerigkeit');
  if (nation) {
    const country = record.layout.countries[nation.value.toUpperCase()];
    if (country) record.set('nation', nation, country);
    else record.hint('gdv_nation', nation.at.line, { value: nation.value });
  }
  record.setKey('familienstand', record.read(parts.get(2), 'Familienstand'), MARITAL_STATUS);
  record.set('geb_name', record.read(parts.get(4), 'Geburtsname'));
  record.set('geb_ort', record.read(parts.get(5), 'Geburtsort'));
};

const address = (record: RecordBuilder, { parts }: Partner): void => {
  const main = parts.get(1);
  const country = record.read(main, 'LKZ');
  const abroad = country && country.value !== 'D' ? { ...country, value: country.label ?? country.value } : null;
  const lines = { strasse: record.read(main, 'Str'), plz: record.read(main, 'PLZ'), ort: record.read(main, 'Ort') };
  if (Object.values(lines).some(Boolean)) record.addRow('addresses', { ...lines, adresszusatz: abroad }, { art: 0 });
  const box = record.read(main, 'Postfach');
  if (box) record.hint('gdv_post_box', box.at.line, { value: box.value });
};

const addContact = (record: RecordBuilder, kind: Found | null, wert: Found | null): void => {
  if (!wert) return;
  const type = kind?.value ?? '';
  if (['10', '20', '30'].includes(type)) record.addRow('contacts', { wert }, { art: 'Telefon' });
  else if (['50', '51', '52'].includes(type)) record.addRow('contacts', { wert }, { art: 'E-Mail' });
  else if (['40', '41', '42'].includes(type)) {
    record.addRow('numbers', { wert: { ...wert, value: `Fax ${wert.value}` } }, { art: NUMBER_KINDS.other });
  } else record.hint('gdv_contact', wert.at.line, { value: wert.value, kind: type });
};

const contacts = (record: RecordBuilder, { parts }: Partner): void => {
  for (let nr = 1; nr <= 7; nr++) {
    const line = parts.get(nr <= 4 ? 2 : 3);
    addContact(record, record.read(line, `Kommunikationstyp${nr}`), record.read(line, `KommunikationsNr${nr}`));
  }
};

/** Only accounts with an IBAN; numbers of the time before IBAN are shown in the GDV data. */
const banking = (record: RecordBuilder, { parts }: Partner): void => {
  const account = parts.get(4);
  const add = (iban: Found | null, nr: 1 | 2): void => {
    if (!iban) return;
    const inhaber = record.read(parts.get(nr === 1 ? 2 : 4), `AbweichenderKontoinhaber${nr}`);
    const institut = record.read(account, `NameKreditinstituts${nr}`);
    const compact = { ...iban, value: iban.value.replaceAll(' ', '') };
    record.addRow('banking', { iban: compact, bic: record.read(account, `BIC${nr}`), institut, inhaber }, { typ: '0' });
  };
  add(record.read(account, 'IBAN1'), 1);
  add(record.read(parts.get(5), 'IBAN2'), 2);
};

const numbers = (record: RecordBuilder, partner: Partner): void => {
  const { parts, customerNumber } = partner;
  if (customerNumber) {
    const wert = record.read(parts.get(2), 'PersonenKundenNrVersicherers');
    record.addRow('numbers', { wert }, { art: CUSTOMER_NUMBER_KIND });
  }
  const extra = parts.get(5);
  record.addRow('numbers', { wert: record.read(extra, 'SteuerNrBeiJuristischenPersonen') }, { art: NUMBER_KINDS.tax });
  record.addRow('numbers', { wert: record.read(extra, 'UmsatzsteuerIdentifikationsNr') }, { art: NUMBER_KINDS.vat });
};

/** Name of a customer inside the file. */
export const customerKey = (vu: string, { customerNumber, line }: Partner): string =>
  customerNumber ? `customer:${vu}:${normalizeNumber(customerNumber)}` : `customer:${vu}:line ${line}`;

/**
 * A customer of partner records (0100).
 * @param partners records of one person; later ones add parts and fill gaps
 */
export const mapCustomer = (layout: GdvLayout, vu: string, partners: readonly Partner[]): SourceRecord => {
  const record = new RecordBuilder(layout);
  const first = partners[0]!;
  for (const partner of partners) {
    masterData(record, partner);
    address(record, partner);
    contacts(record, partner);
    banking(record, partner);
    numbers(record, partner);
  }
  const id = normalizeNumber(first.customerNumber);
  return record.build({
    section: 'customers',
    key: customerKey(vu, first),
    externalIds: id ? [{ source: `gdv:${vu}`, id }] : [],
    line: first.line,
  });
};
