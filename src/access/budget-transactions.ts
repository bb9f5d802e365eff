/**
 * Statements of the budgets of many organisations, in few transactions. Where many organisations are at work on a busy machine, a
 * transaction for each kept their calls waiting for one of the few connections, a second and longer.
 */
import { BRIEF, type Database, NO_WAIT } from '../db/database.ts';
import { type Sql, sql } from '../sql.ts';

/** Organisations in one transaction. */
const MOST = 100;
/**
 * Where somebody holds the budget of one of them for longer, each gets a transaction of its own. Not on a cluster: there
 * the organisations of a range wait for each other all the same, and at the end of a move all of them do.
 */
const SHORT_WAIT = sql`set local lock_timeout = '500ms'`;

interface Asked {
  readonly orgId: number;
  readonly statements: () => readonly Sql[];
  readonly take: (rows: readonly unknown[][]) => void;
  readonly refuse: (error: unknown) => void;
}

/** What is asked for while as many transactions as there are connections are under way, or in one round of the event loop. */
class Gathered {
  #waiting: Asked[] = [];
  #running = 0;
  #begins = false;

  /**
   * @param first stands first in a transaction of several
   * @param over is told when nothing is left
   */
  constructor(
    private readonly db: Database,
    private readonly first: readonly Sql[],
    private readonly over: () => void,
  ) {}

  add(asked: Asked): void {
    this.#waiting.push(asked);
    this.#beginSoon();
  }

  #beginSoon(): void {
    if (this.#begins || this.#running >= BRIEF) return;
    this.#begins = true;
    setImmediate(() => {
      this.#begins = false;
      this.#begin();
    });
  }

  #begin(): void {
    // Whoever locks several budgets does so in one order, so that processes never wait for each other.
    const asked = this.#waiting.splice(0, MOST).sort((a, b) => a.orgId - b.orgId);
    this.#running += 1;
    if (this.#waiting.length) this.#beginSoon();
    void this.#answer(asked).finally(() => {
      this.#running -= 1;
      if (this.#waiting.length) this.#beginSoon();
      else if (!this.#running && !this.#begins) this.over();
    });
  }

  /** One that cannot be answered keeps no other one from its answer. */
  async #answer(asked: readonly Asked[]): Promise<void> {
    try {
      await this.#ask(asked);
    } catch (error) {
      if (asked.length === 1) asked[0]?.refuse(error);
      else await Promise.all(asked.map((one) => this.#answer([one])));
    }
  }

  async #ask(asked: readonly Asked[]): Promise<void> {
    const [first] = asked;
    if (!first) return;
    const sent = asked.map(({ statements }) => statements());
    // Losing a moment's counts in a crash of the server does no harm; waiting for the disk at every chunk would.
    const before = [NO_WAIT, ...(asked.length > 1 ? this.first : [])];
    const rows = await this.db.of(first.orgId).brief(first.orgId, (tx) => tx.finish([...before, ...sent.flat()]));
    let at = before.length;
    for (const [i, { take }] of asked.entries()) {
      const n = sent[i]?.length ?? 0;
      take(rows.slice(at, at + n));
      at += n;
    }
  }
}

/** The transactions of a process: on a cluster none of several ranges, since those of one may have to wait while it is moved. */
export class BudgetTransactions {
  readonly #byRange = new Map<string, Gathered>();

  constructor(private readonly db: Database) {}

  /**
   * Runs statements of one organisation in a transaction, beside those of others.
   * @param statements asked for when they are sent
   * @returns the rows of each
   */
  do(orgId: number, statements: () => readonly Sql[]): Promise<readonly unknown[][]> {
    const range = this.db.rangeOf(orgId);
    const isCluster = this.db.ranges() > 1;
    // As long as a cluster's ranges are not known, each organisation is taken for one.
    const key = range === null && isCluster ? `organisation ${orgId}` : `range ${range}`;
    const first = isCluster ? [] : [SHORT_WAIT];
    const gathered = this.#byRange.get(key) ?? new Gathered(this.db, first, () => this.#byRange.delete(key));
    this.#byRange.set(key, gathered);
    return new Promise((take, refuse) => gathered.add({ orgId, statements, take, refuse }));
  }
}
