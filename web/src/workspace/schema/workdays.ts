/** Working days, by the rule of the service: a task that it makes begins on one too. */
export { freeDayOf, workdayFrom } from '../../../../src/shared/workdays.ts';
