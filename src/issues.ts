/** Findings of a validation, and how much of them an answer may repeat (rules 8.1). */

/** One finding of a body or query validation (rules 3.10). */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  /** How many more of its kind this one stands for: they were counted and not written down. */
  readonly further?: number;
}

/** Issues that an answer lists. */
export const MAX_ISSUES = 100;
/** Characters of a message, and of what a caller sent and gets back in one. */
const MAX_MESSAGE = 300;
const MAX_ECHO = 100;
/** Safety net for details that are ours: no list of them is longer, and no text. */
const MAX_DETAILS = 200;
const MAX_DETAIL = 2000;

/** A text of at most so many characters; what is cut off leaves an ellipsis, and no half of a character. */
const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A message of at most 300 characters. */
export const boundedMessage = (message: string): string => cut(message, MAX_MESSAGE);

/** What a caller sent, to be named in a message: at most 100 characters, of whatever type it is. */
export const echo = (value: unknown): string => {
  if (typeof value === 'string') return cut(value, MAX_ECHO);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

/** Gathers findings: beyond those that an answer lists it only counts. */
export class Findings {
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

/** What an answer says of findings: the first hundred, and how many there are. */
export const boundedIssues = (issues: readonly Issue[]): { listed: readonly Issue[]; total: number } => ({
  listed: issues.slice(0, MAX_ISSUES).map(({ path, code, message }) => ({
    path: path.map((step) => (typeof step === 'string' ? cut(step, MAX_ECHO) : step)),
    code,
    message: boundedMessage(message),
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
