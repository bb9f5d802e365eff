/**
 * Answers lie in memory until their callers have taken them. Of large ones only so much may lie there, and a caller who
 * takes nothing of his for long is cut off (rules 8.11): also where it comes piece by piece, and holds a file or a connection
 * to the bucket.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { noRoom } from './bulkhead.ts';

const MIB = 1024 * 1024;

/** What is held to, in bytes and milliseconds. */
const LIMITS = {
  /** Less than this the system takes at once, whoever reads it. */
  watchedFrom: 64 * 1024,
  /** From here on answers are counted: ordinary pages are smaller, and are answered whatever others leave unread. */
  countedFrom: MIB,
  /** What may lie in memory of all, and of one organisation, so that none takes the room of the others. */
  all: 256 * MIB,
  ofOne: 128 * MIB,
  /** How long a caller may take nothing. */
  untakenMs: 30_000,
};

const REFUSAL = noRoom('Too many large answers wait to be read by their callers');

/** Whose answer it is. */
interface Asking {
  readonly orgId: number;
  /** It changed something: to refuse its answer would have it done again. */
  readonly hasWritten: boolean;
}

/** Ends an answer of which nothing is taken for so long; a piece that is taken in part counts as taken. */
const watch = (response: ServerResponse, ms: number): void => {
  const { socket } = response.req;
  response.setTimeout(ms, () => {
    // Where nothing lies there to be taken, it is the keeper of files that is slow.
    if (response.writableLength) response.destroy();
    else socket.setTimeout(ms);
  });
  // Node.js leaves it to the next answer where one waits on the connection, and that may take its time.
  response.once('close', () => {
    if (socket.timeout === ms) socket.setTimeout(0);
  });
};

/** The answers of a process that their callers have not taken yet. */
export class UnreadAnswers {
  #bytes = 0;
  readonly #ofOrganisations = new Map<number, number>();

  constructor(readonly limits = LIMITS) {}

  /** Of large answers. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Cuts off who takes nothing of an answer that is about to be sent.
   * @param body as it is sent: what comes piece by piece is watched however long it is
   */
  watch(response: ServerResponse, body: unknown): void {
    const { watchedFrom, untakenMs } = this.limits;
    const size = typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;
    // Of one that is closed already nobody hears again.
    if ((body instanceof Readable || size >= watchedFrom) && !response.destroyed) watch(response, untakenMs);
  }

  /**
   * Counts an answer that is about to be sent, until it was taken or its caller is gone.
   * @param size its bytes, as it lies in memory
   * @throws 503 `service_unavailable` where too much lies there already
   */
  hold(response: ServerResponse, size: number, { orgId, hasWritten }: Asking): void {
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
