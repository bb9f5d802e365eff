/** Every operation a route can name: those on collections, and those with an address of their own. */
import type { CollectionOperation, SpecialOperation, WebhookOperation } from '../model/operation-names.ts';
import { table } from '../table.ts';
import type { Answer, Call, SpecialCall } from './call.ts';
import { readChanges } from './changes/read-changes.ts';
import { create } from './create.ts';
import { changeDocument } from './documents/change-document.ts';
import { changeFolder, createFolder, removeFolder } from './documents/folder-tree.ts';
import { submitToInbox } from './documents/inbox.ts';
import { readDocument, sendDocument } from './documents/read-document.ts';
import { uploadDocument } from './documents/upload-document.ts';
import { createLink, listLinks, removeLink } from './links.ts';
import { list } from './list.ts';
import { mergeCustomers } from './merge-customers.ts';
import { createRelation, listRelations, removeRelation } from './relations.ts';
import { remove } from './remove.ts';
import { retrieve } from './retrieve.ts';
import { search } from './search/search.ts';
import { toolsSearch, upsertSearch } from './search/tools-search.ts';
import { listRelationTypes, listSparten } from './system-lists.ts';
import { update } from './update.ts';
import { type Outgoing, webhookOperations } from './webhooks/index.ts';

export const operations: Readonly<Record<CollectionOperation, (call: Call) => Promise<Answer>>> = table({
  list,
  create,
  retrieve,
  update,
  remove,
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
export const specialOperations: Readonly<
  Record<Exclude<SpecialOperation, WebhookOperation>, (call: SpecialCall) => Promise<Answer>>
> = table({
  listRelationTypes,
  listSparten,
  readChanges,
  mergeCustomers,
  search,
  toolsSearch,
  upsertSearch,
});

/** All special operations of a service. @param outgoing how its webhooks reach out */
export const allSpecialOperations = (
  outgoing: Outgoing,
): Readonly<Record<SpecialOperation, (call: SpecialCall) => Promise<Answer>>> =>
  table({ ...specialOperations, ...webhookOperations(outgoing) });
