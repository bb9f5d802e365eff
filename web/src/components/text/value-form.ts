/** The form of values that people write; as `src/shared/value-form.ts`, which the page may not import. One test compares both. */

const MARKS =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u200c\u200d](?![^\0-\x7f])/g;

/** A text in Unicode NFC, with usual blanks, and without unseen marks unless it is a long one. */
export const cleanText = (text: string, { format, isLong }: { format?: string | null; isLong?: boolean }): string => {
  const composed = text.normalize('NFC');
  if (isLong) return composed.trim();
  const clean = composed
    .replace(MARKS, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  return format === 'iban' ? clean.replaceAll(' ', '') : clean;
};

/** An IBAN in groups of four. */
export const ibanInGroups = (text: string): string => text.replaceAll(/\s/g, '').replaceAll(/.{4}(?=.)/g, '$& ');

const isIban = (text: string): boolean => {
  const bare = text.replaceAll(' ', '').toUpperCase();
  if (!/^(?:DE\d{20}|(?!DE)[A-Z]{2}\d{2}[A-Z\d]{11,30})$/.test(bare)) return false;
  const digits = (bare.slice(4) + bare.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
};

const isPostalCode = (text: string): boolean =>
  /^(?:DE?[- ]?)?\d{5}$/i.test(text) || (/\d/.test(text) && /[A-Z]/i.test(text) && !/^DE?[- ]?\d/i.test(text));

const FORMS = new Map<string, readonly [code: string, hasForm: (text: string) => boolean]>([
  ['iban', ['iban_check_digits', isIban]],
  ['bic', ['bic_form', (text) => /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/i.test(text.replaceAll(' ', ''))]],
  ['email', ['email_form', (text) => text.length <= 254 && /^[^\s@<>,;:]+@[^\s@<>,;:]+$/u.test(text)]],
  ['plz', ['plz_form', isPostalCode]],
  ['phone', ['telephone_form', (text) => /^\+?[\d /().-]+$/.test(text) && /^\D*(?:\d\D*){5,17}$/.test(text)]],
]);

/** The code of the warning of a text that has not the form of its format. */
export const formWarning = (format: string, text: string): string | null => {
  const [code, hasForm] = FORMS.get(format) ?? [];
  return code && text !== '' && !hasForm?.(text) ? code : null;
};
