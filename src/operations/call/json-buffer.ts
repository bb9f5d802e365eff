/**
 * Buffer for large JSON: text is collected as bytes, so that a list of 5,000 records is never one string. Its size is bounded,
 * because it stays in memory until the client has read it.
 */
import { answerTooLarge } from '../../errors/api-error.ts';

/** Most bytes of one answer; a page of 5,000 records as they usually are has a tenth of it. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Characters that are encoded together. */
const CHUNK = 64 * 1024;

/** The size of a response over all its parts. */
class AnswerSize {
  #bytes = 0;

  /** @throws 413 `payload_too_large` */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MOST_BYTES) throw answerTooLarge();
  }

  get bytes(): number {
    return this.#bytes;
  }
}

export class JsonBuffer {
  readonly #full: Buffer[] = [];
  readonly #size: AnswerSize;
  #text = '';

  constructor(size = new AnswerSize()) {
    this.#size = size;
  }

  /** A separate part of the same response, appended later. */
  part(): JsonBuffer {
    return new JsonBuffer(this.#size);
  }

  /** Appends a text. @throws 413 `payload_too_large` where the answer is longer than one may be */
  add(text: string): void {
    this.#size.add(Buffer.byteLength(text));
    this.#text += text;
    if (this.#text.length >= CHUNK) this.#close();
  }

  /** Appends the content of a part. */
  append(part: JsonBuffer): void {
    this.#close();
    this.#full.push(...part.chunks);
  }

  /** Completes the current chunk. */
  #close(): void {
    if (this.#text) this.#full.push(Buffer.from(this.#text));
    this.#text = '';
  }

  /** Bytes of the whole answer so far, with those of its other parts. */
  get bytes(): number {
    return this.#size.bytes;
  }

  /** The chunks in order. */
  get chunks(): readonly Buffer[] {
    this.#close();
    return [...this.#full];
  }
}
