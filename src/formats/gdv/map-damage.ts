import type { SourceRecord } from '../source-record.ts';
import { type GdvLine, normalizeNumber } from './group-contracts.ts';
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

/** Cents of an amount in record 0500 with its sign; a blank sign is a plus. */
const amountOf = (record: RecordBuilder, line: GdvLine): bigint | null => {
  const amount = record.read(line, 'BetragInWEGemaessZahlungsart');
  if (!amount) return null;
  const cents = BigInt(amount.value.replace('.', ''));
  return line.text[152] === '-' ? -cents : cents;
};

const decimal = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const setAmount = (record: RecordBuilder, lines: readonly GdvLine[]): void => {
  const amounts = lines.flatMap((line) => amountOf(record, line) ?? []);
  if (!amounts.length) return;
  const sum = amounts.reduce((total, cents) => total + cents, 0n);
  record.set('leistung', record.read(lines[0], 'BetragInWEGemaessZahlungsart'), decimal(sum));
  if (amounts.length > 1) record.hint('gdv_payments', lines[0]!.number, { number: amounts.length });
};

const mapDamage = (layout: GdvLayout, lines: readonly GdvLine[], id: string, context: DamageContext): SourceRecord => {
  const record = new RecordBuilder(layout);
  const last = lines.at(-1)!;
  record.set('nummer', record.read(last, 'SchadenNrVu'));
  record.set('datum_schaden', record.read(last, 'Schadendatum'));
  record.set('datum_meldung_gesellschaft', record.read(last, 'Schadenmeldedatum'));
  setAmount(record, lines);
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
