/** The day from which a retention rule counts (docs/privacy.md). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/derive/privacy/retention.ts';
import { registry } from '../../../src/model/registry.ts';

const RULE = { section: 'contracts', years: 5, from: 'end_of_year', basis: '§ 22 VersVermV' } as const;
const TODAY = '2024-06-01';
const from = (values: Readonly<Record<string, string>>) =>
  verdictOf(registry.get('contracts'), RULE, { sparte: '55', edit_datum: '2024-05-01 10:00:00', ...values }, TODAY);

test('a contract ended on beendet_am, else on its end', () => {
  const cancelled = { status: 'storniert', ablauf: '2040-01-01' };
  expect(from({ ...cancelled, beendet_am: '2019-03-31' })?.erasable_from).toBe('2025-01-01');
  expect(from({ ...cancelled, beendet_am: '2018-03-31' })).toBeNull();
  expect(from({ status: 'storniert', ablauf: '2020-01-01' })?.erasable_from).toBe('2026-01-01');
});

test('a day alone ends no contract that is active', () => {
  expect(from({ status: 'aktiv', ablauf: '2040-01-01', beendet_am: '2010-01-01' })?.reason).toBe('not_ended');
});
