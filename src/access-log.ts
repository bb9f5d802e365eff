/** What the log says of each request: noted by the room that answers, written by the one that starts the service. */

/** Answers that are counted together: one object for all of them, so that what is made of it can be kept. */
export interface AnswerKind {
  readonly method: string;
  /** The address's pattern, such as `/v3/customers/{id}`. */
  readonly route: string;
  /** 499 where the caller went away before the answer ended. */
  readonly status: number;
}

/** A request that is over. Its texts are made by the service, never by a caller. */
export interface Answered {
  readonly request_id: string;
  readonly kind: AnswerKind;
  readonly ms: number;
  readonly org_id: number | null;
  /** Null where a session asks, or nobody that is known. */
  readonly token_id: number | null;
  /** Of the answer's body. */
  readonly bytes: number;
}

/** Is told of each request that is over. */
export type AccessLog = (answered: Answered) => void;
