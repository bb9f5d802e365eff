/** Finds the stored records that rows of a file match: by external id, else by match fields. */
import type { SourceRecord } from '../../formats/source-record.ts';
import type { FormatName } from '../../model/records/import-values.ts';
import type { Context } from '../call/call.ts';
import { insurersOf, storedInsurers } from '../gdv/stored-insurers.ts';
import type { Given } from './compare.ts';
import type { ImportOptions } from './import-job.ts';
import type { ImportTarget } from './import-target.ts';
import { externalKey, findByFields, findExternal, type Read } from './load-stored.ts';
import { fieldOf, isMatchField, isVuMatch, matchValue, vuIn } from './match-fields.ts';

/** The record kind to compare, and the reader of stored records. */
export interface Scope {
  readonly context: Context;
  readonly read: Read;
  readonly target: ImportTarget;
}

/** Match rules of a job. */
export interface MatchRules {
  readonly options: ImportOptions;
  readonly format: FormatName;
  /** Only matches by external id or match fields; similar records were compared before. */
  readonly exact?: boolean;
  /** Alternatives of match fields by record kind, of the format; `options.match` has priority. */
  readonly matchBy?: Readonly<Record<string, readonly (readonly string[])[]>> | undefined;
}

/** @returns the alternatives of match fields of a record kind */
export const matchFieldsOf = (
  { options: { match }, matchBy }: MatchRules,
  { collection: { resource } }: ImportTarget,
): readonly (readonly string[])[] => {
  const own = match?.length && match.every((name) => isMatchField(resource, name)) ? [match] : [];
  return [...own, ...(matchBy?.[resource.path] ?? [])];
};

/** @returns the ids of the stored records that each row matches */
export const findMatches = async (
  { context, read, target }: Scope,
  rows: readonly { readonly source: SourceRecord; readonly given: Given }[],
  matchBy: readonly (readonly string[])[],
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
  for (const fields of matchBy) {
    if (fields.some((name) => isVuMatch(resource, name))) {
      const insurers = await storedInsurers(read, orgId);
      for (const [at, { given }] of rows.entries())
        if (!found[at]?.length && vuIn(given.parts))
          found[at] = [...new Set(insurersOf(insurers, vuIn(given.parts)).map(({ id }) => id))];
      continue;
    }
    const names = fields.map((name) => fieldOf(resource, name));
    const open = rows.flatMap(({ given }, at) => {
      if (found[at]?.length) return [];
      const values = Object.fromEntries(names.map((name) => [name, matchValue(resource, given.values, name)]));
      return names.every((name) => values[name] !== undefined) ? [{ at, values }] : [];
    });
    const ids = await findByFields(read, orgId, resource, { fields: names, rows: open.map(({ values }) => values) });
    for (const [index, { at }] of open.entries()) found[at] = ids.get(index) ?? [];
  }
  return found;
};
