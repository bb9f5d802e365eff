/** Retention rules, the period after which deleted records are purged, and the texts of the page for a person (rules 16.22). */
import { z } from 'zod';
import { languages } from '../../shared/disclosure.ts';
import { MAX_DISCLOSURE, MAX_PURGE_DAYS, RESTORE_DAYS } from '../../shared/limits.ts';
import { MAX_RETENTION_YEARS } from '../../shared/retention-rules.ts';
import { answer, changeOf, done, listOf, type Routes } from './route.ts';

const rule = z.strictObject({
  section: z.string().max(60),
  years: z.int().min(0).max(MAX_RETENTION_YEARS),
  from: z.enum(['end_of_year', 'date']),
  basis: z.string().trim().min(1).max(255),
});
const purgeDays = z.int().min(RESTORE_DAYS).max(MAX_PURGE_DAYS);

const text = z.string().trim().max(MAX_DISCLOSURE);
const texts = z.strictObject({ purposes: text, recipients: text, source: text, rights: text });
const disclosure = z.strictObject({ language: z.enum(languages), de: texts, en: texts });

const rules = z.strictObject({ rules: listOf(rule, 50).optional(), purge_days: purgeDays.optional() });
const change = rules.extend({ disclosure: disclosure.optional() });
const due = z.strictObject({ section: z.string(), erased: z.number(), purged: z.number(), within_year: z.number() });

export const privacyRoutes = {
  'GET /privacy': {
    answer: answer({ rules: z.array(rule), purge_days: z.number(), sections: z.array(z.string()), disclosure }),
    about:
      '`sections`: record kinds that may have a rule. `disclosure`: the texts of the page for a person by language, and the language of pages for which none is asked.',
  },
  'PATCH /privacy': {
    body: changeOf(change),
    answer: done,
    about: `\`rules\` replaces all rules. \`purge_days\` (${RESTORE_DAYS} to ${MAX_PURGE_DAYS}): deleted records that nothing keeps are purged after so many days. \`disclosure\` replaces language and texts (each up to ${MAX_DISCLOSURE} characters).`,
  },
  'POST /privacy/preview': {
    body: rules,
    answer: answer({ sections: z.array(due), is_minimum: z.boolean() }),
    about:
      'The rows that the service would remove now under these rules and this period: `erased` of customers that were erased, `purged` of records that users deleted. `within_year`: both, now or within the next 365 days. `is_minimum`: there are more than were counted within five seconds.',
  },
} satisfies Routes;
