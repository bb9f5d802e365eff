/** The numbers of records, users, organisations, tokens and webhooks: PostgreSQL's `int`, counted from 1. */

/** The greatest of them. */
export const MAX_ID = 2147483647;

/** Whether a value can be such a number. */
export const isRecordId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;
