/** The deadline of a contract, which `with_deadline` adds, as a field of its kind. */

/** A deadline. */
export interface Deadline {
  readonly art: 'kuendigung' | 'ablauf';
  readonly datum: string;
  readonly handeln_ab: string;
}

export const DEADLINE = 'frist';
/** The column that it precedes. */
const NEXT = 'beitrag';

/** Whether records of a kind have one. */
export const hasDeadline = (path: string): boolean => path === 'contracts';

/** The usual columns of a kind: the deadline is in sight before the amounts. */
export const columnsWithDeadline = (path: string, names: readonly string[]): readonly string[] =>
  hasDeadline(path) ? names.flatMap((name) => (name === NEXT ? [DEADLINE, name] : [name])) : names;

/** The parameter of a call that shows these columns, or of a single read. */
export const deadlineCall = (path: string, names: readonly string[] = [DEADLINE]): { with_deadline?: true } =>
  hasDeadline(path) && names.includes(DEADLINE) ? { with_deadline: true } : {};
