/** The work of a service in the background: it runs in the first process. */
import type { Stoppable } from '../../concurrency/background-loop.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { reasonOf } from '../../errors/api-error.ts';
import { openStores } from '../../files/open-stores.ts';
import { registry } from '../../model/registry.ts';
import { createModels } from '../../operations/call/tenant-model.ts';
import { startDocumentTextWorker } from '../../operations/documents/document-text-worker.ts';
import type { ExportJob } from '../../operations/exports/export-jobs.ts';
import { startExportWorker } from '../../operations/exports/export-worker.ts';
import { startImportWorker } from '../../operations/imports/import-worker.ts';
import { startMailboxWorker } from '../../operations/mailboxes/mailbox-worker.ts';
import { startLetterWorker } from '../../operations/messages/letter-worker.ts';
import { createMailServer } from '../../operations/messages/mail-server.ts';
import { startMessageWorker } from '../../operations/messages/message-worker.ts';
import { startSettingsJobs } from '../../operations/org-settings/settings-jobs.ts';
import { startPrivacyWorker } from '../../operations/privacy/privacy-worker.ts';
import type { WorkOf } from '../../shared/background-work.ts';
import type { Log } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Traces } from '../../telemetry/tracing.ts';
import { startWorker } from '../../webhooks/delivery/delivery-worker.ts';
import { addressRule } from '../../webhooks/public-address.ts';
import { createSender } from '../../webhooks/send.ts';
import { startStorageCheck } from './storage-check-job.ts';
import { startTempCleanup } from './temp-cleanup-job.ts';

/** Dependencies of the jobs. */
interface JobParts {
  readonly config: Config;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly traces?: Traces | null | undefined;
  /** Gets archives of organisations that are done. */
  readonly archived?: (job: ExportJob) => Promise<void>;
}

/** Starts the work that the list gives the first process, until it is stopped. */
export const startBackgroundJobs = (db: Database, { config, log, metrics, traces, archived }: JobParts): Stoppable => {
  const failed = (message: string) => (error: Error) => log('error', message, { cause: reasonOf(error) });
  const allows = addressRule(config.webhookAllowedNetworks);
  const sender = createSender(allows);
  const files = openStores(config);
  const privacy = startPrivacyWorker({ db, files, failed: failed('An erasure could not be carried out') });
  const server = createMailServer(config);
  const jobs = {
    deliveries: startWorker(db, sender, log, { ...(metrics ? { metrics } : {}), traces }),
    imports: startImportWorker(
      { db, files, models: createModels(db, registry), now: Date.now },
      failed('An import could not be continued'),
    ),
    messages: startMessageWorker({
      db,
      files,
      server,
      allows,
      failed: failed('A message could not be sent'),
    }),
    letters: startLetterWorker({ db, files, from: server?.from ?? null, failed: failed('Letters could not be made') }),
    mailboxes: startMailboxWorker({ db, files, allows, failed: failed('A mailbox could not be fetched') }),
    'document-texts': startDocumentTextWorker({
      db,
      files,
      failed: failed('The text of a document could not be read'),
    }),
    exports: startExportWorker({
      db,
      files,
      failed: failed('An export could not be written'),
      ...(archived ? { archived } : {}),
    }),
    erasures: privacy,
    'purge-deleted': privacy,
    'settings-jobs': startSettingsJobs(db, failed('A job of changed settings failed')),
    'storage-check': startStorageCheck(db, config, log),
    'temp-cleanup': startTempCleanup(config, log),
  } satisfies Readonly<Record<WorkOf<'jobs'>, Stoppable>>;
  return {
    stop: async () => {
      await Promise.all([...new Set(Object.values(jobs))].map((job) => job.stop()));
      await files.close();
      await sender.close();
    },
  };
};
