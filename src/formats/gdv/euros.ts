/** Amounts in euros: other currencies are never added to them. */
import { lookupTable } from '../../shared/lookup-table.ts';
import type { GdvLine } from './group-contracts.ts';
import type { Found, RecordBuilder } from './record-builder.ts';

/** Units of a currency for one euro, times 100,000, of currencies with a fixed rate. */
const FIXED_RATES: Readonly<Record<string, bigint>> = lookupTable({ EUR: 100_000n, DEM: 195_583n });

/** Cents as a decimal with two places. */
export const decimalOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const centsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));

/** Half a cent and more is rounded up. */
const divide = (cents: bigint, rate: bigint): bigint => (cents * 100_000n * 2n + rate) / (rate * 2n);

/**
 * The cents of an amount in euros; German marks are converted (hint).
 * @param line has the currency
 * @returns null without an amount, or for another currency (hint with the amount)
 */
export const readEuros = (record: RecordBuilder, amount: Found | null, line: GdvLine): bigint | null => {
  if (!amount) return null;
  const cents = centsOf(amount.value);
  const currency = record.read(line, 'Waehrungsschluessel');
  if (!currency || currency.value === 'EUR') return cents;
  const rate = FIXED_RATES[currency.value];
  const params = { amount: amount.value, currency: currency.value };
  if (rate === undefined) {
    record.hint('gdv_currency', amount.at.line, params);
    return null;
  }
  const euros = cents < 0n ? -divide(-cents, rate) : divide(cents, rate);
  record.hint('gdv_converted', amount.at.line, { ...params, euros: decimalOf(euros) });
  return euros;
};
