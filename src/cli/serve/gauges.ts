/** Gauges of the first process: outbox and backups. */

import { memoizeFor, singleFlight } from '../../concurrency/semaphore.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { readOutbox } from '../../webhooks/delivery/outbox-size.ts';
import { durablePath } from '../backup/backup-target.ts';
import { lastBackup } from '../data-dir/backup-status.ts';

/**
 * Minimum interval of the outbox query over all organisations, independent of the scrape interval; longer on clusters
 * with many shard ranges.
 */
const OUTBOX = { leastMs: 15_000, perRangeMs: 4000 };
const LATE_MS = 1000;

/** Reads them at a scrape; values that the database does not return in time are omitted. */
export const gaugeOutbox = ({ outboxDepth, outboxAge, backup }: Metrics, db: Database, config: Config): void => {
  const place = durablePath(config);
  const outbox = memoizeFor(
    () => Math.max(OUTBOX.leastMs, OUTBOX.perRangeMs * db.ranges()),
    singleFlight(LATE_MS, () => readOutbox(db, Date.now())),
  );
  const seen = () => outbox().catch(() => null);
  outboxDepth.show(async () => {
    const found = await seen();
    return found ? [[[], found.deliveries]] : [];
  });
  outboxAge.show(async () => {
    const found = await seen();
    return found ? [[[], found.oldestDueSeconds]] : [];
  });
  backup.show(async () => {
    const at = await lastBackup(config.dataDir, place);
    return at === null ? [] : [[[], at]];
  });
};
