/**
 * Log of all statements (LOG_LEVEL=debug, CONTRIBUTING.md): each with its time and the request that sent it, and the
 * first time also its plan. Values are never logged, so the plan is the generic one of PostgreSQL 16 and newer; an
 * older server shows none.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { raw, type Sql, sql } from '../sql/sql.ts';
import type { Tx } from './transaction.ts';

type LogStatement = (level: 'debug', message: string, details: Readonly<Record<string, unknown>>) => void;

/** Runs an EXPLAIN. */
export type Explain = (statement: Sql) => Promise<readonly { 'QUERY PLAN': string }[]>;

/** Statements that EXPLAIN supports. */
const PLANNED = /^\s*(?:select|insert|update|delete|with|values)\b/i;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Logs the statements that a process sends for requests. */
export class StatementLog {
  readonly #request = new AsyncLocalStorage<string>();
  readonly #planned = new Set<string>();

  constructor(readonly log: LogStatement) {}

  /** Statements sent in `run` are logged with the id of a request. */
  during(requestId: string, run: () => void): void {
    this.#request.run(requestId, run);
  }

  /** Logs a statement when its answer is there. @param count the rows of the answer */
  async show<T>(statement: Sql, answer: Promise<T>, count: (answer: T) => number, explain: Explain): Promise<T> {
    const { name, text } = statement.query;
    const begun = performance.now();
    const requestId = this.#request.getStore();
    if (requestId === undefined) return answer;
    const show = async (outcome: Readonly<Record<string, unknown>>): Promise<void> => {
      const ms = tenths(performance.now() - begun);
      const plan = await this.#planOf(text, explain);
      this.log('debug', 'statement', { request_id: requestId, name, ms, ...outcome, text, plan });
    };
    try {
      const answered = await answer;
      void show({ rows: count(answered) });
      return answered;
    } catch (error) {
      void show({ error: (error as { code?: string }).code ?? 'failed' });
      throw error;
    }
  }

  /** A transaction whose statements are logged. */
  inside(tx: Tx, explain: Explain): Tx {
    return {
      keyRing: tx.keyRing,
      nextId: tx.nextId,
      run: (query) => this.show(query, tx.run(query), (rows) => rows.length, explain),
      finish: async (queries) => {
        const answers = tx.finish(queries);
        const each = queries.map((query, i) => this.show(query, answers, (rows) => rows[i]?.length ?? 0, explain));
        return (await Promise.all([answers, ...each]))[0];
      },
    };
  }

  async #planOf(text: string, explain: Explain): Promise<string[] | undefined> {
    if (this.#planned.has(text) || !PLANNED.test(text)) return undefined;
    this.#planned.add(text);
    const lines = await explain(sql`explain (generic_plan) ${raw(text)}`).catch(() => []);
    return lines.map((line) => line['QUERY PLAN']);
  }
}
