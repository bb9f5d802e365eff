import { lookupTable } from '../../shared/lookup-table.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import type { SourceRecord } from '../source-record.ts';
import { chooseSparte } from './choose-sparte.ts';
import { satzartOf, sparteOf } from './classify-line.ts';
import { decimalOf, readEuros } from './euros.ts';
import { contractSparte, type GdvLine, linesOf, type Partner } from './group-contracts.ts';
import type { GdvLayout } from './layout.ts';
import { type Found, type KeyWords, RecordBuilder } from './record-builder.ts';

/** A contract of a package. */
export interface GdvContract {
  /** Insurer by its VU-Nummer. */
  readonly vu: string;
  readonly gesellschaft: string;
  /** Record 0200, part 1. */
  readonly head: GdvLine;
  /** The package has more records 0200 of the contract; the head is the last one. */
  readonly isRepeated: boolean;
  /** All lines with its number. */
  readonly lines: readonly GdvLine[];
  readonly partners: readonly Partner[];
  /** Name of the customer inside the file. */
  readonly customer: string | undefined;
  /** Its former number, if it was renumbered. */
  readonly formerNumber: string | undefined;
  /** Its new number, if the file has no contract with it. */
  readonly successor: string | undefined;
  /** Position among the contracts with the same number. */
  readonly index: number;
}

const INTERVALS: KeyWords = lookupTable({
  1: 'jährlich',
  2: 'halbjährlich',
  4: 'vierteljährlich',
  6: 'einmalig',
  8: 'monatlich',
  9: 'beitragsfrei',
});
const STATUS: KeyWords = lookupTable({
  1: 'aktiv',
  2: 'aktiv',
  3: 'ruhend',
  4: 'storniert',
  5: 'ruhend',
  6: 'beitragsfrei',
  7: 'beitragsfrei',
  8: 'aktiv',
});

/** Sparte of a contract with covers of several Sparten. */
const BUNDLE = '000';

/** Wagnisart of a life insurance: byte 60 in all parts of 0220.010; 0 is the insured person. */
const wagnisOf = (lines: readonly GdvLine[]): string =>
  lines.find(({ text }) => satzartOf(text) === '0220' && sparteOf(text) === '010' && /[1-9]/.test(text[59]!))
    ?.text[59] ?? '';

const productOf = (record: RecordBuilder, lines: readonly GdvLine[]): string => {
  for (const line of lines) {
    const isProduct = line.part?.td === 2 && ['0200', '0210'].includes(line.part.satzart);
    const found = isProduct ? record.read(line, 'Produktname') : null;
    if (found) return found.value;
  }
  return '';
};

/** @returns the key of the choice, if there is one */
const setSparte = (record: RecordBuilder, contract: GdvContract): string | undefined => {
  const { vu, head, lines } = contract;
  const line = contractSparte(head, lines);
  const question = { vu, line, wagnis: wagnisOf(lines), product: productOf(record, lines) };
  const { sparte, options } = chooseSparte(record.layout, question);
  if (!sparte) {
    record.hint('gdv_sparte', head.number, { sparte: line });
    return undefined;
  }
  record.set('sparte', { value: line, label: undefined, at: { line: head.number, bytes: [11, 13] } }, sparte.id);
  if (options.length === 1) return undefined;
  const { product } = question;
  const choice = { options: options.length, sparte: line, product: product || '–', taken: sparte.name };
  record.hint('gdv_sparte_choice', head.number, choice);
  return JSON.stringify([vu, line, question.wagnis, question.product]);
};

const setPremium = (record: RecordBuilder, head: GdvLine, second: GdvLine | undefined): void => {
  const euros = (amount: Found | null): string | null => {
    const cents = readEuros(record, amount, head);
    return cents === null ? null : decimalOf(cents);
  };
  const isFilled = (amount: Found | null): boolean => amount !== null && /[1-9]/.test(amount.value);
  const [gross, net] = [record.read(second, 'GesbeitragBruttoInWE'), record.read(head, 'GesbeitragNettoInWE')];
  const netto = euros(net);
  if (isFilled(net)) record.set('netto', net, netto);
  if (isFilled(gross)) record.set('beitrag', gross, euros(gross));
  else record.set('beitrag', net, netto);
};

const setStatus = (record: RecordBuilder, { head, lines }: GdvContract): void => {
  const status = record.read(head, 'Vertragsstatus');
  record.setKey('status', status, STATUS);
  const reason = record.read(head, 'Abgangsgrund');
  if (status?.value === '4' && reason?.label) record.hint('gdv_cancelled', head.number, { reason: reason.label });
  if (status?.value === '4') {
    record.set('beendet_am', record.read(head, 'Abgangsdatum'));
    return;
  }
  // A cover of a bundle ends in its 0210 only; the contract continues.
  if (contractSparte(head, lines) !== BUNDLE) return;
  for (const line of lines) {
    if (line.part?.satzart !== '0210') continue;
    const left = record.read(line, 'Ausschluss');
    const cancelled = record.read(line, 'Vertragsstatus')?.value === '4';
    if (!cancelled && (!left || left.value === record.values.ablauf)) continue;
    const sparte = sparteOf(line.text);
    if (left) record.hint('gdv_cover_ended_on', line.number, { sparte, day: left.value });
    else record.hint('gdv_cover_ended', line.number, { sparte });
  }
};

/** The broker, in the keys of every kind of address. */
const BROKER = 'Vermittler';

