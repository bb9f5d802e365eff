/** Numbers of what the first process does for all: the outbox, packing, backups. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Metrics } from '../metrics.ts';
import { readOutbox } from '../webhooks/outbox.ts';
import { keptFor, oneAtATime } from '../within.ts';
import { lastingPlace } from './backup-target.ts';
import { lastBackup } from './last-backup.ts';

/**
 * The outbox of all organisations is looked at this often at most, however often Prometheus asks: less often where that
 * asks many ranges of a cluster.
 */
const OUTBOX = { leastMs: 15_000, perRangeMs: 4000 };
const LATE_MS = 1000;

/** Shows them where they are asked for; what the database does not say in time is left out. */
export const watchOutbox = ({ outboxDepth, outboxAge, backup }: Metrics, db: Database, config: Config): void => {
  const place = lastingPlace(config);
  const outbox = keptFor(
    () => Math.max(OUTBOX.leastMs, OUTBOX.perRangeMs * db.ranges()),
    oneAtATime(LATE_MS, () => readOutbox(db, Date.now())),
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
