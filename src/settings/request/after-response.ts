/** Runs work after the response, so that its duration reveals nothing to the client. */

import type { Stoppable } from '../../concurrency/background-loop.ts';
import { fail, retryAfter } from '../../errors/api-error.ts';

/** Maximum jobs that wait, for seconds; after a stop clients repeat jobs that did not start. */
const MOST_WAITING = 100;

/** Queue of work that runs after a response, one job at a time. */
export class AfterResponse implements Stoppable {
  #waiting = 0;
  #stopping = false;
  #last: Promise<void> = Promise.resolve();

  /** @param failed gets the error of a job, for the log */
  constructor(readonly failed: (error: unknown) => void) {}

  /** Adds a job to the queue. @throws 429 `too_many_mails` where the queue is full */
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
