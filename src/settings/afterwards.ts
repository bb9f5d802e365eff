/** Work that begins after the answer to its call, so that how long it takes tells the caller nothing. */
import { fail, retryAfter } from '../errors.ts';
import type { Stoppable } from '../rounds.ts';

/** So much may wait; it is a matter of seconds, and what is not begun when the service stops is asked for again. */
const MOST_WAITING = 100;

/** Does one thing after the other. */
export class Afterwards implements Stoppable {
  #waiting = 0;
  #stopping = false;
  #last: Promise<void> = Promise.resolve();

  /** @param failed takes what went wrong, for the log: nobody else hears of it */
  constructor(readonly failed: (error: unknown) => void) {}

  /** Has work done as soon as what came before it is done. @throws 429 `too_many_mails` where too much waits */
  begin(work: () => Promise<unknown>): void {
    if (this.#waiting >= MOST_WAITING) {
      throw fail('too_many_mails', retryAfter(60));
    }
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      try {
        if (!this.#stopping) await work();
      } catch (error) {
        this.failed(error);
      } finally {
        this.#waiting -= 1;
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#last;
  }
}
