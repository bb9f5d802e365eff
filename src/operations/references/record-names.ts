/** `with_names`: names of the records that an answer names by number (rules 4.13). */

import type { Names } from '../../derive/csv-record.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import type { ListQuery } from '../../derive/query/query-schema.ts';
import { namesStatement } from '../../derive/sql/names-sql.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { mayRead } from '../call/authorize.ts';
import type { Call, Context } from '../call/call.ts';

/** Users are named to every caller that reads the record, also deleted ones: history and old tasks show who it was. */
const namesEveryone = ({ login }: Resource): boolean => login !== undefined;

/** Names of records that are there and that the caller may read. */
export const loadNames = async ({ db, actor, model }: Context, ids: NamedIds): Promise<Names> => {
  const asked = model.registry.resources.flatMap((resource) => {
    const wanted = ids.get(resource.path);
    const isShown = namesEveryone(resource) || mayRead(actor, resource.scope);
    return wanted?.size && isShown ? [{ resource, ids: [...wanted], deleted: namesEveryone(resource) }] : [];
  });
  const names: Record<string, Record<string, string>> = {};
  if (!asked.length) return names;
  const rows = await db.read<{ section: string; id: number; name: string }>(namesStatement(asked, actor));
  for (const { section, id, name } of rows) (names[section] ??= {})[String(id)] = name;
  return names;
};

/** Collects the records that an answer names while its records are read. */
export interface NameCollector {
  /** @param record as it is answered, before its arrays are unrolled */
  add(record: Readonly<Record<string, unknown>>): void;
  /** The member `names` to append. */
  text(): Promise<string>;
}

const NO_NAMES: NameCollector = { add: () => {}, text: async () => '' };

/** The collector of a read; it does nothing without `with_names`. */
export const nameCollector = (
  call: Call,
  { withNames, embeds }: Pick<ListQuery, 'withNames' | 'embeds'>,
): NameCollector => {
  if (!withNames) return NO_NAMES;
  const ids: NamedIds = new Map();
  const of = { resource: call.collection.resource, embeds, registry: call.model.registry };
  return {
    add: (record) => collectNamed(of, record, ids),
    text: async () => `,"names":${JSON.stringify(await loadNames(call, ids))}`,
  };
};
