/** Text gathered as bytes: a list of 5,000 records is never one string, and no string outlives its row. */

const CHUNK = 256 * 1024;
/** Most bytes that a UTF-16 unit takes in UTF-8. */
const WIDEST = 3;

export class ByteChunks {
  readonly #full: Buffer[] = [];
  #current = Buffer.allocUnsafe(CHUNK);
  #used = 0;

  /** Appends a text. */
  add(text: string): void {
    if (text.length * WIDEST > CHUNK - this.#used) {
      this.#close();
      if (text.length * WIDEST > CHUNK) {
        this.#full.push(Buffer.from(text));
        return;
      }
    }
    this.#used += this.#current.write(text, this.#used);
  }

  #close(): void {
    if (!this.#used) return;
    this.#full.push(this.#current.subarray(0, this.#used));
    this.#current = Buffer.allocUnsafe(CHUNK);
    this.#used = 0;
  }

  /** What was gathered, in order. */
  get chunks(): readonly Buffer[] {
    return [...this.#full, this.#current.subarray(0, this.#used)];
  }
}