/** Insured persons of 0220.010, 0220.020 and 0220.030, the holder of a car (0210.050), and partners with another role. */
const addPersons = (record: RecordBuilder, { lines, partners }: GdvContract): void => {
  const add = (art: string, name: Found | null, vorname: Found | null, geb: Found | null): void => {
    if (!name) return;
    const full = [vorname?.value, name.value].filter(Boolean).join(' ');
    const born = geb && { ...geb, value: `geboren am ${geb.value.split('-').reverse().join('.')}` };
    record.addRow('persons', { name: { ...name, value: full }, beschreibung: born }, { person_art: art });
  };
  for (const { role, parts } of partners) {
    const main = parts.get(1);
    const label = record.read(main, 'Adresskennzeichen')?.label;
    if (!role || !label || role === '01' || label === BROKER) continue;
    add(label, record.read(main, 'Name1'), record.read(main, 'Name3'), record.read(main, 'Geburtsdatum'));
  }
  for (const line of lines) {
    const { part } = line;
    if (part?.satzart === '0220' && part.td === 1 && ['010', '020', '030'].includes(part.sparte)) {
      const [name, vorname] =
        part.sparte === '020' ? ['NameVersichertenPersonVp', 'VornameVersichertenPersonVp'] : ['NameVp', 'VornameVp'];
      const read = (key: string): Found | null => record.read(line, key);
      add('Versicherte Person', read(name!), read(vorname!), read('GeburtsdatumVp'));
    }
    if (part?.satzart !== '0210' || part.sparte !== '050') continue;
    const holder = record.read(line, 'PersonenKundenNrVersicherers');
    const partner = holder && partners.find(({ customerNumber }) => customerNumber === holder.value);
    const main = partner?.parts.get(1);
    add('Fahrzeughalter', record.read(main, 'Name1'), record.read(main, 'Name3'), record.read(main, 'Geburtsdatum'));
  }
};

/** Characters where the layout has blanks: insurers use them for fields of their own, or of an earlier version. */
const noteBlanks = (record: RecordBuilder, lines: readonly GdvLine[]): void => {
  const noted = new Set<string>();
  for (const { number, text, part } of lines)
    for (const { from, to } of part?.blanks ?? []) {
      const value = text
        .slice(from - 1, to)
        .replaceAll('\0', ' ')
        .trim();
      const kind = satzartOf(text);
      if (/^0*$/.test(value) || noted.has(`${kind} ${from}`)) continue;
      noted.add(`${kind} ${from}`);
      record.hint('gdv_blank', number, { kind, from, to, value });
    }
};

/** Records that are stored with the contract and not read. */
const noteUnknown = (record: RecordBuilder, lines: readonly GdvLine[]): void => {
  const noted = new Set<string>();
  for (const { number, text, part } of lines) {
    const kind = part ? '' : `${satzartOf(text)} ${text.slice(10, 13)}`.trim();
    if (!kind || noted.has(kind)) continue;
    noted.add(kind);
    record.hint('gdv_unknown_record', number, { kind });
  }
};

const externalIds = ({ vu, index, head, formerNumber }: GdvContract, number: string): SourceRecord['externalIds'] => {
  // Several contracts can share a number; they differ in Sparte or Folgenummer.
  const suffix = index ? `/${head.text.slice(10, 13)}${head.text.slice(30, 32)}`.trim() : '';
  const own = { source: `gdv:${vu}`, id: normalizeNumber(number) + suffix };
  return formerNumber ? [own, { source: `gdv:${vu}`, id: normalizeNumber(formerNumber) }] : [own];
};

/** A contract of record 0200 with its insured persons and all its lines. */
export const mapContract = (layout: GdvLayout, contract: GdvContract): SourceRecord => {
  const { vu, gesellschaft, head, lines, customer, formerNumber, successor, index } = contract;
  const record = new RecordBuilder(layout);
  const second = linesOf(lines.slice(lines.indexOf(head)), '0200', 2)[0];
  if (contract.isRepeated) record.hint('gdv_repeated', head.number);
  const nummer = record.read(head, 'VsNr');
  const number = successor ?? nummer?.value ?? '';
  record.set('nummer', nummer, number);
  const sparteKey = setSparte(record, contract);
  record.values.gesellschaft = gesellschaft;
  setPremium(record, head, second);
  record.set('beginn', record.read(head, 'Vertragsbeginn'));
  const due = record.read(head, 'Hauptfaelligkeit');
  record.set('hauptfaelligkeit', due, due?.value.slice('YYYY-'.length));
  record.set('agenturnummer', record.read(head, 'GeschaeftsstelleVermittler'));
  record.setKey('intervall', record.read(head, 'Zahlungsweise'), INTERVALS);
  // End and cancellation of an old number are not those of the contract.
  if (successor === undefined) {
    record.set('ablauf', record.read(head, 'Vertragsablauf'));
    setStatus(record, contract);
  }
  addPersons(record, contract);
  noteUnknown(record, lines);
  noteBlanks(record, lines);
  if (customer) record.references.kid = customer;
  else record.hint('gdv_no_policyholder', head.number);
  if (formerNumber) record.hint('gdv_renumbered', head.number, { number: formerNumber });
  return record.build({
    section: 'contracts',
    key: `contract:${vu}:${normalizeNumber(number)}:${index}`,
    externalIds: number ? externalIds(contract, number) : [],
    line: head.number,
    raw: lines.map(({ text }) => text.trimEnd()),
    ...(sparteKey === undefined ? {} : { sparteKey }),
  });
};
