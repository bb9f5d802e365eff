/** Days of the calendar, as `YYYY-MM-DD`. */
import { timeText } from '../schema/activity.ts';
import { localDate } from '../schema/shown.ts';

const DAY_MS = 86_400_000;
const LENGTH = 'YYYY-MM-DD'.length;

/** The day of a local time. */
export const dayOf = (time: string): string => time.slice(0, LENGTH);

export const today = (): string => dayOf(timeText(new Date()));

/** A day some days later. */
export const moveDay = (day: string, by: number): string => {
  const at = localDate(day);
  at.setDate(at.getDate() + by);
  return dayOf(timeText(at));
};

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((localDate(dayOf(to)).getTime() - localDate(dayOf(from)).getTime()) / DAY_MS);

/** The next day with the month and day of a date. */
export const nextAnniversary = (date: string, from: string): string => {
  const year = Number(from.slice(0, 4));
  const inYear = (one: number) => `${one}${date.slice(4)}`;
  return inYear(year) < from ? inYear(year + 1) : inYear(year);
};
