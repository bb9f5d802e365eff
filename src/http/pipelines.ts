/**
 * Requests that come on a connection before the one in front of them is answered (pipelining, RFC 9112, 9.3.2). Answers go
 * out in the order of requests, so one that is made earlier only lies in memory until its turn: each waits, and nothing
 * of it is done, until the answer before was handed over whole (rules 8.10).
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Requests that may wait on one connection. */
const MOST_WAITING = 100;

interface Waiting {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

/** Takes no more requests of a connection: what still comes is passed over, and the answers that are due are given. */
const stopReading = (socket: Socket): void => {
  // The parser is in the middle of a piece; the next one does not get to it.
  process.nextTick(() => socket.removeAllListeners('data').on('data', () => undefined));
};

/** The requests of one connection. */
class Pipeline {
  readonly #waiting: Waiting[] = [];
  /** What is being answered. */
  #current: ServerResponse | null = null;
  #isFull = false;
  /** Ends the connection when the others were answered. */
  #end: (() => void) | null = null;

  constructor(readonly socket: Socket) {}

  add(response: ServerResponse, begin: () => void): void {
    if (!this.#current) this.#begin({ response, begin });
    else if (this.#waiting.length < MOST_WAITING && !this.#isFull) this.#waiting.push({ response, begin });
    else this.#refuse();
  }

  /** What comes last is no request, or the body of the last one is damaged. */
  endWith(end: () => void): void {
    this.#isFull = true;
    const last = this.#waiting.at(-1);
    // One whose body is damaged is not begun; its refusal takes its turn.
    if (last && !last.response.req.complete) this.#waiting.pop();
    const current = this.#current;
    const waitsForBody = !last && current && !current.req.complete && !current.headersSent;
    if (current && !waitsForBody) {
      this.#end = end;
      stopReading(this.socket);
    } else end();
  }

  #begin({ response, begin }: Waiting): void {
    this.#current = response;
    response.once('close', this.#next);
    begin();
  }

  readonly #next = (): void => {
    this.#current = null;
    // After an answer that ends the connection, or without a caller, nobody would get what the others ask for.
    if (!this.socket.writable) {
      this.#waiting.length = 0;
      this.#end = null;
    }
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
    else this.#end?.();
  };

  /** The last one that waits ends the connection with its answer: its caller sends the others again (RFC 9112, 9.3.2). */
  #refuse(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    const last = this.#waiting.at(-1);
    if (last) last.response.shouldKeepAlive = false;
    stopReading(this.socket);
  }
}

/** The requests of every connection. */
export interface Pipelines {
  /** Is told of each request, and begins it when it is its turn: at once, where none is before it. */
  inTurn(response: ServerResponse, begin: () => void): void;
  /** Refuses what is no request when those before it were answered, and takes no more; `end` answers and closes. */
  endWith(socket: Duplex, end: () => void): void;
}

/** Makes them. */
export const createPipelines = (): Pipelines => {
  const pipelines = new WeakMap<Duplex, Pipeline>();
  return {
    inTurn: (response, begin) => {
      const { socket } = response.req;
      const known = pipelines.get(socket);
      const pipeline = known ?? new Pipeline(socket);
      if (!known) pipelines.set(socket, pipeline);
      pipeline.add(response, begin);
    },
    endWith: (socket, end) => {
      const pipeline = pipelines.get(socket);
      if (pipeline) pipeline.endWith(end);
      else end();
    },
  };
};
