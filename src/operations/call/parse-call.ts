/** Validates query and body of a declared call. */
import { z } from 'zod';
import { toIssues } from '../../derive/validation/body-schema.ts';
import { parseBody, refuseUnstorable } from '../../derive/validation/parse-body.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { CallDeclaration } from '../../model/calls/call.ts';
import { type CallName, calls } from '../../model/calls/index.ts';
import { objectBody } from './body-shape.ts';
import type { CallOf, SpecialCall } from './call.ts';
import { FormBody } from './form-body.ts';

/** Declared parameters are parsed. Lists refuse undeclared comparisons themselves, so undeclared ones stay. */
const parseQuery = ({ query: declared }: CallDeclaration, query: SpecialCall['query']): SpecialCall['query'] => {
  if (!declared) return query;
  const given = Object.fromEntries(Object.keys(declared).map((name) => [name, query[name]]));
  const parsed = z.object(declared).safeParse(given);
  if (!parsed.success) throw invalid(toIssues(parsed.error.issues));
  return { ...query, ...parsed.data };
};

/** The members of a form. Files are not searched for texts. */
const parseForm = (schema: z.ZodObject, body: unknown): unknown => {
  if (!(body instanceof FormBody)) throw fail('empty_body');
  const parsed = schema.safeParse(body.asMembers());
  if (!parsed.success) throw invalid(toIssues(parsed.error.issues));
  const files = new Set<unknown>(body.parts);
  refuseUnstorable(Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => !files.has(value))));
  return parsed.data;
};

const bodyOf = ({ form, body: declared, optional }: CallDeclaration, body: unknown): unknown => {
  if (form) return parseForm(form, body);
  if (!declared) return body;
  return parseBody(declared, optional && body === undefined ? {} : objectBody(body, []));
};

/**
 * A call with the query and the body that its operation gets.
 * @throws 400 `empty_body`, `validation_failed`
 */
export const parseCall = <Name extends CallName>(name: Name, call: SpecialCall): CallOf<Name> => {
  const declared: CallDeclaration = calls[name];
  const query = parseQuery(declared, call.query);
  return { ...call, query, body: bodyOf(declared, call.body) } as unknown as CallOf<Name>;
};
