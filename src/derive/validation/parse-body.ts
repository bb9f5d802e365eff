/** Bodies with one schema as a whole: those of the settings and of webhooks. */
import type { z } from 'zod';
import { invalid } from '../../errors/api-error.ts';
import { IssueCollector } from '../../errors/issues.ts';
import { toIssues } from './body-schema.ts';

/** NUL and lone surrogates, which PostgreSQL cannot store (rules 3.4). */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Adds a finding for each text of a body, member names included, that cannot be stored. */
const findUnstorable = (value: unknown, path: readonly (string | number)[], findings: IssueCollector): void => {
  if (typeof value === 'string' && UNSTORABLE.test(value))
    findings.add(() => ({
      path,
      code: 'invalid_format',
      message: 'must not contain NUL characters or lone surrogates',
    }));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    findUnstorable(name, path, findings);
    findUnstorable(one, [...path, Array.isArray(value) ? Number(name) : name], findings);
  }
};

/** @throws 400 `validation_failed` naming every text that cannot be stored */
export const refuseUnstorable = (value: unknown): void => {
  const findings = new IssueCollector();
  findUnstorable(value, [], findings);
  if (findings.issues.length) throw invalid(findings.issues);
};

/** Parses a body with a schema. @throws 400 `validation_failed` naming every wrong field */
export const parseBody = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const result = schema.safeParse(given);
  if (!result.success) throw invalid(toIssues(result.error.issues));
  refuseUnstorable(result.data);
  return result.data;
};
