/** How the description calls record kinds and calls. */
import { table } from '../table.ts';
import { pascal, schemaName } from './openapi-shapes.ts';
import type { Route } from './routes.ts';

/** `an activity`, `a user`: titles that begin with u are spoken like "you". */
export const one = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `an activity` -> `activities` */
export const many = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
};

/** First words of operations that callers know by another one, which is the same for all record kinds. */
const callersWord: Readonly<Record<string, string>> = table({
  retrieve: 'get',
  read: 'get',
  change: 'update',
  remove: 'delete',
  upload: 'create',
  submit: 'create',
});

/**
 * The `operationId` of a call: what is done, and to which record kind. It follows from the declarations alone, so it stays
 * where an address changes its look: `createContractTariff` is a create of tariffs below contracts. A call that no
 * collection gives has the name of its operation (docs/decisions/0024).
 */
export const operationIdOf = ({ operation, collection, verb, grandparent }: Route): string => {
  const [first = ''] = operation.match(/^[a-z]+/) ?? [];
  const word = callersWord[first] ?? first;
  if (!collection) return word + operation.slice(first.length);
  const { resource, parent } = collection;
  return [
    word,
    grandparent ? schemaName(grandparent) : '',
    parent ? schemaName(parent) : '',
    verb === 'list' ? pascal(many(resource.title)) : schemaName(resource),
  ].join('');
};
