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

/** What is done with webhooks and their deliveries. */
export type WebhookOperation =
  | 'listWebhooks'
  | 'createWebhook'
  | 'retrieveWebhook'
  | 'changeWebhook'
  | 'removeWebhook'
  | 'testWebhook'
  | 'rotateWebhookSecret'
  | 'listDeliveries'
  | 'retrieveDelivery'
  | 'resendDelivery';

/** Operations with an address of their own. */
export type SpecialOperation =
  | WebhookOperation
  | 'listRelationTypes'
  | 'listSparten'
  | 'readChanges'
  | 'mergeCustomers'
  | 'search'
  | 'toolsSearch'
  | 'upsertSearch';
