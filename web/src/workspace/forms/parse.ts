/** Parses German and English dates and amounts into values of the API. */

/** A value of the API, or undefined where the text is none. */
type Parsed = string | number | null | undefined;

const two = (part: number): string => String(part).padStart(2, '0');

/** Years that are written with two digits are the next twenty, and else the past. */
const fullYear = (digits: string, now: Date): number => {
  const year = Number(digits);
  if (digits.length > 2) return year;
  const century = now.getFullYear() - (now.getFullYear() % 100);
  return century + year > now.getFullYear() + 20 ? century + year - 100 : century + year;
};

const dayText = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(year, month - 1, day);
  const exists = date.getMonth() === month - 1 && date.getDate() === day && year > 999;
  return exists ? `${year}-${two(month)}-${two(day)}` : undefined;
};

/** Words for days, in days from today. */
const WORDS: Readonly<Record<string, number>> = {
  ...{ h: 0, heute: 0, today: 0, gestern: -1, yesterday: -1, vorgestern: -2 },
  ...{ morgen: 1, tomorrow: 1, übermorgen: 2, uebermorgen: 2 },
};

/** `12.8.84`, `120884`, `12081984`, `1984-08-12`, `12.08.`, `h` for today, `gestern`, `+14` and `-3` for days from today. */
export const parseDate = (text: string, now = new Date()): Exclude<Parsed, number> => {
  const written = text.trim().toLowerCase();
  if (written === '') return null;
  const moved = Object.hasOwn(WORDS, written) ? WORDS[written] : /^[+-]\d{1,4}$/.test(written) ? Number(written) : null;
  if (typeof moved === 'number') {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + moved);
    return dayText(at.getFullYear(), at.getMonth() + 1, at.getDate());
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  if (iso) return dayText(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const german =
    /^(\d{1,2})[./ ](\d{1,2})(?:[./ ](\d{4}|\d{2})?)?$/.exec(written) ?? /^(\d\d)(\d\d)(\d{4}|\d{2})$/.exec(written);
  if (!german) return undefined;
  const [, day, month, year] = german;
  return dayText(year ? fullYear(year, now) : now.getFullYear(), Number(month), Number(day));
};

/** A date, and behind a blank a time: `12.8. 1030`, `+1 9`. */
export const parseDateTime = (text: string, now = new Date()): Parsed => {
  const written = text.trim();
  const at = Math.max(...[' ', ',', 'T'].map((separator) => written.lastIndexOf(separator)));
  const time = /^(\d{1,2})(?::?(\d\d))?(?::?(\d\d))?$/.exec(at < 0 ? '' : written.slice(at + 1));
  const date = parseDate(time ? written.slice(0, at).trim().replace(/,$/, '') : written, now);
  if (typeof date !== 'string') return date;
  const found = time ?? ['0', '0'];
  if (!found || Number(found[1]) > 23 || Number(found[2] ?? 0) > 59) return undefined;
  return `${date} ${two(Number(found[1]))}:${found[2] ?? '00'}:${found[3] ?? '00'}`;
};

/** Digits with a point before the decimals. The last sign is that of decimals, unless it can only be one of thousands. */
const plainNumber = (text: string, language: string): string | undefined => {
  const written = text.replaceAll(/[\s€]/g, '');
  if (!/^-?\d[\d.,]*$/.test(written)) return undefined;
  const signs = written.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (!last) return written;
  const thousands = language.startsWith('de') ? '.' : ',';
  const grouped =
    signs.every((sign) => sign === last) &&
    (signs.length > 1 || last === thousands) &&
    /^-?\d{1,3}([.,]\d{3})+$/.test(written);
  if (grouped) return written.replaceAll(/[.,]/g, '');
  const at = written.lastIndexOf(last);
  const [whole = '', decimals = ''] = [written.slice(0, at), written.slice(at + 1)];
  return `${whole.replaceAll(/[.,]/g, '')}.${decimals || '0'}`;
};

/** `1.234,56`, `1234.5`, `1234`. @param scale decimals that the API answers */
export const parseAmount = (text: string, language: string, scale: number): Parsed => {
  if (text.trim() === '') return null;
  const number = plainNumber(text, language);
  if (number === undefined) return undefined;
  const [whole = '0', decimals = ''] = number.split('.');
  return decimals.length > scale ? undefined : `${whole}.${decimals.padEnd(scale, '0')}`;
};

export const parseWhole = (text: string): Parsed => {
  if (text.trim() === '') return null;
  return /^-?\d{1,10}$/.test(text.trim()) ? Number(text.trim()) : undefined;
};
