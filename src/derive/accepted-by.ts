/** Bodies that a schema declares as a whole: those of the settings and of webhooks. */
import type { z } from 'zod';
import { invalid } from '../errors.ts';
import { Findings } from '../issues.ts';
import { toIssues } from './body-schema.ts';

/** NUL and lone surrogates, which PostgreSQL stores nowhere (rules 3.4). */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Notes where a body has texts, names of members included, that cannot be stored. */
const findUnstorable = (value: unknown, path: readonly (string | number)[], findings: Findings): void => {
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

/** What a schema makes of a body. @throws 400 `validation_failed` naming every wrong field */
export const acceptedBy = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const result = schema.safeParse(given);
  if (!result.success) throw invalid(toIssues(result.error.issues));
  const findings = new Findings();
  findUnstorable(result.data, [], findings);
  if (findings.issues.length) throw invalid(findings.issues);
  return result.data;
};
