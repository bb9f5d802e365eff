/** A refusal, explained to the operator in one sentence; exit code 1. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
