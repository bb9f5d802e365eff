/** Typed client of the Broker CRM REST API, for Node.js and browsers. */
export { type BatchResult, createMany } from './batch.ts';
export { type Client, type ClientSettings, createClient } from './client.ts';
export {
  BrokerCrmError,
  type ClientErrorCode,
  type ErrorCode,
  type ErrorDetails,
  type Issue,
  isError,
} from './errors.ts';
export type { components, operations, paths } from './generated/schema.ts';
export { type ListInit, pages } from './pages.ts';
export {
  memoryStore,
  type RecordName,
  type ReplicaPage,
  type ReplicaRecord,
  type ReplicaSettings,
  type ReplicaStore,
  replicate,
} from './replicate.ts';
export type {
  BatchPath,
  Bodies,
  CallOptions,
  DownloadPath,
  PagePath,
  Queries,
  Records,
  Replies,
  Schemas,
  UploadPath,
} from './types.ts';
export { download, type FileContent, type FileSource, type UploadFields, upload } from './upload.ts';
export {
  type EventName,
  isTestEvent,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks.ts';
