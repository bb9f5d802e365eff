/** The form of values: the same in the service and in the page, which may not import it. */
import { describe, expect, test } from 'vitest';
import { cleanText, formWarning } from '../../../src/shared/value-form.ts';

const PAGE = new URL('../../../web/src/components/text/value-form.ts', import.meta.url).href;

type Form = { cleanText: typeof cleanText; formWarning: typeof formWarning };
const page = (await import(PAGE)) as Form & { ibanInGroups(text: string): string };
const service: Form = { cleanText, formWarning };

describe.each([
  ['the service', service],
  ['the page', page],
])('%s', (_name, form) => {
  test.each([
    ['\u200eMu\u0308ller\u200b', undefined, 'Müller'],
    ['+49\u00a030\u202f12\u200b34\u202c', 'phone', '+49 30 1234'],
    ['a\u200d@example.com\ufeff', 'email', 'a@example.com'],
    ['DE89\u00a03704 0044', 'iban', 'DE8937040044'],
    ['DE89\u00a03704 0044', undefined, 'DE89 3704 0044'],
    ['می\u200cخواهم 👩\u200d💻', undefined, 'می\u200cخواهم 👩\u200d💻'],
    [' a\u00a0\n\u200fb ', 'long', 'a\u00a0\n\u200fb'],
  ])('cleans %j (%s)', (text, format, clean) => {
    expect(form.cleanText(text, { format: format ?? '', isLong: format === 'long' })).toBe(clean);
  });

  test.each([
    ['iban', 'DE89 3704 0044 0532 0130 00', null],
    ['iban', 'gb82west12345698765432', null],
    ['iban', 'DE89370400440532013001', 'iban_check_digits'],
    ['iban', 'DE8937040044053201300', 'iban_check_digits'],
    ['iban', 'DE00123', 'iban_check_digits'],
    ['bic', 'COBADEFFXXX', null],
    ['bic', 'COBAD', 'bic_form'],
    ['email', 'a@example.com', null],
    ['email', 'ohne', 'email_form'],
    ['plz', '01067', null],
    ['plz', 'D-01067', null],
    ['plz', 'SW1A 1AA', null],
    ['plz', '1067', 'plz_form'],
    ['plz', 'D-1067', 'plz_form'],
    ['plz', 'Berlin', 'plz_form'],
    ['phone', '+49 (0)30 / 23 12-50', null],
    ['phone', '112', 'telephone_form'],
    ['phone', 'abends', 'telephone_form'],
    ['phone', '', null],
    ['url', 'x', null],
    ['toString', 'x', null],
  ])('%s: %s', (format, text, code) => {
    expect(form.formWarning(format, text)).toBe(code);
  });
});

test('an IBAN is shown in groups of four, with blanks anywhere in it', () => {
  expect(page.ibanInGroups('DE89 370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(page.ibanInGroups('DE89370400440532')).toBe('DE89 3704 0044 0532');
});
