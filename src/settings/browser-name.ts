/** `Firefox, Linux` of a `User-Agent`: what people need to recognise a session, and no more. */

/** In this order, because later ones stand in the texts of earlier ones as well. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
/** Programs name themselves; so much of it is kept. */
const LONGEST = 60;

const named = (userAgent: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([part]) => userAgent.includes(part))?.[1];

/** The browser and the system of a `User-Agent`; its beginning where it is none we know; null without one. */
export const browserName = (userAgent: string | undefined): string | null => {
  const text = (userAgent ?? '').slice(0, 500);
  const known = [named(text, BROWSERS), named(text, SYSTEMS)].filter(Boolean).join(', ');
  return (
    known ||
    text
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, LONGEST)
      .trim() ||
    null
  );
};
