/** The access log entry of a request: created in `http`, written by the program. */

/** A request that is over. Its texts are made by the service, never by a caller. */
export interface LoggedResponse {
  readonly request_id: string;
  readonly method: string;
  /** The address's pattern, such as `/v3/customers/{id}`. */
  readonly route: string;
  /** 499 if the client disconnected before the end of the response. */
  readonly status: number;
  readonly ms: number;
  readonly org_id: number | null;
  /** Null for a session or an unknown caller. */
  readonly token_id: number | null;
  /** Of the answer's body. */
  readonly bytes: number;
}

/** Called for each completed request. */
export type AccessLog = (answered: LoggedResponse) => void;
