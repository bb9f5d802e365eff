/** A refusal that the operator is told in one sentence; exit code 1. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
