/** Finds the stored records that rows of a file match: by external id, else by match fields. */
import type { SourceRecord } from '../../formats/source-record.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import type { Context } from '../call/call.ts';
import type { Given, ImportFormat, Read } from '../matching/import-format.ts';
import { insurersOf, storedInsurers } from '../matching/stored-insurers.ts';
import type { ImportTarget } from './import-target.ts';
import { externalKey, findByFields, findExternal } from './load-stored.ts';
import { fieldOf, hasOwnId, isMatchField, isVuMatch, matchValue, vuIn } from './match-fields.ts';
import { findNamed } from './resolve-references.ts';
import { matchOf } from './sections.ts';

/** The record kind to compare, and the reader of stored records. */
export interface Scope {
  readonly context: Context;
  readonly read: Read;
  readonly target: ImportTarget;
}

/** Match rules of a job. */
export interface MatchRules {
  readonly options: ImportOptions;
  readonly format: ImportFormat;
  /** Only matches by external id or match fields; similar records were compared before. */
  readonly exact?: boolean;
}

/** @returns the match fields of a record kind */
export const matchFieldsOf = (
  options: ImportOptions,
  { section, collection: { resource } }: ImportTarget,
): readonly string[] => {
  const match = matchOf(options, section);
  return match.every((name) => isMatchField(resource, name)) ? match : [];
};

/** @returns the ids of the stored records that each row matches */
export const findMatches = async (
  { context, read, target }: Scope,
  rows: readonly { readonly source: SourceRecord; readonly given: Given }[],
  { fields, source: system }: { readonly fields: readonly string[]; readonly source: string },
): Promise<readonly (readonly number[])[]> => {
  const { resource } = target.collection;
  const { orgId } = context.actor;
  const external = await findExternal(
    read,
    orgId,
    resource.path,
    rows.flatMap(({ source }) => source.externalIds),
  );
  const found: (readonly number[])[] = rows.map(({ source }) => [
    ...new Set(source.externalIds.flatMap((name) => external.get(externalKey(name)) ?? [])),
  ]);
  const texts = rows.flatMap(({ source }) => source.owner?.named ?? []);
  if (texts.length) {
    const asked = { resource, source: system, isOwn: hasOwnId(resource, fields) };
    const find = await findNamed(context, read, asked, texts);
    for (const [at, { source }] of rows.entries())
      if (!found[at]?.length && source.owner?.named !== undefined) found[at] = [...find(source.owner.named)];
  }
  if (!fields.length) return found;
  if (fields.some((name) => isVuMatch(resource, name))) {
    const insurers = await storedInsurers(read, orgId);
    for (const [at, { given }] of rows.entries())
      if (!found[at]?.length && vuIn(given.parts))
        found[at] = [...new Set(insurersOf(insurers, vuIn(given.parts)).map(({ id }) => id))];
    return found;
  }
  const names = fields.map((name) => fieldOf(resource, name));
  const open = rows.flatMap(({ source, given }, at) => {
    if (found[at]?.length) return [];
    const own = { ...given.values, ...source.owner?.values };
    const values = Object.fromEntries(names.map((name) => [name, matchValue(resource, own, name)]));
    return names.every((name) => values[name] !== undefined) ? [{ at, values }] : [];
  });
  const ids = await findByFields(read, orgId, resource, { fields: names, rows: open.map(({ values }) => values) });
  for (const [index, { at }] of open.entries()) found[at] = ids.get(index) ?? [];
  return found;
};
