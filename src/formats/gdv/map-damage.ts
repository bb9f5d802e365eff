import { normalizeNumber } from '../../shared/spelling.ts';
import type { SourceRecord } from '../source-record.ts';
import { classifyLine, RECORD_LENGTH } from './classify-line.ts';
import { decimalOf, readEuros } from './euros.ts';
import type { GdvLine } from './group-contracts.ts';
import type { GdvLayout } from './layout.ts';
import { RecordBuilder } from './record-builder.ts';

/** The contract and the file that claims belong to. */
export interface DamageContext {
  readonly vu: string;
  readonly insurer: string;
  readonly customer: string | undefined;
  /** Contract number. */
  readonly number: string;
}

/** A number that is not filled has blanks or zeros. */
const filled = (text: string): string => text.replace(/^[ 0]*$/, '');

/** A payment has the number of its record; one without a number is the same in one delivery only. */
const paymentKey = (text: string): string =>
  filled(text.slice(62, 65))
    .trim()
    .replace(/^0{1,2}/, '') || text.trimEnd();

/** The lines of payments, each once: of several with one number the last. */
const distinct = <Line>(lines: readonly Line[], textOf: (line: Line) => string): Line[] => [
  ...new Map(lines.map((line) => [paymentKey(textOf(line)), line])).values(),
];

/** A line to store: without a payment number it is told from lines of other deliveries by the day behind the record. */
const storedPayment = (text: string, day: string | undefined): string =>
  filled(text.slice(62, 65)) || day === undefined || text.length > RECORD_LENGTH
    ? text.trimEnd()
    : text.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH) + day;

/**
 * The sum of the payments of a claim.
 * @param lines of record 0500
 * @returns null without a payment in euros
 */
const setAmount = (record: RecordBuilder, lines: readonly GdvLine[]): void => {
  const payments = lines.flatMap((line) => {
    const amount = record.read(line, 'BetragInWEGemaessZahlungsart');
    const cents = readEuros(record, amount, line);
    // A blank sign is a plus.
    return amount === null || cents === null ? [] : [{ amount, cents: line.text[152] === '-' ? -cents : cents }];
  });
  const [first] = payments;
  if (!first) return;
  const sum = payments.reduce((total, { cents }) => total + cents, 0n);
  record.set('leistung', first.amount, decimalOf(sum));
  if (payments.length > 1) record.hint('gdv_payments', lines.at(-1)!.number, { number: payments.length });
};

/** A claim with the payments of earlier deliveries. @param known their lines */
export const withPayments = (layout: GdvLayout, claim: SourceRecord, known: readonly string[]): SourceRecord => {
  const own = (claim.raw ?? []).map((text) => storedPayment(text, claim.delivered));
  const raw = distinct([...known, ...own], (text) => text);
  const record = new RecordBuilder(layout);
  setAmount(
    record,
    raw.map((line) => {
      const text = line.padEnd(RECORD_LENGTH);
      return { number: claim.line, text, part: classifyLine(layout, text) };
    }),
  );
  const { leistung: _, ...values } = claim.values;
  return { ...claim, raw, values: { ...values, ...record.values } };
};

const mapDamage = (layout: GdvLayout, lines: readonly GdvLine[], id: string, context: DamageContext): SourceRecord => {
  const record = new RecordBuilder(layout);
  const last = lines.at(-1)!;
  record.set('nummer', record.read(last, 'SchadenNrVu'));
  record.set('nummer_intern', record.read(last, 'SchadenNrVermittlers'));
  record.setKey('art', record.read(last, 'Schadenursache'), {});
  record.set('datum_schaden', record.read(last, 'Schadendatum'));
  record.set('datum_meldung_gesellschaft', record.read(last, 'Schadenmeldedatum'));
  setAmount(
    record,
    distinct(lines, ({ text }) => text),
  );
  const settled = record.read(last, 'ErledigterSchaden');
  if (settled?.value === '1') {
    const day = record.read(last, 'Bearbeitungsdatum');
    if (day) record.set('datum_erledigt', day);
    else record.hint('gdv_settled', last.number);
  }
  if (context.customer) record.references.kid = context.customer;
  record.references.vid = context.insurer;
  return record.build({
    section: 'damages',
    key: `damage:${context.vu}:${id}`,
    externalIds: [{ source: `gdv:${context.vu}`, id }],
    line: last.number,
    raw: lines.map(({ text }) => text.trimEnd()),
  });
};

/**
 * Claims of the records 0500 of a contract. Records with one number are payments of one claim; records without a
 * number are claims of their own.
 */
export const mapDamages = (layout: GdvLayout, lines: readonly GdvLine[], context: DamageContext): SourceRecord[] => {
  const claims = new Map<string, GdvLine[]>();
  for (const line of lines) {
    if (line.part?.satzart !== '0500' || line.part.td !== 1) continue;
    const number = normalizeNumber(line.text.slice(42, 62).replace(/^[ 0]*$/, ''));
    const day = line.text.slice(101, 109).trim();
    let id = number;
    // Without a number: contract, date of the damage and the order in the file.
    for (let nr = 1; !number && (id === '' || claims.has(id)); nr++)
      id = `${normalizeNumber(context.number)}/${day}/${nr}`;
    const claim = claims.get(id);
    if (claim) claim.push(line);
    else claims.set(id, [line]);
  }
  return [...claims].map(([id, ofClaim]) => mapDamage(layout, ofClaim, id, context));
};
