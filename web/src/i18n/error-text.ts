/** What to tell people about an error, in their language. */
import i18next from 'i18next';
import { ApiError, type Issue } from '../api/client.ts';
import { errors } from './errors.ts';

const has = (table: object, code: string): boolean => Object.hasOwn(table, code);

/** Wording of an error; the API's own text where the table has none. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (has(errors.de.codes, error.error)) {
    return i18next.t(`codes.${error.error as keyof typeof errors.de.codes}`, { ns: 'errors' });
  }
  return error.message;
};

/** Findings whose English text is meant for programs. */
const TECHNICAL = new Set(['too_small', 'too_big', 'invalid_type', 'invalid_union', 'invalid_value']);

/** Wording of one finding. Other English texts of the API say more than the table, so English readers get those. */
export const issueText = (issue: Issue): string => {
  if (i18next.language === 'en' && issue.message && !TECHNICAL.has(issue.code)) return issue.message;
  if (has(errors.de.issues, issue.code)) {
    return i18next.t(`issues.${issue.code as keyof typeof errors.de.issues}`, { ns: 'errors' });
  }
  return issue.message;
};
