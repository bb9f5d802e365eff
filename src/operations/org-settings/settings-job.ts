/** Work at an organisation's records that a mark in its settings asks for (settle-settings.ts). */
import type { Database } from '../../db/database.ts';

/** One run of a job. */
interface JobRun {
  /** Aborted when the process stops: long work then ends with the signal's error, and another process or start continues it. */
  readonly signal: AbortSignal;
  /** This process did the work before, and repeats it for late writers. */
  readonly isRepeated: boolean;
}

/** The work that a marker in the settings requests. */
export interface SettingsJob {
  readonly orgId: number;
  /** Identifies the job. */
  readonly key: string;
  /** Does the work for committed records. */
  readonly work: (db: Database, run: JobRun) => Promise<void>;
  /** Removes the mark. */
  readonly settle: (db: Database) => Promise<void>;
}
