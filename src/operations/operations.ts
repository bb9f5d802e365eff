/** Every operation a route can name: those on collections, and those with an address of their own. */

import type { CallName } from '../model/calls/index.ts';
import type { CollectionOperation, SpecialOperation } from '../model/declaration/operation-names.ts';
import { lookupTable } from '../shared/lookup-table.ts';
import type { Call, OperationResult, SpecialCall } from './call/call.ts';
import { declaredOperations } from './calls.ts';
import { changeDocument } from './documents/change-document.ts';
import { changeFolder, createFolder, removeFolder } from './documents/folder-tree.ts';
import { submitToInbox } from './documents/inbox.ts';
import { readDocument, sendDocument } from './documents/read-document.ts';
import { uploadDocument } from './documents/upload-document.ts';
import type { InFlight } from './idempotency/idempotent.ts';
import { answerMcp } from './mcp/mcp.ts';
import { mergeCustomers } from './merge/merge-customers.ts';
import { bulkWith } from './records/bulk.ts';
import { create } from './records/create.ts';
import { readHistory } from './records/history.ts';
import { list } from './records/list.ts';
import { remove } from './records/remove.ts';
import { restore } from './records/restore-record.ts';
import { retrieve } from './records/retrieve.ts';
import { update } from './records/update.ts';
import { createLink, listLinks, removeLink } from './relations/links.ts';
import { createRelation, listRelations, removeRelation } from './relations/relations.ts';
import { search } from './search/search.ts';
import { toolsSearch, upsertSearch } from './search/tools-search.ts';
import type { Outgoing } from './webhooks/webhook-operations.ts';

export const operations: Readonly<Record<CollectionOperation, (call: Call) => Promise<OperationResult>>> = lookupTable({
  list,
  create,
  retrieve,
  update,
  remove,
  restore,
  bulk: bulkWith((name, call) => operations[name](call)),
  readHistory,
  listLinks,
  createLink,
  removeLink,
  listRelations,
  createRelation,
  removeRelation,
  uploadDocument,
  readDocument,
  changeDocument,
  downloadDocument: (call) => sendDocument(call, 'attachment'),
  showDocument: (call) => sendDocument(call, 'inline'),
  createFolder,
  changeFolder,
  removeFolder,
  submitToInbox,
});

/** Special operations that need nothing but the call. */
const specialOperations: Readonly<
  Record<Exclude<SpecialOperation, 'answerMcp'>, (call: SpecialCall) => Promise<OperationResult>>
> = lookupTable({
  mergeCustomers,
  search,
  toolsSearch,
  upsertSearch,
});

/**
 * All special operations of a service.
 * @param outgoing how its webhooks reach out
 * @param running its requests with an idempotency key
 */
export const allSpecialOperations = (
  outgoing: Outgoing,
  running: InFlight,
): Readonly<Record<SpecialOperation | CallName, (call: SpecialCall) => Promise<OperationResult>>> =>
  lookupTable({
    ...declaredOperations(outgoing),
    ...specialOperations,
    answerMcp: answerMcp({ run: (name, call) => operations[name](call), running }),
  });
