/** GET `/v3/{section}/{id}/history`: the changes of a record and its parts (rules 4.18). */

import { eventFamily } from '../../derive/events/record-diff.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import { type HistoryRow, historyStatement } from '../../derive/sql/history-sql.ts';
import { isOn, pagingOf } from '../../model/calls/paging.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { annotations, parts } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { MAX_HISTORY } from '../../shared/limits.ts';
import { mayRead } from '../call/authorize.ts';
import { type Call, json, type OperationResult } from '../call/call.ts';
import { loadNames } from '../references/record-names.ts';
import { mergedFrom } from './merged-away.ts';
import { readRecord } from './retrieve.ts';
import { lastPathId } from './update.ts';

/** Values before and after, by field. */
type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** Entries store pairs; those of a merge or a move also single values. Removed fields are left out. */
const changesOf = (resource: Resource | undefined, text: string): Changes => {
  const stored = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const shown = (name: string, value: unknown): unknown => {
    const kind = resource?.fields[name]?.kind;
    return (kind?.secret || value === null ? value : kind?.shown?.(value)) ?? value ?? null;
  };
  return Object.fromEntries(
    stored
      .filter(([name]) => !resource?.leaving?.includes(name))
      .map(([name, value]) => {
        const [from, to] = Array.isArray(value) && value.length === 2 ? value : [null, value];
        return [name, { from: shown(name, from), to: shown(name, to) }];
      }),
  );
};

/** Adds the records that changes name. */
const collectChanged = (registry: Registry, resource: Resource, changes: Changes, ids: NamedIds): void => {
  for (const side of ['from', 'to'] as const) {
    const record = Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]]));
    collectNamed({ resource, embeds: [], registry }, record, ids);
  }
};

/** The token that called, else the user; null for the service and for commands of the operator. */
const authorOf = ({ token_id, token_name, user_kid, user_name }: HistoryRow): object | null => {
  if (token_id !== null) return { token_id, name: token_name };
  return user_kid === null ? null : { kid: user_kid, name: user_name };
};

/** @throws 404 `not_found` where the caller does not see the record */
export const readHistory = async (call: Call): Promise<OperationResult> => {
  const { actor, collection, db, query } = call;
  const { registry } = call.model;
  const { resource } = collection;
  await readRecord(call, []);
  const { page, limit: wanted } = pagingOf(query);
  const limit = Math.min(wanted, MAX_HISTORY);
  const below = [...parts(registry, resource), ...annotations(registry, resource)];
  const readable = below.filter(({ scope }) => !scope || mayRead(actor, scope));
  const kinds = new Map([resource, ...readable].map((one) => [eventFamily(one), one]));
  const own = lastPathId(call);
  const of = {
    orgId: actor.orgId,
    section: eventFamily(resource),
    ids: [own, ...(await mergedFrom(db, actor.orgId, resource, own))],
    owner: resource.path,
    parts: readable.map(eventFamily),
  };
  const rows = await db.queryLong<HistoryRow>(historyStatement(of, { limit, offset: (page - 1) * limit }));
  const total = rows[0]?.total ?? (page === 1 ? 0 : await totalOf(call, of));
  const ids: NamedIds = new Map();
  const items = rows.map((row) => {
    const kind = kinds.get(row.section);
    const changes = changesOf(kind, row.changes);
    if (kind) collectChanged(registry, kind, changes, ids);
    const { at, action, record_id: id, of_id: owner } = row;
    const merged = owner === own ? {} : { merged_from: owner };
    return { at, who: authorOf(row), action, section: kind?.path ?? row.section, id, changes, ...merged };
  });
  const names = isOn(query.with_names) ? { names: await loadNames(call, ids) } : {};
  return json(200, { page, page_size: limit, total, items, ...names });
};

/** The total, for a page behind the last one. */
const totalOf = async ({ db }: Call, of: Parameters<typeof historyStatement>[0]): Promise<number> =>
  (await db.queryLong<HistoryRow>(historyStatement(of, { limit: 1, offset: 0 })))[0]?.total ?? 0;
