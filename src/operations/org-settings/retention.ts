/** Settings of privacy: retention rules, the period of purges, and the texts of the page for a person (rules 16.22). */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import type { OrganisationSettings } from '../../derive/org-settings/apply-settings.ts';
import { PERSONS, personKinds } from '../../derive/privacy/person-records.ts';
import { invalid } from '../../errors/api-error.ts';
import { registry } from '../../model/registry.ts';
import { type Disclosure, disclosureOf } from '../../shared/disclosure.ts';
import { PURGE_DAYS, type RetentionRule, retentionRulesOf } from '../../shared/retention-rules.ts';
import { sql } from '../../sql/sql.ts';
import { changeSettings, readSettings } from './settings-document.ts';

/** Rules, period and texts of an organisation. */
export type Retention = {
  readonly rules: readonly RetentionRule[];
  readonly purge_days: number;
  readonly disclosure: Disclosure;
};

/** Record kinds that may have a rule. */
const ruledSections = (): readonly string[] =>
  personKinds(registry)
    .map(({ resource }) => resource.path)
    .filter((path) => path !== PERSONS);

/** The rules, the period and the texts that settings say. */
export const retentionOf = ({ retention, purge_days = PURGE_DAYS, disclosure }: OrganisationSettings): Retention => ({
  rules: retentionRulesOf(retention),
  purge_days,
  disclosure: disclosureOf(disclosure),
});

/** The rules of an organisation, and the record kinds that may have one. @throws 404 for an unknown organisation */
export const readRetention = async (
  db: Database,
  orgId: number,
): Promise<Retention & { readonly sections: readonly string[] }> => ({
  ...retentionOf(await readSettings(db, orgId)),
  sections: ruledSections(),
});

/** @throws 400 `validation_failed` for a record kind that may have no rule, or has two */
const requireSections = (rules: readonly RetentionRule[]): void => {
  const sections = ruledSections();
  const issues = rules.flatMap(({ section }, at) => {
    const path = ['rules', at, 'section'];
    if (!sections.includes(section))
      return [{ path, code: 'invalid_value', message: `section must be one of ${sections.join(', ')}.` }];
    return rules.findIndex((rule) => rule.section === section) < at
      ? [{ path, code: 'duplicate_name', message: `There is a rule of ${section} already.` }]
      : [];
  });
  if (issues.length) throw invalid(issues);
};

/** Settings with other rules, another period or other texts. @throws 400 `validation_failed` as `setRetention` */
export const withRetention = (
  settings: OrganisationSettings,
  { rules, purge_days, disclosure }: Partial<Retention>,
): OrganisationSettings => {
  const next = {
    ...settings,
    ...(purge_days === undefined ? {} : { purge_days }),
    ...(disclosure ? { disclosure } : {}),
  };
  if (!rules) return next;
  requireSections(rules);
  const removed = retentionRulesOf().map(({ section }) => [section, null] as const);
  const stored = rules.map(({ section, ...rule }) => [section, rule] as const);
  return {
    ...next,
    retention: Object.fromEntries<Omit<RetentionRule, 'section'> | null>([...removed, ...stored]),
  };
};

/**
 * Replaces the rules, the period or the texts; absent ones stay. Records that a rule retained are checked again at once.
 * @throws 400 `validation_failed`, 404 for an unknown organisation
 */
export const setRetention = async (
  db: Database,
  orgId: number,
  change: Partial<Retention>,
  by: Author = SERVICE,
): Promise<void> =>
  changeSettings(
    db,
    orgId,
    async (settings, tx) => {
      const next = withRetention(settings, change);
      if (change.rules)
        await tx.run(sql`update erasure
          set due = null, leased_until = null
          where org_id = ${orgId} and state = 'restricted'`);
      return next;
    },
    by,
  );
