/** Work at an organisation's records that a mark in its settings asks for (settle-settings.ts). */
import type { Database } from '../../db/database.ts';
import type { OrganisationSettings } from '../../derive/apply-settings.ts';

/** What a mark asks for. */
export interface Unsettled {
  readonly orgId: number;
  /** Tells it from every other. */
  readonly key: string;
  /** Does it, for what is committed by now. */
  readonly work: (db: Database) => Promise<void>;
  /** The settings without the mark. */
  readonly settled: (settings: OrganisationSettings) => OrganisationSettings;
}
