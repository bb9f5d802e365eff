/** Work of the service that nobody asks for: one round after the other, with a rest between them, until it is stopped. */

/** What is stopped before the service ends. */
export interface Stoppable {
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

/** Rounds of one work, begun by `run`. */
export class Rounds implements Stoppable {
  #stopping = false;
  /** Somebody has woken the work since its last rest. */
  #woken = false;
  #endRest = (): void => undefined;
  #over: Promise<void> = Promise.resolve();

  /** Whether work under way should come to its end. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Does rounds from now on. @param round one of them, with the rest that follows it; throws nothing */
  run(round: () => Promise<void>): void {
    this.#over = (async () => {
      while (!this.#stopping) await round();
    })();
  }

  /** Waits for some milliseconds, or until it is woken. */
  async rest(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#woken ? 0 : milliseconds);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    // Whatever else wakes it in this moment wakes it once.
    await new Promise((resolve) => setImmediate(resolve));
    this.#woken = this.#stopping;
  }

  /** Ends the rest, or the one that comes next: there is work. */
  wake(): void {
    this.#woken = true;
    this.#endRest();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#over;
  }
}
