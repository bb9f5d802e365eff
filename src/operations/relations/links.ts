/** Links: untyped pairs between any two records (rules 5.8, 16.13). */
import type { Tx } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import { isThere } from '../../derive/sql/read-sql.ts';
import { visible } from '../../derive/storage/columns.ts';
import { unknownKey } from '../../derive/validation/body-schema.ts';
import { bodyFieldForbidden, fail, type Issue, invalid } from '../../errors/api-error.ts';
import { IssueCollector } from '../../errors/issues.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import type { Registry } from '../../model/registry.ts';
import { isId } from '../../shared/int32.ts';
import { epoch, join, literal, prepared, raw, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import { mayRead } from '../call/authorize.ts';
import { objectBody } from '../call/body-shape.ts';
import { type Call, type Context, json, localNow, type OperationResult } from '../call/call.ts';
import { inMemoryList } from '../call/in-memory-list.ts';
import { readQuery } from '../call/read-query.ts';
import { appendChanges, type FeedAction, type FeedEntry, type TrackedWrite } from '../commit/append-change.ts';
import { auditEntry } from '../commit/commit.ts';
import { linkEvent } from '../commit/outbox-events.ts';
import { lockInOrder } from '../references/lock-order.ts';
import { nameCollector } from '../references/record-names.ts';
import { assertLinkQuota, type Counted, linksAt } from './link-quota.ts';

const SEQUENCE = 'link_id_seq';
const DUPLICATE = '23505';

/** Record kinds that can be linked. */
export const linkable = (registry: Registry): readonly Resource[] =>
  registry.resources.filter(({ annotated }) => annotated);

const ownerOf = (call: Call): Resource => {
  const { parent } = call.collection;
  if (!parent) throw new Error('Links lie below a record');
  return parent;
};

/** Condition: the record at the other end is not deleted. Other links are not listed. */
const otherEndThere = (registry: Registry, orgId: number): Sql => {
  const there = linkable(registry).map(
    (resource) =>
      sql`l.foreign_section = ${literal(resource.path)} and ${isThere(resource, orgId, raw('l.foreign_id'))}`,
  );
  return join(there, '\n    or ');
};

/** Links `l` at a record. */
const linksOf = (owner: Resource, orgId: number, id: unknown): Sql =>
  sql`l.org_id = ${orgId} and l.owner_section = ${literal(owner.path)} and l.owner_id = ${id}`;

export interface LinkRow {
  readonly id: number;
  readonly owner_section: string;
  readonly owner_id: number;
  readonly foreign_section: string;
  readonly foreign_id: number;
  readonly insert_datum: string;
}

/** A link as it is read. */
type StoredLink = Omit<LinkRow, 'insert_datum'> & { readonly at: number };
const COLUMNS = sql`l.id, l.owner_section, l.owner_id, l.foreign_section, l.foreign_id,
      ${epoch('l.insert_datum')} as at`;

const linkOf = ({ at, ...row }: StoredLink): LinkRow => ({ ...row, insert_datum: localTime('UTC', at) });

/** A link in the response at its owner. */
export const shownLink = (row: LinkRow, owner: Resource) => ({
  id: row.id,
  kid: owner.nesting.key === contactGroup.key ? row.owner_id : null,
  owner_section: row.owner_section,
  owner_id: row.owner_id,
  foreign_section: row.foreign_section,
  foreign_id: row.foreign_id,
  insert_datum: row.insert_datum,
});

/** The feed entry of a row of a link, as a statement returns it. */
export const feedLink =
  (action: FeedAction) =>
  ({ id, owner_section, owner_id }: Pick<LinkRow, 'id'> & Readonly<Record<string, unknown>>): FeedEntry => ({
    section: 'links',
    id,
    action,
    changed: action === 'delete' ? [] : ['foreign_section', 'foreign_id'],
    owner: { section: String(owner_section), id: Number(owner_id) },
  });

/** The rows at the other ends of links at records that are deleted or restored. */
export const linksTo = (orgId: number, section: string, ids: readonly number[], action: FeedAction): TrackedWrite => ({
  write: prepared`select m.id, m.owner_section, m.owner_id
    from link l
    join link m on m.org_id = ${orgId} and m.owner_section = l.foreign_section and m.owner_id = l.foreign_id
      and m.foreign_section = l.owner_section and m.foreign_id = l.owner_id
    where l.org_id = ${orgId} and l.owner_section = ${section} and l.owner_id = any(${ids}::int[])`,
  feedEntry: feedLink(action),
});

/** The present links at records of a kind, as JSON texts by id. */
export const linksNow = async (
  { db, actor: { orgId }, model }: Context,
  owner: Resource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await db.read<StoredLink>(prepared`select ${COLUMNS}
    from link l
    where l.org_id = ${orgId} and l.owner_section = ${literal(owner.path)} and l.id = any(${ids}::int[])
      and ${isThere(owner, orgId, raw('l.owner_id'))} and (
      ${otherEndThere(model.registry, orgId)})`);
  return new Map(rows.map((row) => [row.id, JSON.stringify(shownLink(linkOf(row), owner))]));
};

/** GET `/v3/{section}/{id}/links`: `{total, items}` without paging. */
export const listLinks = async (call: Call): Promise<OperationResult> => {
  for (const name of ['owner_section', 'owner_id'] as const) {
    if (call.query[name] !== undefined) throw fail(`query_${name}_forbidden`);
  }
  const query = readQuery(call, 'list');
  const owner = ownerOf(call);
  const section = call.query.foreign_section;
  const narrowed = typeof section === 'string' && section !== '';
  const { orgId } = call.actor;
  const id = sharedParam(call.pathIds[0]);
  // PostgreSQL stores no NUL in texts, and no record kind has one in its name.
  const narrowing = narrowed ? sql`and l.foreign_section = ${section.replaceAll('\0', '?')}` : raw('');
  const rows = await call.db.read<StoredLink & { there: boolean }>(prepared`select o.there, ${COLUMNS}
    from (select ${isThere(owner, orgId, id)} as there) o
    left join link l on ${linksOf(owner, orgId, id)} ${narrowing} and (
      ${otherEndThere(call.model.registry, orgId)})
    order by l.id`);
  if (!rows[0]?.there) throw fail('not_found');
  const links = rows.filter(({ id }) => id !== null).map((row) => shownLink(linkOf(row), owner));
  const names = nameCollector(call, query);
  for (const link of links) names.add(link);
  return { status: 200, body: `${JSON.stringify(inMemoryList(links, query)).slice(0, -1)}${await names.text()}}` };
};

interface Ends {
  readonly foreign: Resource;
  readonly foreignId: number;
}

/** The body `{foreign_section, foreign_id}`. */
const acceptLink = (call: Call): Ends => {
  const body = objectBody(call.body, call.collection.forbidden);
  for (const name of ['owner_section', 'owner_id']) if (Object.hasOwn(body, name)) throw bodyFieldForbidden(name);
  const { foreign_section: section, foreign_id: id, ...others } = body;
  if (section === undefined || section === null || section === '') throw fail('missing_foreign_section');
  const findings = new IssueCollector();
  for (const name of Object.keys(others)) findings.add(() => unknownKey(call.collection.resource, name));
  const issues: Issue[] = [...findings.issues];
  const kinds = linkable(call.model.registry);
  const foreign = kinds.find(({ path }) => path === section);
  if (!foreign) {
    issues.push({
      path: ['foreign_section'],
      code: typeof section === 'string' ? 'invalid_select_value' : 'invalid_type',
      message: `foreign_section must be one of ${kinds.map(({ path }) => path).join(', ')}.`,
    });
  }
  if (issues.length) throw invalid(issues);
  if (!isId(id)) throw fail('invalid_foreign_id');
  return { foreign: foreign as Resource, foreignId: id };
};

/**
 * A record of a kind that the token may neither read nor write is treated as missing; otherwise a client could probe
 * the ids of a kind (SECURITY.md, promise 6).
 */
const mayName = ({ actor }: Call, { scope }: Resource): boolean =>
  mayRead(actor, scope) || actor.scopes.has(`v3:${scope}:write`);

/** Locks both ends in the lock order of all writes, which prevents deadlocks between links and deletes. */
const lockEnds = async (call: Call, tx: Tx, owner: Resource, { foreign, foreignId }: Ends): Promise<void> => {
  const ends = [
    { of: owner, id: call.pathIds[0] ?? 0, missing: 'record_not_found' as const },
    { of: foreign, id: foreignId, missing: 'target_not_found' as const },
  ];
  const statement = ({ of, id }: (typeof ends)[number]): Sql => prepared`select
          ${linksAt(call.actor.orgId, of.path, raw('t.id'))} as links
        from ${raw(of.table)} t
        where t.org_id = ${call.actor.orgId}${visible(of, 't')} and t.id = ${id}
        for key share of t`;
  const found = await lockInOrder(
    call.model.registry,
    tx,
    ends.map((end) => ({ ...end, statement: statement(end) })),
  );
  for (const [i, { missing }] of ends.entries()) if (!found[i]?.length) throw fail(missing);
  if (!mayName(call, foreign)) throw fail('target_not_found');
  for (const [i, { of, id }] of ends.entries()) assertLinkQuota(`${of.path}/${id}`, found[i]?.[0] as Counted, 1);
};

export interface LinkEnd {
  readonly section: string;
  readonly id: number;
}

/** The owner's row of a new link. */
export const newLink = (id: number, owner: LinkEnd, foreign: LinkEnd, now: string): LinkRow => ({
  id,
  owner_section: owner.section,
  owner_id: owner.id,
  foreign_section: foreign.section,
  foreign_id: foreign.id,
  insert_datum: now,
});

/** The two rows of a link. */
export const linkRows = (
  orgId: number,
  [one, other]: readonly [number, number],
  owner: LinkEnd,
  foreign: LinkEnd,
  now: string,
) => {
  const insert = sql`insert into link (org_id, id, owner_section, owner_id, foreign_section, foreign_id, insert_datum)`;
  return prepared`${insert}
    values (${tenantParam(orgId)}, ${one}, ${owner.section}, ${owner.id}, ${foreign.section}, ${foreign.id}, ${now}),
      (${tenantParam(orgId)}, ${other}, ${foreign.section}, ${foreign.id}, ${owner.section}, ${owner.id}, ${now})`;
};

/** Both rows of a link, each at its own end. */
export const linkFeedEntry = (
  context: Context,
  [one, other]: readonly [number, number],
  owner: LinkEnd,
  foreign: LinkEnd,
  action: FeedAction,
): Sql[] =>
  appendChanges(context, [
    feedLink(action)({ id: one, owner_section: owner.section, owner_id: owner.id }),
    feedLink(action)({ id: other, owner_section: foreign.section, owner_id: foreign.id }),
  ]);

/** POST `/v3/{section}/{id}/links`. */
export const createLink = async (call: Call): Promise<OperationResult> => {
  const owner = ownerOf(call);
  const ends = acceptLink(call);
  const { actor, db } = call;
  const from = { section: owner.path, id: call.pathIds[0] ?? 0 };
  const to = { section: ends.foreign.path, id: ends.foreignId };
  if (from.section === to.section && from.id === to.id) throw fail('invalid_foreign_id');
  const ids = [await db.nextId(SEQUENCE), await db.nextId(SEQUENCE)] as const;
  const now = localNow(call);
  const answer = json(201, { success: true, ids });
  try {
    await db.transaction(async (tx) => {
      await lockEnds(call, tx, owner, ends);
      await tx.finish([
        linkRows(actor.orgId, ids, from, to, now),
        auditEntry(call, {
          section: 'links',
          recordId: ids[0],
          action: 'insert',
          owner: from,
          changes: { foreign_section: [null, to.section], foreign_id: [null, to.id] },
        }),
        ...linkFeedEntry(call, ids, from, to, 'insert'),
        ...linkEvent(call, 'links.insert', from, shownLink(newLink(ids[0], from, to, now), owner)),
        ...(call.keeper?.answer(answer) ?? []),
      ]);
    });
  } catch (error) {
    throw (error as { code?: string }).code === DUPLICATE ? fail('relation_exists', { cause: error }) : error;
  }
  return answer;
};

/** DELETE `/v3/{section}/{id}/links/{id}`: removes both rows. */
export const removeLink = async (call: Call): Promise<OperationResult> => {
  const owner = ownerOf(call);
  const { actor, db } = call;
  const [ownerId, id] = call.pathIds;
  await db.transaction(async (tx) => {
    const at = sharedParam(ownerId);
    const [row] = await tx.run<StoredLink>(prepared`delete from link l
      where ${linksOf(owner, actor.orgId, at)} and l.id = ${id} and ${isThere(owner, actor.orgId, at)}
      returning ${COLUMNS}`);
    if (!row) throw fail('not_found');
    const from = { section: owner.path, id: row.owner_id };
    const to = { section: row.foreign_section, id: row.foreign_id };
    const [reverse] = await tx.run<{ id: number }>(prepared`delete from link
      where org_id = ${actor.orgId} and owner_section = ${to.section} and owner_id = ${to.id}
        and foreign_section = ${from.section} and foreign_id = ${from.id}
      returning id`);
    await tx.finish([
      ...linkFeedEntry(call, [row.id, reverse?.id ?? row.id], from, to, 'delete'),
      auditEntry(call, {
        section: 'links',
        recordId: row.id,
        action: 'delete',
        owner: from,
        changes: { foreign_section: [row.foreign_section, null], foreign_id: [row.foreign_id, null] },
      }),
      ...linkEvent(call, 'links.delete', from, shownLink(linkOf(row), owner)),
    ]);
  });
  return json(200, { success: true });
};
