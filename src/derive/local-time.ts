/** Points in time as local time of an organisation (rules 4.8). */

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
};

const latest = new Map<string, { second: number; text: string }>();

/**
 * Milliseconds since 1970 as `YYYY-MM-DD HH:MM:SS` in a time zone. The latest second is remembered per zone, because
 * every write asks for it.
 */
export const localTime = (timeZone: string, ms: number): string => {
  const second = Math.floor(ms / 1000);
  const known = latest.get(timeZone);
  if (known?.second === second) return known.text;
  // Years before 1000 are printed with the digits that they have.
  const text = formatOf(timeZone)
    .format(second * 1000)
    .padStart('YYYY-MM-DD HH:MM:SS'.length, '0');
  latest.set(timeZone, { second, text });
  return text;
};
