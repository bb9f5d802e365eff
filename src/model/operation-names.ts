export type Verb = 'list' | 'create' | 'retrieve' | 'update' | 'remove';

/** Operations on a collection: the five verbs, and what stands in for one of them or reads a record's bytes. */
export const collectionOperations = [
  'list',
  'create',
  'retrieve',
  'update',
  'remove',
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
export type SpecialOperation =
  | 'listRelationTypes'
  | 'listSparten'
  | 'readChanges'
  | 'mergeCustomers'
  | 'search'
  | 'toolsSearch'
  | 'upsertSearch';
