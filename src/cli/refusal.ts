/** Why a command does not do what it was told, as operators read it. */
import { ApiError } from '../errors.ts';

/** A refusal, explained to the operator in one sentence; exit code 1. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The machine code and the sentence of whatever ended a command. */
export const refusalOf = (error: unknown): { code: string; message: string } => {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof ApiError) {
    // Callers are not told what lies behind it; operators are, and can mend it.
    const because = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : '';
    // The usual sentence points to `issues`, which are printed nowhere here: theirs take its place.
    const findings = error.extra.message === undefined ? error.extra.issues : undefined;
    const said = findings?.map(({ message }) => message).join(' ') || error.message;
    return { code: error.error, message: `${said}${because}` };
  }
  return { code: 'failed', message: (error as Error).message };
};
