/** Records of the change feed as a read shows them now (rules 8.5). */
import { recordsStatement } from '../../derive/sql/read-sql.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Context } from '../call/call.ts';
import { linksNow } from '../relations/links.ts';
import { relationsNow } from '../relations/relations.ts';

/** The key of a record in the feed. */
export interface Named {
  readonly section: string;
  readonly record_id: number;
  readonly owner_section: string | null;
}

/** Reads records of one kind below one kind of owner. @returns JSON texts by id */
const readKind = async (
  context: Context,
  resource: Resource,
  owner: Resource | null,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  // Links and relations: their rows come in pairs, and operations of their own read them.
  if (!resource.storage.stored)
    return resource.nesting.ownerSection && owner ? linksNow(context, owner, ids) : relationsNow(context, ids);
  const rows = await context.db.read<{ id: number; doc: string }>(
    recordsStatement(resource, owner, context.actor, ids),
  );
  return new Map(rows.map(({ id, doc }) => [id, doc]));
};

/** Loads records. @returns a function for the text of each; null where it was deleted, or the user may not see it */
export const loadRecords = async (
  context: Context,
  named: readonly Named[],
): Promise<(one: Named) => string | null> => {
  const keyOf = ({ section, owner_section }: Named): string => `${section} ${owner_section ?? ''}`;
  const groups = new Map<string, Named[]>();
  for (const one of named) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  const { registry } = context.model;
  const read = await Promise.all(
    [...groups].map(async ([key, [first, ...others]]) => {
      if (!first) return [key, new Map<number, string>()] as const;
      const owner = first.owner_section === null ? null : registry.get(first.owner_section);
      const ids = [...new Set([first, ...others].map(({ record_id }) => record_id))];
      return [key, await readKind(context, registry.get(first.section), owner, ids)] as const;
    }),
  );
  const found = new Map(read);
  return (one) => found.get(keyOf(one))?.get(one.record_id) ?? null;
};
