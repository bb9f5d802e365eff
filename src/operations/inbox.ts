/** The inbox: submitted documents wait until someone assigns them to a record or discards them (decisions 5.16). */
import { type Answer, type Call, json } from './call.ts';
import { acceptUpload, contentColumns, storeContent } from './documents.ts';
import { fileName } from './file-body.ts';
import { insertRecord } from './insert-record.ts';

/** POST `/v3/inbox/documents`. */
export const submitToInbox = async (call: Call): Promise<Answer> => {
  const { values, bytes } = await acceptUpload(call);
  const stored = await storeContent(call, bytes);
  const item = { values: { ...values, ...fileName(values), ...contentColumns(call, stored) }, nested: {} };
  const { id } = await insertRecord(call, item);
  return json(201, { success: true, id });
};
