/** POST to a collection: one record, or a batch (rules 3.7, 3.8). */
import { invalid } from '../../errors/api-error.ts';
import { batchBody, objectBody } from '../call/body-shape.ts';
import type { Call, OperationResult } from '../call/call.ts';
import { referenceIssues } from '../references/references.ts';
import { createBatch } from './create-batch.ts';
import { createResponse, storedCreateResponse } from './create-response.ts';
import { insertRecord } from './insert-record.ts';
import { validateItem } from './validate-create.ts';

/** POST with one object. */
const createOne = async (call: Call): Promise<OperationResult> => {
  const { collection } = call;
  const body = objectBody(call.body, collection.forbidden);
  const { issues, failure, item } = validateItem(call, body);
  if (issues.length) throw invalid([...issues, ...(await referenceIssues(call, collection.resource, body))]);
  if (failure) throw failure;
  return createResponse(call, await insertRecord(call, item, storedCreateResponse(call)));
};

/** POST `/v3/{collection}`. */
export const create = async (call: Call): Promise<OperationResult> => {
  const batch = batchBody(call.collection, call.body);
  return batch ? createBatch(call, batch) : createOne(call);
};
