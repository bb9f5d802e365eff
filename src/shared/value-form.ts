/**
 * The form of values that people write: characters that they do not see, and checks that warn and never refuse (rules
 * 3.13). `web/src/workspace/schema/value-form.ts` does the same in the browser; one test compares both.
 */
import { isEmail } from './email.ts';
import { lookupTable } from './lookup-table.ts';

/** Marks of direction, zero-width blanks and soft hyphens; joiners count where no letter beyond ASCII follows them. */
const MARKS =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u200c\u200d](?![^\0-\x7f])/g;

const WITHOUT_BLANKS = new Set<unknown>(['iban']);

/** A text as forms and imports store it: Unicode NFC, usual blanks, and without marks unless it is a long one. */
export const cleanText = (text: string, { format, isLong }: { format?: string | undefined; isLong?: boolean }) => {
  const composed = text.normalize('NFC');
  if (isLong) return composed.trim();
  const clean = composed
    .replace(MARKS, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  return WITHOUT_BLANKS.has(format) ? clean.replaceAll(' ', '') : clean;
};

const isIban = (text: string): boolean => {
  const bare = text.replaceAll(' ', '').toUpperCase();
  if (!/^(?:DE\d{20}|(?!DE)[A-Z]{2}\d{2}[A-Z\d]{11,30})$/.test(bare)) return false;
  const digits = (bare.slice(4) + bare.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
};

/** Five digits, with or without a D before them; a code with other letters is that of another country. */
const isPostalCode = (text: string): boolean =>
  /^(?:DE?[- ]?)?\d{5}$/i.test(text) || (/\d/.test(text) && /[A-Z]/i.test(text) && !/^DE?[- ]?\d/i.test(text));

/** Whether a text has the form, by the format of its field. */
const FORMS: Readonly<Record<string, readonly [code: WarningCode, hasForm: (text: string) => boolean]>> = lookupTable({
  iban: ['iban_check_digits', isIban],
  bic: ['bic_form', (text) => /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/i.test(text.replaceAll(' ', ''))],
  email: ['email_form', isEmail],
  plz: ['plz_form', isPostalCode],
  phone: ['telephone_form', (text) => /^\+?[\d /().-]+$/.test(text) && /^\D*(?:\d\D*){5,17}$/.test(text)],
} as const);

/** Warnings of values, with the sentence behind the name of the field. */
export const WARNINGS = {
  iban_check_digits: 'is no valid IBAN: its check digits are wrong',
  bic_form: 'is no BIC of 8 or 11 characters',
  email_form: 'is no e-mail address',
  plz_form: 'is no German postal code of five digits',
  telephone_form: 'is no telephone number',
  birth_date_in_future: 'lies in the future',
  end_before_begin: 'is before the beginning',
  duplicate_name: 'is the name of another one already',
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** Whether values of a format are checked. */
export const isCheckedFormat = (format: string): boolean => Object.hasOwn(FORMS, format);

/** The warning of a text that has not the form of its format. */
export const formWarning = (format: string, text: string): WarningCode | null => {
  const [code, hasForm] = FORMS[format] ?? [];
  return code && text !== '' && !hasForm?.(text) ? code : null;
};
