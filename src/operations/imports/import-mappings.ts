/** Named mappings: options of imports that an organisation stores by a name, and those of usual programs. */
import { auditEntry, differences } from '../../db/audit-entry.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import { PROGRAM_MAPPINGS } from '../../model/seed/program-mappings.ts';
import { asText, MAX_MAPPING_CHARS, MAX_MAPPINGS } from '../../shared/limits.ts';
import { instant, prepared, type Sql, sql } from '../../sql/sql.ts';
import { type CallOf, type Context, json, type ResultOf } from '../call/call.ts';
import { checkOptions } from './import-options.ts';

interface Row {
  readonly name: string;
  readonly options: string;
  readonly updated: string;
}

const selectMappings = (orgId: number): Sql => sql`select m.name, m.options, ${instant('m.updated_at')} as updated
    from import_mapping m
    where m.org_id = ${orgId}`;

const shown = ({ name, options, updated }: Row) => ({
  name,
  options: JSON.parse(options) as ImportOptions,
  delivered: false,
  updated_at: updated,
});

const delivered = Object.entries(PROGRAM_MAPPINGS).map(([name, options]) => ({
  name,
  options,
  delivered: true,
  updated_at: null,
}));

/** GET `/v3/imports/mappings`. */
export const listMappings = async ({
  db,
  actor,
}: CallOf<'GET /v3/imports/mappings'>): ResultOf<'GET /v3/imports/mappings'> => {
  const own = (await db.read<Row>(sql`${selectMappings(actor.orgId)} order by m.name`)).map(shown);
  const items = [...own, ...delivered.filter(({ name }) => !own.some((one) => one.name === name))];
  return json(200, { items, total: items.length });
};

/** GET `/v3/imports/mappings/{name}`. @throws 404 */
export const retrieveMapping = async ({
  db,
  actor,
  pathName,
}: CallOf<'GET /v3/imports/mappings/:name'>): ResultOf<'GET /v3/imports/mappings/:name'> => {
  const [row] = await db.read<Row>(sql`${selectMappings(actor.orgId)} and m.name = ${pathName ?? ''}`);
  const found = row ? shown(row) : delivered.find(({ name }) => name === pathName);
  if (!found) throw fail('not_found');
  return json(200, found);
};

const entryOf = (call: Context, name: string, before: ImportOptions | null, after: ImportOptions | null): Sql =>
  auditEntry(call, {
    section: 'imports',
    recordId: 0,
    action: before === null ? 'insert' : after === null ? 'delete' : 'update',
    changes: { name: [before && name, after && name], ...differences(before ?? {}, after ?? {}) },
  });

/** PUT `/v3/imports/mappings/{name}`. @throws 400 `validation_failed`, 403 for the section, 409 `too_many_mappings` */
export const storeMapping = async (
  call: CallOf<'PUT /v3/imports/mappings/:name'>,
): ResultOf<'PUT /v3/imports/mappings/:name'> => {
  const { db, actor, pathName: name = '', body: options } = call;
  const { orgId } = actor;
  checkOptions(call, options, []);
  const text = JSON.stringify(options);
  if (text.length > MAX_MAPPING_CHARS) {
    const message = `A mapping has at most ${asText(MAX_MAPPING_CHARS)} characters: leave out columns that have no field.`;
    throw invalid([{ path: ['mapping'], code: 'too_big', message }]);
  }
  const at = new Date(call.now()).toISOString();
  await db.transaction(async (tx) => {
    // Mappings that are stored at the same time count each other.
    await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update`);
    const stored = await tx.run<Row>(selectMappings(orgId));
    const before = stored.find((one) => one.name === name);
    if (!before && stored.length >= MAX_MAPPINGS) throw fail('too_many_mappings');
    await tx.finish([
      prepared`insert into import_mapping (org_id, name, options, updated_at)
        values (${orgId}, ${name}, ${text}, ${at})
        on conflict (org_id, name) do update set options = excluded.options, updated_at = excluded.updated_at`,
      entryOf(call, name, before ? (JSON.parse(before.options) as ImportOptions) : null, options),
    ]);
  });
  return json(200, { name, options, delivered: false, updated_at: at });
};

/** DELETE `/v3/imports/mappings/{name}`. @throws 404, also for one of a usual program */
export const removeMapping = async (
  call: CallOf<'DELETE /v3/imports/mappings/:name'>,
): ResultOf<'DELETE /v3/imports/mappings/:name'> => {
  const { db, actor, pathName: name = '' } = call;
  await db.transaction(async (tx) => {
    const [row] = await tx.run<Row>(prepared`delete from import_mapping m
      where m.org_id = ${actor.orgId} and m.name = ${name}
      returning m.name, m.options, '' as updated`);
    if (!row) throw fail('not_found');
    await tx.finish([entryOf(call, name, JSON.parse(row.options) as ImportOptions, null)]);
  });
  return json(200, { success: true, deleted: true, name });
};
