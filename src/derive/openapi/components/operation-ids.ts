/** Names of record kinds and calls in the description. */
import { calls, isCallName } from '../../../model/calls/index.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import type { Route } from '../../routing/routes.ts';
import { pascal, schemaName } from './schemas.ts';

/** `an activity`, `a user`: titles that begin with u are pronounced like "you". */
export const one = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `an activity` -> `activities` */
export const many = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
};

/** First words of operations that callers know by another word, the same for all record kinds. */
const callersWord: Readonly<Record<string, string>> = lookupTable({
  retrieve: 'get',
  read: 'get',
  change: 'update',
  remove: 'delete',
  upload: 'create',
  submit: 'create',
});

/**
 * The `operationId` of a call: verb and record kind. It follows from the declarations alone, so it is stable when an
 * address changes: `createContractTariff` creates tariffs below contracts. A call without a collection has the name
 * of its operation (docs/decisions/0024).
 */
export const operationIdOf = ({ operation, collection, verb, grandparent }: Route): string => {
  if (isCallName(operation)) return calls[operation].id;
  const [first = ''] = operation.match(/^[a-z]+/) ?? [];
  const word = callersWord[first] ?? first;
  if (!collection) return word + operation.slice(first.length);
  const { resource, parent } = collection;
  return [
    word,
    grandparent ? schemaName(grandparent) : '',
    parent ? schemaName(parent) : '',
    verb === 'list' || verb === 'bulk' ? pascal(many(resource.title)) : schemaName(resource),
    verb === 'history' ? 'History' : '',
  ].join('');
};
