/**
 * Values that a PATCH sends back unchanged stay valid, even if their list changed since (a disabled Sparte, a removed
 * entry), also under the second name of a field (rules 3.8, 5.3).
 */
import { type ParsedBody, validateBody } from '../../derive/validation/body-schema.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Call } from '../call/call.ts';
import { readRecord } from './retrieve.ts';

/** The fields that a body was refused for, as their lists do not have the values or two names of a value differ: they may be sent back as they were read. */
const mayBeKept = ({ fields }: Call['collection']['resource'], { issues, failure }: ParsedBody): string[] => [
  ...issues.flatMap(({ code, path: [name = '', ...below] }) => {
    if (code === 'duplicate_key') return [String(name), fields[name]?.sameAs ?? ''];
    return code === 'invalid_select_value' && !below.length ? [String(name)] : [];
  }),
  ...(failure ? Object.keys(fields).filter((name) => fields[name]?.codes?.unlisted === failure) : []),
];

/** The stored record of the path; nothing if it cannot be read. */
const stored = async (call: Call): Promise<Values> => {
  try {
    return JSON.parse(await readRecord(call, []));
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
};

/**
 * Validates the body of a PATCH. Only a body that is refused for its lists requires a read of the record.
 * @param given names of fields that the path fixes
 */
export const acceptChange = async (call: Call, given: readonly string[], body: Values): Promise<ParsedBody> => {
  const { resource } = call.collection;
  const accepted = validateBody(resource, 'patch', given, body);
  const refused = mayBeKept(resource, accepted).filter((name) => Object.hasOwn(body, name));
  if (!refused.length) return accepted;
  const record = await stored(call);
  const kept = refused.filter((name) => record[name] === body[name]);
  if (!kept.length) return accepted;
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !kept.includes(name)));
  const again = validateBody(resource, 'patch', given, others);
  const values = kept.map((name) => [resource.fields[name]?.sameAs ?? name, record[name]] as const);
  return { ...again, values: { ...Object.fromEntries(values), ...again.values } };
};
