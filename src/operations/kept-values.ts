/**
 * What a PATCH sends back as it was read stays: whatever became of its list since (a Sparte out of use, an entry that was taken away), and
 * beside another name of the value, under which it is changed (rules 3.8, 5.3).
 */
import { type Accepted, acceptBody } from '../derive/body-schema.ts';
import { ApiError } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import type { Call } from './call.ts';
import { readRecord } from './retrieve.ts';

/** The fields that a body was refused for, as their lists do not have the values or two names of a value differ: they may be sent back as they were read. */
const mayBeKept = ({ fields }: Call['collection']['resource'], { issues, failure }: Accepted): string[] => [
  ...issues.flatMap(({ code, path: [name = '', ...below] }) => {
    if (code === 'duplicate_key') return [String(name), fields[name]?.sameAs ?? ''];
    return code === 'invalid_select_value' && !below.length ? [String(name)] : [];
  }),
  ...(failure ? Object.keys(fields).filter((name) => fields[name]?.codes?.unlisted === failure) : []),
];

/** The record of the path as it is read; nothing where it cannot be. */
const stored = async (call: Call): Promise<Values> => {
  try {
    return JSON.parse(await readRecord(call, []));
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
};

/**
 * Validates the body of a PATCH. Only one that is refused for its lists costs a look at the record.
 * @param given names of fields that the path gives
 */
export const acceptChange = async (call: Call, given: readonly string[], body: Values): Promise<Accepted> => {
  const { resource } = call.collection;
  const accepted = acceptBody(resource, 'patch', given, body);
  const refused = mayBeKept(resource, accepted).filter((name) => Object.hasOwn(body, name));
  if (!refused.length) return accepted;
  const record = await stored(call);
  const kept = refused.filter((name) => record[name] === body[name]);
  if (!kept.length) return accepted;
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !kept.includes(name)));
  const again = acceptBody(resource, 'patch', given, others);
  const values = kept.map((name) => [resource.fields[name]?.sameAs ?? name, record[name]] as const);
  return { ...again, values: { ...Object.fromEntries(values), ...again.values } };
};
