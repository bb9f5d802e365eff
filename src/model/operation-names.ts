export type Verb = 'list' | 'create' | 'retrieve' | 'update' | 'remove';

/** Operations that a route can name: the five verbs, and what stands in for one or has an address of its own. */
export const operationNames = [
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
  'listRelationTypes',
  'listSparten',
  'mergeCustomers',
  'search',
  'toolsSearch',
  'upsertSearch',
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

export type OperationName = (typeof operationNames)[number];
