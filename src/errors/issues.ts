/** Findings of a validation, and how much of them an answer may repeat (rules 8.1). */
import { MAX_ISSUES } from '../shared/limits.ts';

/** One finding of a body or query validation (rules 3.10). */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** Values in the message, from which clients write it in another language. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** The number of further issues of its kind that were counted but not listed. */
  readonly further?: number;
}

/** Maximum characters of a message, and of a request value repeated in one. */
const MAX_MESSAGE = 300;
const MAX_ECHO = 100;
/** Safety net for details that are ours: no list of them is longer, and no text. */
const MAX_DETAILS = 200;
const MAX_DETAIL = 2000;

/** Truncates a text with an ellipsis, without splitting a surrogate pair. */
const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A message of at most 300 characters. */
export const boundedMessage = (message: string): string => cut(message, MAX_MESSAGE);

/** A request value of any type for a message: at most 100 characters. */
export const truncateForEcho = (value: unknown): string => {
  if (typeof value === 'string') return cut(value, MAX_ECHO);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

/** Gathers findings: beyond those that an answer lists it only counts. */
export class IssueCollector {
  readonly issues: Issue[] = [];
  #last: { further?: number } = {};

  /** Adds a finding that is only written down where it will be listed. */
  add(make: () => Issue): void {
    if (this.issues.length < MAX_ISSUES) {
      const issue = { ...make() };
      this.#last = issue;
      this.issues.push(issue);
    } else this.#last.further = (this.#last.further ?? 0) + 1;
  }
}

const boundedParams = (params: NonNullable<Issue['params']>): NonNullable<Issue['params']> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? cut(value, MAX_ECHO) : value]),
  );

/** The issues of a response: the first hundred, and the total. */
export const boundedIssues = (issues: readonly Issue[]): { listed: readonly Issue[]; total: number } => ({
  listed: issues.slice(0, MAX_ISSUES).map(({ path, code, message, params }) => ({
    path: path.map((step) => (typeof step === 'string' ? cut(step, MAX_ECHO) : step)),
    code,
    message: boundedMessage(message),
    ...(params ? { params: boundedParams(params) } : {}),
  })),
  total: issues.reduce((sum, { further = 0 }) => sum + 1 + further, 0),
});

/** Details of an error, of bounded length wherever they come from. */
export const boundedDetails = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value, MAX_DETAIL);
  if (Array.isArray(value)) return value.slice(0, MAX_DETAILS).map(boundedDetails);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_DETAILS)
      .map(([name, one]) => [cut(name, MAX_ECHO), boundedDetails(one)]),
  );
};
