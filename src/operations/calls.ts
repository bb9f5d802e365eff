/** The operations of all declared calls. */
import type { CallName } from '../model/calls/index.ts';
import { lookupTable } from '../shared/lookup-table.ts';
import type { CallOf, OperationResult, ResultOf, SpecialCall } from './call/call.ts';
import { parseCall } from './call/parse-call.ts';
import { importOperations } from './imports/import-operations.ts';

type Operations = { readonly [Name in CallName]: (call: CallOf<Name>) => ResultOf<Name> };

const operations: Operations = lookupTable<Operations>({ ...importOperations });

/** Validates a declared call and carries it out. @throws 400 `validation_failed`, and the errors of the operation */
export const performCall = async (name: CallName, call: SpecialCall): Promise<OperationResult> => {
  const operation: (call: never) => Promise<OperationResult> = operations[name];
  return operation(parseCall(name, call) as never);
};
