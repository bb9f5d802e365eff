/** Computed values of a contract: its deadline (`with_deadline`) and its premium for a year (`with_premium`). */

/** A deadline. */
export interface Deadline {
  readonly art: 'kuendigung' | 'ablauf';
  readonly datum: string;
  readonly handeln_ab: string;
}

export const DEADLINE = 'frist';
export const PREMIUM = 'jahresbeitrag';
/** The usual column that both stand at. */
const NEXT = 'beitrag';

/** Whether records of a kind have one. */
export const hasDeadline = (path: string): boolean => path === 'contracts';

/** The usual columns of a kind: the deadline before the amounts, and the premium for a year after the one that is paid. */
export const columnsWithDeadline = (path: string, names: readonly string[]): readonly string[] =>
  hasDeadline(path) ? names.flatMap((name) => (name === NEXT ? [DEADLINE, name, PREMIUM] : [name])) : names;

/** The parameters of a call that shows these columns, or of a single read. */
export const deadlineCall = (
  path: string,
  names: readonly string[] = [DEADLINE, PREMIUM],
): { with_deadline?: true; with_premium?: true } =>
  hasDeadline(path)
    ? {
        ...(names.includes(DEADLINE) ? { with_deadline: true } : {}),
        ...(names.includes(PREMIUM) ? { with_premium: true } : {}),
      }
    : {};
