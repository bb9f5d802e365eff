/**
 * Requests that come on a connection before the one in front of them is answered (pipelining, RFC 9112, 9.3.2). Answers go
 * out in the order of requests, so one that is made earlier only lies in memory until its turn: each waits, and nothing
 * of it is done, until the answer before was handed over whole (rules 8.10).
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
  #isAnswering = false;
  #isFull = false;

  constructor(readonly socket: Socket) {}

  add(response: ServerResponse, begin: () => void): void {
    if (!this.#isAnswering) this.#begin({ response, begin });
    else if (this.#waiting.length < MOST_WAITING && !this.#isFull) this.#waiting.push({ response, begin });
    else this.#refuse();
  }

  #begin({ response, begin }: Waiting): void {
    this.#isAnswering = true;
    response.once('close', this.#next);
    begin();
  }

  readonly #next = (): void => {
    this.#isAnswering = false;
    // After an answer that ends the connection, or without a caller, nobody would get what the others ask for.
    if (!this.socket.writable) this.#waiting.length = 0;
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
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

/** @returns what is told of each request, and begins it when it is its turn; at once, where none is before it */
export const createPipelines = (): ((response: ServerResponse, begin: () => void) => void) => {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (response, begin) => {
    const { socket } = response.req;
    const known = pipelines.get(socket);
    const pipeline = known ?? new Pipeline(socket);
    if (!known) pipelines.set(socket, pipeline);
    pipeline.add(response, begin);
  };
};
