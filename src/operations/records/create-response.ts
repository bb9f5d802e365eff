/** The response of a create. */
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { type Call, json, type OperationResult } from '../call/call.ts';
import type { Inserted } from '../call/item.ts';
import type { Extra } from './insert-record.ts';
import { warned } from './warnings.ts';

/** Members of the response other than the id: fields that the kind returns on create, and created arrays. */
export const embedsOnCreate = ({ responses: answers, requests: bodies }: Resource, made: Inserted): Values => ({
  ...Object.fromEntries(answers.createFields.map((name) => [name, made.values[name]])),
  ...Object.fromEntries(
    Object.keys(bodies.nested).map((key) => [key, (made.nested[key] ?? []).map((text): unknown => JSON.parse(text))]),
  ),
});

/** The result of a create. */
export const createResponse = (call: Call, made: Inserted): OperationResult => {
  const { resource } = call.collection;
  const { create } = resource.responses;
  if (create === 'record' && !made.warnings.length) return { status: 201, body: made.printed };
  const record: Values = create.endsWith('record') ? JSON.parse(made.printed) : {};
  if (create === 'record') return json(201, { ...record, ...warned(made.warnings) });
  return json(201, {
    success: true,
    id: made.id,
    ...embedsOnCreate(resource, made),
    ...record,
    ...warned(made.warnings),
  });
};

/** Stores the response with the record if the request has an idempotency key. */
export const storedCreateResponse = (call: Call): Pick<Extra, 'keep'> => {
  const { keeper } = call;
  return keeper ? { keep: (made) => keeper.answer(createResponse(call, made)) } : {};
};
