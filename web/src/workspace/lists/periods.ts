/** Periods around today that lists are narrowed to. */

export const PERIODS = ['thisMonth', 'thisYear', 'next90Days'] as const;
export type Period = (typeof PERIODS)[number];

/** First and last day of a period. */
export const periodOf = (period: Period, today: Date): readonly [Date, Date] => {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  if (period === 'thisMonth') return [new Date(year, month, 1), new Date(year, month + 1, 0)];
  if (period === 'thisYear') return [new Date(year, 0, 1), new Date(year, 11, 31)];
  return [new Date(year, month, day), new Date(year, month, day + 90)];
};
