/** The request budgets of all organisations in this process (decisions 6.4; spec: Limits). */
import type { Database } from '../db/database.ts';
import { exchangeWith, removeOldMinutes } from './budget-exchange.ts';
import type { DatabaseClock } from './database-clock.ts';
import { OrganisationBudget } from './organisation-budget.ts';

export { USED_UP } from './organisation-budget.ts';

/** How often unused calls are looked for. */
const SWEEP_MS = 100;
/** Minutes that are kept, and how often older ones are removed. */
const KEPT_MINUTES = 10;

/** Charges calls. */
export interface RequestBudget {
  /** As `OrganisationBudget.charge`. */
  charge(orgId: number, limit: number): number | Promise<number>;
  /** Gives everything back. */
  close(): Promise<void>;
}

export const createRequestBudget = (db: Database, clock: DatabaseClock): RequestBudget => {
  const budgets = new Map<number, OrganisationBudget>();
  const exchange = exchangeWith(db);
  let cleanedAt = 0;

  const sweep = (): void => {
    for (const [orgId, budget] of budgets) {
      if (budget.idle) budgets.delete(orgId);
      else void budget.release();
    }
    const minute = clock.known ? clock.minute() : 0;
    // Not at once after the start: commands and tests that live for seconds leave the work to others.
    cleanedAt ||= minute;
    if (minute - cleanedAt >= KEPT_MINUTES) {
      cleanedAt = minute;
      removeOldMinutes(db, minute - KEPT_MINUTES).catch(() => undefined);
    }
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  return {
    charge: (orgId, limit) => {
      let budget = budgets.get(orgId);
      if (!budget) {
        budget = new OrganisationBudget(orgId, clock, exchange);
        budgets.set(orgId, budget);
      }
      return budget.charge(limit);
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([...budgets.values()].map((budget) => budget.release(true)));
    },
  };
};
