export type Verb = 'list' | 'create' | 'retrieve' | 'update' | 'remove';

/** Verbs that follow from others: undo of a soft delete, a change of many records, the history of one. */
export type DerivedVerb = 'restore' | 'bulk' | 'history';
export type RouteVerb = Verb | DerivedVerb;

/** Operations on a collection: the five verbs, replacements of one of them, and reading a record's bytes. */
export const collectionOperations = [
  'list',
  'create',
  'retrieve',
  'update',
  'remove',
  'restore',
  'bulk',
  'readHistory',
  'listLinks',
  'createLink',
  'removeLink',
  'listRelations',
  'createRelation',
  'removeRelation',
  'uploadDocument',
  'readDocument',
  'changeDocument',
  'downloadDocument',
  'showDocument',
  'createFolder',
  'changeFolder',
  'removeFolder',
  'submitToInbox',
] as const;

export type CollectionOperation = (typeof collectionOperations)[number];

/** Operations with an address of their own. */
export type SpecialOperation = 'mergeCustomers' | 'search' | 'toolsSearch' | 'answerMcp' | 'upsertSearch';
