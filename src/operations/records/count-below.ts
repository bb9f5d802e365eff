/** `with_counts`: totals of the lists below a record (rules 4.14). */

import { countsStatement, listsBelow } from '../../derive/sql/counts-sql.ts';
import { mayRead } from '../call/authorize.ts';
import type { Call } from '../call/call.ts';

/** The member `counts` to append to the record of the path; lists that the caller may not read are left out. */
export const countsText = async ({ db, actor, collection, model, pathIds }: Call): Promise<string> => {
  const { registry } = model;
  const lists = listsBelow(registry, collection.resource).filter(({ scope }) => mayRead(actor, scope));
  if (!lists.length) return ',"counts":{}';
  const { orgId, userKid } = actor;
  const [counts] = await db.read(countsStatement(lists, { orgId, userKid, id: pathIds.at(-1) ?? 0 }, registry));
  return `,"counts":${JSON.stringify(counts)}`;
};
