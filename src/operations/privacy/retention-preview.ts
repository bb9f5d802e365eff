/** Preview of retention rules and a period: numbers of rows by section that they would erase and purge now (docs/privacy.md). */
import { purgedKinds } from '../../derive/privacy/purged-kinds.ts';
import { isNotFound } from '../../errors/api-error.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type Retention, withRetention } from '../org-settings/retention.ts';
import { holdOf } from './holds.ts';
import { findPerson } from './person.ts';
import { findPurgeable, purgedBefore } from './purge-deleted.ts';
import { planErasure } from './retention-plan.ts';

/** A count ends after so many erased customers, or so many portions of deleted records of a kind, or milliseconds. */
const MOST = { customers: 500, portions: 5, ms: 2500 };
const YEAR_MS = 365 * DAY_MS;

/** Rows of a section. */
interface SectionDue {
  readonly section: string;
  /** Of customers that were erased, and that a rule retains so far. */
  readonly erased: number;
  /** Deleted by users. */
  readonly purged: number;
}

/** The result of a preview. */
export interface RetentionPreview {
  /** `within_year`: all rows that are due now or within a year. */
  readonly sections: readonly (SectionDue & { readonly within_year: number })[];
  /** Whether the count ended before all rows were read. */
  readonly is_minimum: boolean;
}

/** Rows of an erased customer that nothing would retain, by section. */
const erasable = async (context: Context, kid: number): Promise<readonly { section: string; erased: number }[]> => {
  try {
    const person = await findPerson(context, kid);
    return (await holdOf(context, kid)) ? [] : (await planErasure(context, person)).sections;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
};

/** Counts the rows that are due by the clock of the context. */
const countDue = async (context: Context) => {
  const { db, model, actor } = context;
  const sections = new Map<string, SectionDue>();
  const add = (section: string, erased: number, purged: number): void => {
    if (erased + purged === 0) return;
    const known = sections.get(section);
    sections.set(section, {
      section,
      erased: (known?.erased ?? 0) + erased,
      purged: (known?.purged ?? 0) + purged,
    });
  };
  const end = performance.now() + MOST.ms;
  const restricted = await db.queryLong<{ kid: number }>(sql`select e.kid
    from erasure e
    where e.org_id = ${actor.orgId} and e.state = 'restricted'
    order by e.id
    limit ${MOST.customers + 1}`);
  let isMinimum = restricted.length > MOST.customers;
  for (const { kid } of restricted.slice(0, MOST.customers)) {
    if (performance.now() > end) isMinimum = true;
    else for (const { section, erased } of await erasable(context, kid)) add(section, erased, 0);
  }
  for (const kind of purgedKinds(model.registry)) {
    let isAll = false;
    for await (const { ids, isLast } of findPurgeable(context, kind, purgedBefore(context), MOST.portions)) {
      add(kind.resource.path, 0, ids.length);
      isAll = isLast;
      if (performance.now() > end) break;
    }
    isMinimum ||= !isAll;
  }
  return { sections, isMinimum };
};

/**
 * Previews a change of rules, of the period or of both; nothing is written.
 * @param context with the settings as they are
 * @throws 400 `validation_failed` as `setRetention`
 */
export const previewRetention = async (context: Context, change: Partial<Retention>): Promise<RetentionPreview> => {
  const { model } = context;
  const changed = { ...context, model: { ...model, settings: withRetention(model.settings, change) } };
  const due = await countDue(changed);
  const later = await countDue({ ...changed, now: () => context.now() + YEAR_MS });
  const sections = [...new Set([...due.sections.keys(), ...later.sections.keys()])].map((section) => {
    const { erased, purged } = due.sections.get(section) ?? { erased: 0, purged: 0 };
    const inYear = later.sections.get(section);
    return {
      section,
      erased,
      purged,
      within_year: Math.max(erased + purged, inYear ? inYear.erased + inYear.purged : 0),
    };
  });
  return { sections, is_minimum: due.isMinimum || later.isMinimum };
};
