/** Unique rules live in the database, where concurrent writes meet them; here they get their API code. */
import { fail } from '../../errors/api-error.ts';
import type { Resource } from '../../model/declaration/resource.ts';

interface DatabaseError {
  readonly code?: string;
  readonly constraint?: string;
}

/** The API's error for a violated unique rule of the record kind, or the error itself. */
export const uniqueViolation = (resource: Resource, error: unknown): unknown => {
  const { code, constraint } = error as DatabaseError;
  const known = resource.rules.find(({ unique }) => code === '23505' && unique?.constraint === constraint)?.unique;
  return known ? fail(known.code, { cause: error }) : error;
};
