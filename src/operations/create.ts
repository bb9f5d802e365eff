/** POST to a collection: one record, or a batch (rules 3.7, 3.8). */
import { invalid } from '../errors.ts';
import { batchBody, objectBody } from './body.ts';
import type { Answer, Call } from './call.ts';
import { checkItem } from './checked-item.ts';
import { createBatch } from './create-batch.ts';
import { createdAnswer, keptAnswer } from './created-answer.ts';
import { insertRecord } from './insert-record.ts';
import { referenceIssues } from './references.ts';

/** POST with one object. */
const createOne = async (call: Call): Promise<Answer> => {
  const { collection } = call;
  const body = objectBody(call.body, collection.forbidden);
  const { issues, failure, item } = checkItem(call, body);
  if (issues.length) throw invalid([...issues, ...(await referenceIssues(call, collection.resource, body))]);
  if (failure) throw failure;
  return createdAnswer(call, await insertRecord(call, item, keptAnswer(call)));
};

/** POST `/v3/{collection}`. */
export const create = async (call: Call): Promise<Answer> => {
  const batch = batchBody(call.collection, call.body);
  return batch ? createBatch(call, batch) : createOne(call);
};
