/** The settings of an organisation: one document in its row (rules 6.3). */

import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { type Author, differences, entryBy, isSameValue, SERVICE } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import { applySettings, type OrganisationSettings } from '../../derive/org-settings/apply-settings.ts';
import { renamedBetween } from '../../derive/org-settings/renamed-values.ts';
import { changedMembers } from '../../derive/org-settings/settings-diff.ts';
import { shapeSettings } from '../../derive/org-settings/settings-schema.ts';
import { fail, unknownOrganisation } from '../../errors/api-error.ts';
import { type Registry, registry } from '../../model/registry.ts';
import { type Sql, sql } from '../../sql/sql.ts';

interface Row {
  readonly settings: string;
}

const parse = (orgId: number, [row]: readonly Row[]): OrganisationSettings => {
  if (!row) throw unknownOrganisation(orgId);
  return shapeSettings(JSON.parse(row.settings)).settings;
};

const select = (orgId: number): Sql =>
  sql`select settings::text as settings from organisation where org_id = ${orgId} and deletion_began_at is null`;

/** The settings of an organisation. @throws 404 for an unknown one */
export const readSettings = async (db: Database, orgId: number): Promise<OrganisationSettings> =>
  parse(orgId, await db.read<Row>(select(orgId)));

/** The settings, to be changed in this transaction. @throws 404 for an unknown organisation */
export const lockSettings = async (tx: Tx, orgId: number): Promise<OrganisationSettings> =>
  parse(orgId, await tx.run<Row>(sql`${select(orgId)} for update`));

/** The settings as they stay until the transaction ends. @throws 404 for an unknown organisation */
export const shareSettings = async (tx: Tx, orgId: number): Promise<OrganisationSettings> =>
  parse(orgId, await tx.run<Row>(sql`${select(orgId)} for share`));

/** The declarations that settings make. @throws 400 `invalid_settings` where something of them does not fit */
const declared = (settings: OrganisationSettings): Registry => {
  const { ignored } = shapeSettings(JSON.parse(JSON.stringify(settings)));
  if (ignored.length)
    throw fail('validation_failed', {
      as: 'invalid_settings',
      message: `The settings cannot hold ${ignored.join(', ')}.`,
    });
  try {
    return applySettings(registry, settings, 'UTC');
  } catch (cause) {
    throw fail('validation_failed', { as: 'invalid_settings', message: (cause as Error).message, cause });
  }
};

/**
 * The settings with a marker of renamed values whose search entries are outdated (reindex-renamed-values.ts). @throws
 * as `declared`
 */
const withRenamed = (before: OrganisationSettings, after: OrganisationSettings): OrganisationSettings => {
  const next = declared(after);
  const mark = renamedBetween(applySettings(registry, before, 'UTC'), next, after.renamed, new Date().toISOString());
  return mark ? { ...after, renamed: mark } : after;
};

/** The text of settings, bounded: each process keeps it, and what it makes of it, for each organisation that calls. */
const MOST_BYTES = 1024 * 1024;

/** @throws 400 `too_many_settings` where they are larger than they may be, and were not before */
const written = (before: OrganisationSettings, after: OrganisationSettings): string => {
  const text = JSON.stringify(after);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES && bytes > Buffer.byteLength(JSON.stringify(before)))
    throw fail('validation_failed', {
      as: 'too_many_settings',
      message: `Fields, labels and select lists of an organisation have ${MOST_BYTES} bytes at most, and these ${bytes}: shorten lists that are long.`,
    });
  return text;
};

/** Entries of a change of the settings: one for each member that is another now. */
const entriesOf = (by: Author, orgId: number, before: OrganisationSettings, after: OrganisationSettings): Sql[] =>
  changedMembers(before, after).flatMap((member) => {
    const changes = differences(member.before, member.after);
    if (!Object.keys(changes).length) return [];
    return [entryBy(by, orgId, { section: 'settings', recordId: 0, action: member.action, changes })];
  });

/** Settings without members that are empty: they say what absent ones say. */
const said = (settings: OrganisationSettings): object =>
  Object.fromEntries(
    Object.entries(settings).filter(([, member]) => typeof member !== 'object' || Object.keys(member ?? {}).length),
  );

/**
 * Changes the settings under their lock and writes the audit entry; every process uses them once this resolves. Equal
 * settings change nothing, not even the version.
 * @param by the author
 * @throws errors of `change`
 */
export const changeSettings = async (
  db: Database,
  orgId: number,
  change: (settings: OrganisationSettings, tx: Tx) => OrganisationSettings | Promise<OrganisationSettings>,
  by: Author = SERVICE,
): Promise<void> => {
  const changed = await db.transaction(async (tx) => {
    const settings = await lockSettings(tx, orgId);
    const next = withRenamed(settings, await change(settings, tx));
    // Unchanged: no process has to read the settings again.
    if (isSameValue(said(settings), said(next))) return false;
    await tx.finish([
      sql`update organisation set settings = ${written(settings, next)}, settings_version = settings_version + 1 where org_id = ${orgId}`,
      ...entriesOf(by, orgId, settings, next),
    ]);
    return true;
  });
  if (changed) await waitForCacheExpiry();
};
