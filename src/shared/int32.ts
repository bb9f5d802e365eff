/** PostgreSQL's `int`, in which records, users, organisations, tokens and webhooks are numbered from 1. */

export const MIN_INT = -2147483648;
export const MAX_INT = 2147483647;

/** Whether a value can be the number of a record. */
export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_INT;

/** An id that no row has, where there may be none: Citus refuses joins by null. */
export const NO_ID = 0;
