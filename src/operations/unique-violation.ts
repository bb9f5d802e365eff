/** Unique rules live in the database, where concurrent writes meet them; here they get their API code. */
import { fail } from '../errors.ts';
import type { Resource } from '../model/resource.ts';

interface DatabaseError {
  readonly code?: string;
  readonly constraint?: string;
}

/** The API's error for a violated unique rule of the record kind, or the error itself. */
export const uniqueViolation = (resource: Resource, error: unknown): unknown => {
  const { code, constraint } = error as DatabaseError;
  const known = code === '23505' && constraint ? resource.unique[constraint] : undefined;
  return known ? fail(known, { cause: error }) : error;
};
