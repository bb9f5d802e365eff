/**
 * Says that there is something to deliver, where looking for it is dear: on a cluster that asks every range. Once a
 * transaction that wrote deliveries has committed, its process moves a sequence of the coordinator; workers of all processes
 * read that as often as they would look, and look where it has moved (webhooks/lookout.ts). Nobody waits for it, and what
 * is lost with a process that dies in this moment is found by the looks that are taken all the same. On one server, where
 * a look is as cheap as the question, nothing is sent.
 */
import { prepared, raw, type Sql, sql } from '../sql.ts';

/** What has the sequence: a cluster's coordinator. */
interface Coordinator {
  read<T>(statement: Sql): Promise<T[]>;
}

const SEQUENCE = raw('delivery_announced_seq');
/** Commits of the same moment are announced together. */
const TOGETHER_MS = 100;

const announcing = new WeakSet<Sql>();

/** A statement that writes deliveries: the commit of its transaction is announced. */
export const announced = (statement: Sql): Sql => {
  announcing.add(statement);
  return statement;
};

/** Whether the commit of a statement is to be announced. */
export const isAnnounced = (statement: Sql): boolean => announcing.has(statement);

/** How often something was announced: it differs from what it was where that has happened since. */
export const announcements = async ({ coordinator }: { readonly coordinator: Coordinator }): Promise<number> => {
  const [row] = await coordinator.read<{ n: number }>(
    prepared`select case when is_called then last_value else 0 end::float8 as n from ${SEQUENCE}`,
  );
  return row?.n ?? 0;
};

/** Announces what a process commits. */
export class Announcer {
  #wanted = false;
  #running = false;
  #sent: Promise<void> = Promise.resolve();

  /** @param ranges what a look asks, as far as it is known, or can be found out */
  constructor(
    readonly coordinator: Coordinator,
    readonly ranges: () => Promise<number>,
  ) {}

  /** Something was committed. */
  readonly announce = (): void => {
    this.#wanted = true;
    if (!this.#running) void this.#run();
  };

  /** What is left to be announced is. */
  async close(): Promise<void> {
    await this.#sent;
    await this.#send();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#wanted) {
      this.#sent = this.#send();
      await this.#sent;
      await new Promise<void>((done) => {
        setTimeout(done, TOGETHER_MS).unref();
      });
    }
    this.#running = false;
  }

  async #send(): Promise<void> {
    if (!this.#wanted) return;
    this.#wanted = false;
    try {
      if ((await this.ranges()) > 1) await this.coordinator.read(sql`select nextval('${SEQUENCE}')`);
    } catch {
      // The coordinator does not answer: workers look as soon as it does.
    }
  }
}
