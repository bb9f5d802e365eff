/** A process that is started again when it dies, until it is stopped. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** The supervised process. */
export interface SupervisorOptions {
  launch(): ChildProcess;
  /** Waits until it does its work. @returns false where it does not; it was ended then */
  untilReady(child: ChildProcess): Promise<boolean>;
  /** Removes the remains of a dead process. @throws Error where it can never be restarted */
  clear(): Promise<void>;
  /** Is called where it is not started again, with the reason. */
  lost(reason: Error): void;
  /** Is called when it died. */
  died(how: string): void;
}

/** Milliseconds before it is started again, twice as many after each try. */
const WAIT = { first: 100, most: 5000 };
/** Escalation of signals after these milliseconds; a suspended process (SIGSTOP) obeys only the last of them. */
const LATE = [
  [20_000, 'SIGQUIT'],
  [25_000, 'SIGKILL'],
] as const;

/** Whether a process was started and has not ended. */
export const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** The process there is at a moment. */
export class ProcessSupervisor {
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(readonly how: SupervisorOptions) {}

  /** Starts it. @returns whether it is ready; it is not supervised else */
  async start(): Promise<boolean> {
    const child = this.how.launch();
    this.#child = child;
    if (!(await this.how.untilReady(child))) return false;
    this.#watch(child);
    return true;
  }

  /** Asks it to end, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || !isRunning(child)) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGINT');
    const late = LATE.map(([ms, signal]) => setTimeout(() => child.kill(signal), ms));
    await gone;
    for (const timer of late) clearTimeout(timer);
  }

  #watch(child: ChildProcess): void {
    const died = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (this.#stopping) return;
      this.how.died(signal ?? `exit code ${code}`);
      this.#restart().catch((reason: Error) => this.how.lost(reason));
    };
    // It may have died between its first answer and now.
    if (isRunning(child)) child.once('exit', died);
    else died(child.exitCode, child.signalCode);
  }

  async #restart(): Promise<void> {
    for (let wait = WAIT.first; !this.#stopping; wait = Math.min(wait * 2, WAIT.most)) {
      await pause(wait);
      if (this.#stopping) return;
      await this.how.clear();
      if (this.#stopping || (await this.start())) return;
    }
  }
}
