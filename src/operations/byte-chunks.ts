/**
 * Text gathered as bytes: a list of 5,000 records is never one string, and no string outlives its row. What is gathered is
 * bounded, because it is held until its reader has taken it.
 */
import { answerTooLarge } from '../errors.ts';

/** Most bytes of one answer; a page of 5,000 records as they usually are has a tenth of it. */
const MOST_BYTES = 64 * 1024 * 1024;

const [SMALLEST, LARGEST] = [8 * 1024, 256 * 1024];
/** Most bytes that a UTF-16 unit takes in UTF-8. */
const WIDEST = 3;
const NOTHING = Buffer.alloc(0);

/** How large an answer is, in whatever parts it is gathered. */
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

export class ByteChunks {
  readonly #full: Buffer[] = [];
  readonly #size: AnswerSize;
  #current = NOTHING;
  #next = SMALLEST;
  #used = 0;

  constructor(size = new AnswerSize()) {
    this.#size = size;
  }

  /** A part of the same answer that is gathered beside it, until it is appended. */
  part(): ByteChunks {
    return new ByteChunks(this.#size);
  }

  /** Appends a text. @throws 413 `payload_too_large` where the answer is longer than one may be */
  add(text: string): void {
    const most = text.length * WIDEST;
    if (most > this.#current.length - this.#used) {
      this.#close();
      if (most > LARGEST) {
        const bytes = Buffer.from(text);
        this.#size.add(bytes.length);
        this.#full.push(bytes);
        return;
      }
      this.#current = Buffer.allocUnsafe(Math.max(this.#next, most));
      this.#next = Math.min(2 * this.#next, LARGEST);
    }
    const written = this.#current.write(text, this.#used);
    this.#size.add(written);
    this.#used += written;
  }

  /** Appends what a part of this answer has. */
  append(part: ByteChunks): void {
    this.#close();
    this.#full.push(...part.chunks);
  }

  /** Puts aside what the current buffer holds; what follows stands in the rest of it. */
  #close(): void {
    if (!this.#used) return;
    this.#full.push(this.#current.subarray(0, this.#used));
    this.#current = this.#current.subarray(this.#used);
    this.#used = 0;
  }

  /** Bytes of the whole answer so far, with those of its other parts. */
  get bytes(): number {
    return this.#size.bytes;
  }

  /** What was gathered, in order. */
  get chunks(): readonly Buffer[] {
    this.#close();
    return [...this.#full];
  }
}
