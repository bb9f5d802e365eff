/** Short name of a browser, `Firefox, Linux`, from its `User-Agent`: enough to recognize a session. */

/** The order matters: a user agent also contains later names. */
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
/** Maximum characters of a program's own name. */
const LONGEST = 60;

const named = (userAgent: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([part]) => userAgent.includes(part))?.[1];

/** The browser and the system of a `User-Agent`; its beginning for an unknown one; null without one. */
export const userAgentName = (userAgent: string | undefined): string | null => {
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
