/** The response of a create. */
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { type Call, json, type OperationResult } from '../call/call.ts';
import type { Inserted } from '../call/item.ts';
import type { Extra } from './insert-record.ts';

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
  if (resource.responses.create === 'record') return { status: 201, body: made.printed };
  const record: Values = resource.responses.create === 'id and record' ? JSON.parse(made.printed) : {};
  return json(201, { success: true, id: made.id, ...embedsOnCreate(resource, made), ...record });
};

/** Stores the response with the record if the request has an idempotency key. */
export const storedCreateResponse = (call: Call): Pick<Extra, 'keep'> => {
  const { keeper } = call;
  return keeper ? { keep: (made) => keeper.answer(createResponse(call, made)) } : {};
};
