/** Terms for the status of a contract that has ended. Deadlines, retention and lists use this list (rules 16.19, 16.22). */

/** In lower case and without blanks. */
export const FINAL_STATUS: readonly string[] = [
  'beendet',
  'gekündigt',
  'gekuendigt',
  'storniert',
  'storno',
  'aufgehoben',
  'widerrufen',
  'erloschen',
  'abgelaufen',
];

/** Whether a status is final; blanks and case do not matter. */
export const isFinalStatus = (status: string | null | undefined): boolean =>
  FINAL_STATUS.includes(status?.replace(/\s+/g, '').toLowerCase() ?? '');
