/**
 * Statements shown on demand (LOG_LEVEL=debug, CONTRIBUTING.md): each with its time and the request that sent it, and
 * the first time also its plan. Values are never shown, so the plan is the generic one, which PostgreSQL 16 and newer
 * can tell; an older server shows none.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { raw, type Sql, sql } from '../sql.ts';
import type { Database, Tx } from './database.ts';

type LogStatement = (level: 'debug', message: string, details: Readonly<Record<string, unknown>>) => void;

/** A database whose statements are shown. */
export interface Traced {
  readonly db: Database;
  /** What runs below it is shown with the request's id. */
  during(requestId: string, run: () => void): void;
}

/** What PostgreSQL can show a plan of. */
const PLANNED = /^\s*(?:select|insert|update|delete|with|values)\b/i;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Shows every statement that goes to the database. */
export const traced = (db: Database, log: LogStatement): Traced => {
  const request = new AsyncLocalStorage<string>();
  const planned = new Set<string>();
  const planOf = async (text: string): Promise<string[] | undefined> => {
    if (planned.has(text) || !PLANNED.test(text)) return undefined;
    planned.add(text);
    const explained = sql`explain (generic_plan) ${raw(text)}`;
    const lines = await db.readLong<{ 'QUERY PLAN': string }>(explained).catch(() => []);
    return lines.map((line) => line['QUERY PLAN']);
  };
  const shown = async <T>(statement: Sql, answer: Promise<T>, count: (answer: T) => number): Promise<T> => {
    const { name, text } = statement.query;
    const begun = performance.now();
    const requestId = request.getStore();
    const show = async (outcome: Readonly<Record<string, unknown>>): Promise<void> => {
      const ms = tenths(performance.now() - begun);
      log('debug', 'statement', { request_id: requestId, name, ms, ...outcome, text, plan: await planOf(text) });
    };
    try {
      const answered = await answer;
      void show({ rows: count(answered) });
      return answered;
    } catch (error) {
      void show({ error: (error as { code?: string }).code ?? 'failed' });
      throw error;
    }
  };
  const lengthOf = (rows: readonly unknown[]): number => rows.length;
  const inside = (tx: Tx): Tx => ({
    keyRing: tx.keyRing,
    nextId: tx.nextId,
    run: (query) => shown(query, tx.run(query), lengthOf),
    finish: async (queries) => {
      const answers = tx.finish(queries);
      const each = queries.map((query, i) => shown(query, answers, (rows) => rows[i]?.length ?? 0));
      return (await Promise.all([answers, ...each]))[0];
    },
  });
  const shownOf = (of: Database): Database => ({
    ...of,
    of: (orgId) => shownOf(of.of(orgId)),
    get coordinator() {
      return shownOf(of.coordinator);
    },
    read: (query) => shown(query, of.read(query), lengthOf),
    readLong: (query, asker) => shown(query, of.readLong(query, asker), lengthOf),
    stream: (query, row, asker) => {
      let rows = 0;
      const counted = (columns: readonly unknown[]): void => {
        rows += 1;
        row(columns);
      };
      return shown(query, of.stream(query, counted, asker), () => rows);
    },
    transaction: (work) => of.transaction((tx) => work(inside(tx))),
    brief: (orgId, work) => of.brief(orgId, (tx) => work(inside(tx))),
  });
  return { db: shownOf(db), during: (requestId, run) => request.run(requestId, run) };
};
