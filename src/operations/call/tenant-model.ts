/**
 * The declarations of one organisation with its settings applied; cached per settings and shared by organisations
 * without any.
 */
import type { Database } from '../../db/database.ts';
import { applySettings, type OrganisationSettings } from '../../derive/org-settings/apply-settings.ts';
import { shapeSettings } from '../../derive/org-settings/settings-schema.ts';
import { type Collection, collectionsOf } from '../../derive/routing/collections.ts';
import { ApiError, fail } from '../../errors/api-error.ts';
import type { Registry } from '../../model/registry.ts';
import { sql } from '../../sql/sql.ts';

/** The declarations of one organisation. */
export interface Model {
  readonly registry: Registry;
  readonly settings: OrganisationSettings;
  /** All collections by their patterns. */
  readonly collections: ReadonlyMap<string, Collection>;
  /** The collection of a pattern, which the route names. */
  collection(pattern: string): Collection;
}

/**
 * Maximum organisations with a cached model, and characters of their settings in all: a model is several times as
 * large.
 */
const KEPT = 500;
const KEPT_CHARACTERS = 16 * 1024 * 1024;
/** Places in one line of the log. */
const MOST_TOLD = 20;

/** Loads and keeps models. */
export interface Models {
  /** The model if it is in memory: no waiting on the warm path. */
  known(orgId: number, version: number, timeZone: string): Model | undefined;
  /**
   * @throws 500 `validation_infrastructure_failure` where the settings cannot be read; 503 `service_unavailable` where
   * only the database cannot be reached for the moment. Nothing is written then.
   */
  load(orgId: number, version: number, timeZone: string): Promise<Model>;
}

/** The model of an organisation with these settings. @param asked as `applySettings` */
export const buildModel = (base: Registry, settings: OrganisationSettings, timeZone: string, asked = true): Model => {
  const registry = applySettings(base, settings, timeZone, asked);
  const collections = new Map(collectionsOf(registry).map((collection) => [collection.pattern, collection]));
  return {
    registry,
    settings,
    collections,
    collection: (pattern) => {
      const collection = collections.get(pattern);
      if (!collection) throw new Error(`No collection ${pattern}`);
      return collection;
    },
  };
};

/**
 * Cache of models in one process.
 * @param base the shipped declarations
 * @param tell receives warnings for the operator: ignored settings, once for each version
 * @param asked as `applySettings`
 */
export const createModels = (
  db: Database,
  base: Registry,
  tell?: (message: string, details: Readonly<Record<string, unknown>>) => void,
  asked = true,
): Models => {
  const bySettings = new Map<string, Model>();
  const byOrganisation = new Map<number, { version: number; timeZone: string; model: Model; key: string }>();
  let characters = 0;
  /** Removes a model with the last organisation that uses it. */
  const forget = (orgId: number): void => {
    const key = byOrganisation.get(orgId)?.key;
    byOrganisation.delete(orgId);
    if (key === undefined || [...byOrganisation.values()].some((other) => other.key === key)) return;
    if (bySettings.delete(key)) characters -= key.length;
  };
  const keep = (orgId: number, version: number, timeZone: string, key: string, model: Model): void => {
    forget(orgId);
    if (!bySettings.has(key)) characters += key.length;
    bySettings.set(key, model);
    byOrganisation.set(orgId, { version, timeZone, model, key });
    for (const [other] of byOrganisation) {
      if (byOrganisation.size <= KEPT && characters <= KEPT_CHARACTERS) return;
      if (other !== orgId) forget(other);
    }
  };
  const known = (orgId: number, version: number, timeZone: string) => {
    const entry = byOrganisation.get(orgId);
    return entry?.version === version && entry.timeZone === timeZone ? entry.model : undefined;
  };
  const build = (orgId: number, text: string, timeZone: string): Model => {
    const { settings, ignored } = shapeSettings(JSON.parse(text));
    if (ignored.length)
      tell?.('Settings of an organisation are ignored', { org_id: orgId, ignored: ignored.slice(0, MOST_TOLD) });
    return buildModel(base, settings, timeZone, asked);
  };
  return {
    known,
    load: async (orgId, version, timeZone) => {
      const ready = known(orgId, version, timeZone);
      if (ready) return ready;
      let text: string;
      try {
        const [row] = await db
          .forOrg(orgId)
          .read<{ settings: string }>(sql`select settings::text as settings from organisation where org_id = ${orgId}`);
        text = row?.settings ?? '{}';
      } catch (cause) {
        throw cause instanceof ApiError ? cause : fail('validation_infrastructure_failure', { cause });
      }
      const key = `${timeZone} ${text}`;
      const model = bySettings.get(key) ?? build(orgId, text, timeZone);
      keep(orgId, version, timeZone, key, model);
      return model;
    },
  };
};
