/**
 * Sample data of the demo organisation of a first start: a small broker's office. All persons are invented; telephone
 * numbers are from ranges reserved for fiction, IBANs are published test numbers, and e-mail addresses end in
 * example.com.
 */
import { portfolio } from './demo/portfolio.ts';
import records from './demo/records.json' with { type: 'json' };
import type { Demo } from './demo/shape.ts';

export const demo: Demo = Object.freeze({
  organisation: 'Reuter & Kollegen Versicherungsmakler (Demo)',
  ...records,
  portfolio,
});
