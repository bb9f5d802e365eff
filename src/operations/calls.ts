/** The operations of all declared calls. */
import { type CallName, callNames, calls } from '../model/calls/index.ts';
import { lookupTable, tableOf } from '../shared/lookup-table.ts';
import { requireAdministrator } from './call/authorize.ts';
import type { CallOf, OperationResult, ResultOf, SpecialCall } from './call/call.ts';
import { parseCall } from './call/parse-call.ts';
import { inboxOperations } from './documents/inbox-calls.ts';
import { exportOperations } from './exports/export-calls.ts';
import { readChanges } from './feed/read-changes.ts';
import { readContractGdv } from './gdv/read-contract-gdv.ts';
import { importOperations } from './imports/import-operations.ts';
import { dismissDuplicate, listDuplicates } from './merge/duplicates.ts';
import { unmergeCustomers } from './merge/unmerge-customers.ts';
import { letterOperations } from './messages/letter-calls.ts';
import { messageOperations } from './messages/message-calls.ts';
import { templateOperations } from './messages/template-calls.ts';
import { catalogueOperations } from './org-settings/catalogue-lists.ts';
import { privacyOperations } from './privacy/privacy-operations.ts';
import { type Outgoing, webhookOperations } from './webhooks/webhook-operations.ts';
import { readAgenda } from './workspace/agenda.ts';
import { listDeadlines } from './workspace/deadlines.ts';
import { listSections } from './workspace/list-sections.ts';
import { readPremiums } from './workspace/premiums.ts';

type Operations = { readonly [Name in CallName]: (call: CallOf<Name>) => ResultOf<Name> };

/** Operations that need nothing but the call. */
const operations = lookupTable({
  ...exportOperations,
  ...importOperations,
  ...inboxOperations,
  ...privacyOperations,
  ...catalogueOperations,
  ...templateOperations,
  'GET /v3/system/sections': listSections,
  'GET /v3/contracts/deadlines': listDeadlines,
  'GET /v3/contracts/:id/gdv': readContractGdv,
  'GET /v3/agenda': readAgenda,
  'GET /v3/customers/:kid/premiums': readPremiums,
  'GET /v3/duplicates': listDuplicates,
  'POST /v3/duplicates/:name/dismiss': dismissDuplicate,
  'POST /v3/customers/:kid/unmerge': unmergeCustomers,
  'GET /v3/changes': (call: CallOf<'GET /v3/changes'>) => readChanges(call),
});

const perform = async (
  name: CallName,
  operation: (call: never) => Promise<OperationResult>,
  call: SpecialCall,
): Promise<OperationResult> => {
  if (calls[name].administrator) await requireAdministrator(call);
  return operation(parseCall(name, call) as never);
};

/** Validates a declared call and carries it out. @throws 400 `validation_failed`, 403 `administrator_required`, and the errors of the operation */
export const performCall = (name: keyof typeof operations, call: SpecialCall): Promise<OperationResult> =>
  perform(name, operations[name], call);

/** The declared calls of a service. @param outgoing how its webhooks reach out */
export const declaredOperations = (
  outgoing: Outgoing,
): Readonly<Record<CallName, (call: SpecialCall) => Promise<OperationResult>>> => {
  const { mailFrom } = outgoing;
  const mailing = { ...letterOperations(mailFrom), ...messageOperations(mailFrom) };
  const all: Operations = { ...operations, ...webhookOperations(outgoing), ...mailing };
  return tableOf(callNames.map((name) => [name, (call: SpecialCall) => perform(name, all[name], call)]));
};
