/** Days on which offices are closed, for the service and its page: weekends, and the nationwide holidays of Germany, Austria and Switzerland. */
type Country = 'DE' | 'AT' | 'CH';

/** Why a day is free; the texts are `freeDays` of the records. */
export type FreeDay = 'saturday' | 'sunday' | keyof typeof FIXED | keyof typeof MOVED;

/** Holidays of a month and day, with the countries that have them. */
const FIXED = {
  newYear: ['01-01', 'DE AT CH'],
  epiphany: ['01-06', 'AT'],
  labourDay: ['05-01', 'DE AT'],
  swissDay: ['08-01', 'CH'],
  assumption: ['08-15', 'AT'],
  unityDay: ['10-03', 'DE'],
  austrianDay: ['10-26', 'AT'],
  allSaints: ['11-01', 'AT'],
  immaculate: ['12-08', 'AT'],
  christmas: ['12-25', 'DE AT CH'],
  boxingDay: ['12-26', 'DE AT'],
} as const;

/** Holidays some days from Easter Sunday. */
const MOVED = {
  goodFriday: [-2, 'DE'],
  easterMonday: [1, 'DE AT'],
  ascension: [39, 'DE AT CH'],
  whitMonday: [50, 'DE AT'],
  corpusChristi: [60, 'AT'],
} as const;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

const DAY_MS = 86_400_000;

/** A day some days later. */
export const moved = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, DAY_LENGTH);

/** Easter Sunday of a year, by the rule of Gauss as Lichtenberg completed it. */
export const easterOf = (year: number): string => {
  const leaps = Math.floor((3 * Math.floor(year / 100) + 3) / 4);
  const moon = (19 * (year % 19) + 15 + leaps - Math.floor((8 * Math.floor(year / 100) + 13) / 25)) % 30;
  const full = 21 + moon - Math.floor((moon + Math.floor((year % 19) / 11)) / 29);
  const sunday = 7 - ((year + Math.floor(year / 4) + 2 - leaps) % 7);
  return moved(`${year}-03-01`, full + 6 - ((full - sunday) % 7));
};

/** The country of an office, by its time zone; without one by that of this process or browser. */
export const countryOf = (timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): Country =>
  timeZone === 'Europe/Vienna' ? 'AT' : timeZone === 'Europe/Zurich' ? 'CH' : 'DE';

/** Why a day is no working day; null where it is one. Holidays of single states or cantons are working days here. */
export const freeDayOf = (day: string, country: Country = countryOf()): FreeDay | null => {
  const easter = easterOf(Number(day.slice(0, 4)));
  const holidays = [
    ...Object.entries(FIXED).map(([name, [on, where]]) => [name, day.slice(0, 5) + on, where] as const),
    ...Object.entries(MOVED).map(([name, [by, where]]) => [name, moved(easter, by), where] as const),
  ];
  const found = holidays.find(([, on, where]) => on === day && where.includes(country));
  if (found) return found[0] as FreeDay;
  const weekday = new Date(day).getUTCDay();
  return weekday === 0 ? 'sunday' : weekday === 6 ? 'saturday' : null;
};

/** The day itself where it is a working day, else the next one. */
export const workdayFrom = (day: string, country: Country = countryOf()): string =>
  freeDayOf(day, country) ? workdayFrom(moved(day, 1), country) : day;
