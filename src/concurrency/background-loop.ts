/** Background loop: runs a job repeatedly with a pause between the runs, until it is stopped. */

/** A background job that is stopped before the service ends. */
export interface Stoppable {
  /** Finishes the running work. */
  stop(): Promise<void>;
}

/** Repeats one job in the background; `run` starts it. */
export class BackgroundLoop implements Stoppable {
  readonly #stopped = new AbortController();
  /** Whether `wake` was called since the last pause. */
  #woken = false;
  #endRest = (): void => undefined;
  #over: Promise<void> = Promise.resolve();

  /** Aborted when the loop is stopped. */
  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Whether running work should finish early. */
  get stopping(): boolean {
    return this.signal.aborted;
  }

  /** Does rounds from now on. @param round one of them, with the rest that follows it; throws nothing */
  run(round: () => Promise<void>): void {
    this.#over = (async () => {
      while (!this.stopping) await round();
    })();
  }

  /** Does work now and after each pause. @param failed gets its errors, but for those of a stopped loop */
  repeat(work: () => Promise<unknown>, restMs: () => number, failed: (error: Error) => void): this {
    this.run(async () => {
      await work().catch((error: Error) => {
        if (!this.stopping) failed(error);
      });
      await this.sleep(restMs());
    });
    return this;
  }

  /** Waits for some milliseconds, or until it is woken. */
  async sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#woken ? 0 : milliseconds);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    // Several wake-ups in the same moment count as one.
    await new Promise((resolve) => setImmediate(resolve));
    this.#woken = this.stopping;
  }

  /** Ends the current pause, or the next one: there is work. */
  wake(): void {
    this.#woken = true;
    this.#endRest();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.wake();
    await this.#over;
  }
}
