/**
 * Retention rules of an organisation: how long records of a kind have to be stored. Seeded rules follow from German law; an
 * organisation's settings change them, add others and remove them (rules 16.22).
 */

/** A rule: years from the day on which a record ended. */
export interface RetentionRule {
  /** Path of the record kind. */
  readonly section: string;
  readonly years: number;
  /** The years begin on that day, or with the year after it. */
  readonly from: 'end_of_year' | 'date';
  /** The law or reason. */
  readonly basis: string;
}

/** The stored rules of an organisation, by record kind; null for a removed seeded rule. */
export type StoredRules = Readonly<Record<string, Omit<RetentionRule, 'section'> | null>>;

/** Greatest number of years of a rule. */
export const MAX_RETENTION_YEARS = 100;
/** Days after which deleted records are purged, unless the organisation has its own number. */
export const PURGE_DAYS = 90;

const seededRules: readonly RetentionRule[] = [
  { section: 'contracts', years: 5, from: 'end_of_year', basis: '§ 22 VersVermV' },
  { section: 'damages', years: 5, from: 'end_of_year', basis: '§ 22 VersVermV' },
  { section: 'finances', years: 8, from: 'end_of_year', basis: '§ 257 HGB' },
];

/** The rules of an organisation, seeded ones first. @param stored `retention` of its settings */
export const retentionRulesOf = (stored: StoredRules = {}): readonly RetentionRule[] => {
  const rules = new Map(seededRules.map((rule) => [rule.section, rule]));
  for (const [section, rule] of Object.entries(stored)) {
    if (rule) rules.set(section, { section, ...rule });
    else rules.delete(section);
  }
  return [...rules.values()];
};
