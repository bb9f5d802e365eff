/** What is answered of a record that was made. */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { type Answer, type Call, json } from './call.ts';
import type { Extra } from './insert-record.ts';
import type { Inserted } from './item.ts';

/** Beside its id: fields of the record that its kind answers at once, and the arrays that were made with it. */
export const besidesId = ({ answers, bodies }: Resource, made: Inserted): Values => ({
  ...Object.fromEntries(answers.createFields.map((name) => [name, made.values[name]])),
  ...Object.fromEntries(
    Object.keys(bodies.nested).map((key) => [key, (made.nested[key] ?? []).map((text): unknown => JSON.parse(text))]),
  ),
});

/** What a create answers. */
export const createdAnswer = (call: Call, made: Inserted): Answer => {
  const { resource } = call.collection;
  if (resource.answers.create === 'record') return { status: 201, body: made.printed };
  const record: Values = resource.answers.create === 'id and record' ? JSON.parse(made.printed) : {};
  return json(201, { success: true, id: made.id, ...besidesId(resource, made), ...record });
};

/** Keeps what a create answers beside the record, where the request carries a key. */
export const keptAnswer = (call: Call): Pick<Extra, 'keep'> => {
  const { keeper } = call;
  return keeper ? { keep: (made) => keeper.answer(createdAnswer(call, made)) } : {};
};
