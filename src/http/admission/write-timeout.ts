/**
 * Responses stay in memory until the client has read them. Large responses have a memory limit, and a client that
 * reads nothing for too long is disconnected (rules 8.11), also during a stream that holds a file or a connection to
 * the bucket.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { overloaded } from './bulkhead.ts';

const MIB = 1024 * 1024;

/** Limits in bytes and milliseconds. */
const LIMITS = {
  /** The operating system buffers less than this at once. */
  watchedFrom: 64 * 1024,
  /** Responses from this size on count; ordinary pages are smaller and are always sent. */
  countedFrom: MIB,
  /** Memory limit of unread responses in all and of one organisation, so that none uses it all. */
  all: 256 * MIB,
  ofOne: 128 * MIB,
  /** How long a caller may take nothing. */
  untakenMs: 30_000,
};

const REFUSAL = overloaded('Too many large answers wait to be read by their callers');

/** The caller of a response. */
interface Asking {
  readonly orgId: number;
  /** It changed something: to refuse its answer would have it done again. */
  readonly hasWritten: boolean;
}

/** Closes a response of which the client reads nothing for `ms`; a partial read counts. */
const watch = (response: ServerResponse, ms: number): void => {
  const { socket } = response.req;
  response.setTimeout(ms, () => {
    // With an empty buffer the file store is slow, not the client.
    if (response.writableLength) response.destroy();
    else socket.setTimeout(ms);
  });
  // Node.js leaves it to the next answer where one waits on the connection, and that may take its time.
  response.once('close', () => {
    if (socket.timeout === ms) socket.setTimeout(0);
  });
};

/** The answers of a process that their callers have not taken yet. */
export class ResponseMemoryLimit {
  #bytes = 0;
  readonly #ofOrganisations = new Map<number, number>();

  constructor(readonly limits = LIMITS) {}

  /** Of large answers. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Starts the write timeout of a response that is about to be sent.
   * @param body the body; streams are watched at any length
   */
  watchWriteTimeout(response: ServerResponse, body: unknown): void {
    const { watchedFrom, untakenMs } = this.limits;
    const size = typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;
    // A closed response emits no further events.
    if ((body instanceof Readable || size >= watchedFrom) && !response.destroyed) watch(response, untakenMs);
  }

  /**
   * Counts a response until it was read or its client is disconnected.
   * @param size bytes in memory
   * @throws 503 `service_unavailable` beyond the limit
   */
  reserve(response: ServerResponse, size: number, { orgId, hasWritten }: Asking): void {
    const { all, ofOne, countedFrom } = this.limits;
    if (size < countedFrom || response.destroyed) return;
    // One alone is always sent, however large.
    const isTooMuch = (held: number, most: number): boolean => held > 0 && held + size > most;
    const own = this.#ofOrganisations.get(orgId) ?? 0;
    if (!hasWritten && (isTooMuch(this.#bytes, all) || isTooMuch(own, ofOne))) throw REFUSAL;
    this.#add(orgId, size);
    response.once('close', () => this.#add(orgId, -size));
  }

  #add(orgId: number, size: number): void {
    const own = (this.#ofOrganisations.get(orgId) ?? 0) + size;
    if (own) this.#ofOrganisations.set(orgId, own);
    else this.#ofOrganisations.delete(orgId);
    this.#bytes += size;
  }
}
