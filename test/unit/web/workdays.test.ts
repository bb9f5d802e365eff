/** Weekends and nationwide holidays, and the next working day. */
import { describe, expect, test } from 'vitest';
import { easterOf, freeDayOf, workdayFrom } from '../../../src/shared/workdays.ts';

describe('working days', () => {
  test.each([
    '1981-04-19',
    '2000-04-23',
    '2019-04-21',
    '2024-03-31',
    '2026-04-05',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
  ])('Easter of %s', (day) => {
    expect(easterOf(Number(day.slice(0, 4)))).toBe(day);
  });

  test.each([
    ['DE', ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-05-14', '2026-05-25', '2026-12-25']],
    [
      'AT',
      [
        '2026-01-01',
        '2026-01-06',
        '2026-04-06',
        '2026-05-01',
        '2026-05-14',
        '2026-05-25',
        '2026-06-04',
        '2026-10-26',
        '2026-12-08',
        '2026-12-25',
      ],
    ],
    ['CH', ['2026-01-01', '2026-05-14', '2026-12-25']],
  ] as const)('holidays of %s from Monday to Friday', (country, expected) => {
    const days = Array.from({ length: 365 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const isHoliday = (day: string) => !['saturday', 'sunday', null].includes(freeDayOf(day, country));
    expect(days.filter((day) => isHoliday(day) && new Date(day).getUTCDay() % 6 > 0)).toEqual(expected);
  });

  test('the next working day is behind weekend and holidays', () => {
    expect(workdayFrom('2026-04-03', 'DE')).toBe('2026-04-07');
    expect(workdayFrom('2026-04-03', 'CH')).toBe('2026-04-03');
    expect(workdayFrom('2026-12-13', 'DE')).toBe('2026-12-14');
    expect(workdayFrom('2026-12-25', 'AT')).toBe('2026-12-28');
    expect(freeDayOf('2026-10-03', 'DE')).toBe('unityDay');
    expect(freeDayOf('2026-08-01', 'CH')).toBe('swissDay');
    expect(freeDayOf('2026-08-15', 'DE')).toBe('saturday');
  });
});
