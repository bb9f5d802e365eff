/** POST `/v3/customers/{kid}/merge`: one customer takes over another, all or nothing (rules 5.14, 16.2). */

import type { Tx } from '../../db/database.ts';
import { type Changes, changesBetween, isInChangeFeed } from '../../derive/events/record-diff.ts';
import {
  deduplicate,
  onceColumn,
  type Repointing,
  referencingColumns,
  repointColumn,
  repointOwner,
} from '../../derive/sql/repoint-references.ts';
import { softDelete, updateRow } from '../../derive/sql/write-sql.ts';
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { relationTypes } from '../../model/seed/relation-types.ts';
import { isId } from '../../shared/int32.ts';
import { prepared, raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { objectBody } from '../call/body-shape.ts';
import { json, localNow, type OperationResult, type SpecialCall } from '../call/call.ts';
import { appendChanges, runTracked, type TrackedWrite } from '../commit/append-change.ts';
import { auditEntry } from '../commit/commit.ts';
import { blockOf, count } from '../commit/counters.ts';
import { mergeEvent } from '../commit/outbox-events.ts';
import { findHold, holdWrite } from '../privacy/holds.ts';
import { asRow } from '../records/insert-record.ts';
import { assertLinkQuota, type Counted, linksAt, relationsAt } from '../relations/link-quota.ts';
import { feedLink } from '../relations/links.ts';
import { feedRelation } from '../relations/relation-rows.ts';
import { mergeGrams, projectionWrites } from '../search/search-index.ts';

/**
 * Statements of a merge: references to the slave name the master from then on, and duplicates are removed (rules
 * 5.14, 16.2).
 */
const CUSTOMERS = 'customers';

/** A write of link rows, with a feed entry for each returned row. */
const ofLinks = (action: 'update' | 'delete', write: Sql): TrackedWrite => ({
  write: sql`${write}
      returning l.id, l.owner_section, l.owner_id`,
  feedEntry: feedLink(action),
});

/** Links: loops and doubles go with both rows, the others are rewritten in both directions. */
const rewriteLinks = ({ orgId, master, slave }: Repointing): TrackedWrite[] => {
  const at = (link: string, side: 'owner' | 'foreign', kid: number): Sql =>
    sql`${raw(`${link}.${side}_section = 'customers' and ${link}.${side}_id`)} = ${kid}::int`;
  return [
    ofLinks(
      'delete',
      sql`delete from link l
      where l.org_id = ${orgId} and (
        ${at('l', 'owner', slave)} and ${at('l', 'foreign', master)}
        or ${at('l', 'owner', master)} and ${at('l', 'foreign', slave)})`,
    ),
    ofLinks(
      'delete',
      sql`with doubles as (
        select l.foreign_section as section, l.foreign_id as id
        from link l
        join link m on m.org_id = ${orgId} and ${at('m', 'owner', master)}
          and m.foreign_section = l.foreign_section and m.foreign_id = l.foreign_id
        where l.org_id = ${orgId} and ${at('l', 'owner', slave)}
      )
      delete from link l
      using doubles d
      where l.org_id = ${orgId} and (
        ${at('l', 'owner', slave)} and l.foreign_section = d.section and l.foreign_id = d.id
        or ${at('l', 'foreign', slave)} and l.owner_section = d.section and l.owner_id = d.id)`,
    ),
    // Each row's counterpart is found by its owner: no index begins with the foreign side.
    ofLinks(
      'update',
      sql`update link l
      set foreign_id = ${master}::int
      from link m
      where l.org_id = ${orgId} and m.org_id = ${orgId} and ${at('m', 'owner', slave)}
        and l.owner_section = m.foreign_section and l.owner_id = m.foreign_id and ${at('l', 'foreign', slave)}`,
    ),
    ofLinks(
      'update',
      sql`update link l
      set owner_id = ${master}::int
      where l.org_id = ${orgId} and ${at('l', 'owner', slave)}`,
    ),
  ];
};

/** A write of relation rows, with a feed entry for each returned row. */
const ofRelations = (action: 'update' | 'delete', write: Sql): TrackedWrite => ({
  write: sql`${write}
    returning r.id, r.kid`,
  feedEntry: ({ id, kid }) => feedRelation(id, Number(kid), action),
});

const FORMS = relationTypes.filter(({ parent_id }) => parent_id !== null);
const FORM_IDS = sharedParam(FORMS.map(({ id }) => id));
const FORMS_OF = sharedParam(FORMS.map(({ parent_id }) => parent_id));
/** The type that a column names, or the one that this is a form of by salutation. */
const formlessType = (column: string): Sql =>
  sql`coalesce((${FORMS_OF}::int[])[array_position(${FORM_IDS}::int[], ${raw(column)})], ${raw(column)})`;

/**
 * Relations, like links. A pair is a duplicate where another has the same type in one direction, and in the other
 * direction too, or another form of it: a Mutter stays one relation, although one record of her child is a Tochter
 * and the other, without a salutation, a Kind.
 */
const rewriteRelations = ({ orgId, master, slave }: Repointing): TrackedWrite[] => [
  ofRelations(
    'delete',
    sql`delete from relation r
    where r.org_id = ${orgId}
      and (r.kid = ${master}::int and r.kid_beziehung = ${slave}::int
        or r.kid = ${slave}::int and r.kid_beziehung = ${master}::int)`,
  ),
  ofRelations(
    'delete',
    sql`with doubles as (
      select l.id, l.reverse_id
      from relation l
      join relation m on m.org_id = ${orgId} and m.kid = ${master}::int
        and m.kid_beziehung = l.kid_beziehung
        and (m.beziehung = l.beziehung or m.reverse_beziehung is not distinct from l.reverse_beziehung)
        and ${formlessType('m.beziehung')} = ${formlessType('l.beziehung')}
        and ${formlessType('m.reverse_beziehung')} is not distinct from ${formlessType('l.reverse_beziehung')}
      where l.org_id = ${orgId} and l.kid = ${slave}::int
    )
    delete from relation r
    using doubles d
    where r.org_id = ${orgId} and (r.id = d.id or r.id = d.reverse_id)`,
  ),
  ofRelations(
    'update',
    sql`update relation r
    set kid = ${master}::int
    where r.org_id = ${orgId} and r.kid = ${slave}::int`,
  ),
  ofRelations(
    'update',
    sql`update relation r
    set kid_beziehung = ${master}::int
    where r.org_id = ${orgId} and r.kid_beziehung = ${slave}::int`,
  ),
];

/**
 * The slave's own entry is deleted, and its words are added to the master's (`appendSearchText`). Two statements: for
 * one that deletes and inserts rows Citus asks every node, so that one failed node would prevent all merges.
 */
const collectSearchText = (orgId: number, slave: number): Sql => sql`delete from search_entry
    where org_id = ${orgId} and section = 'customers' and id = ${slave}::int and part = ''
    returning grams`;

/** What `collectSearchText` answers. */
interface SearchWords {
  readonly grams: readonly number[];
}

/** After all other statements: the master has the parts of both by then. */
const appendSearchText = (orgId: number, master: number, words: readonly SearchWords[]): Sql[] =>
  words.map(({ grams }) => mergeGrams(orgId, CUSTOMERS, master, grams));

/** Search entries: the master is found by the words of the slave's parts from now on. */
const rewriteEntries = ({ orgId, master, slave }: Repointing): Sql => sql`update search_entry
    set id = ${master}::int
    where org_id = ${orgId} and section = 'customers' and id = ${slave}::int`;

/** The record kind that owns the parts and annotations of a customer, or of a customer's records. */
const ownerKind = ({ nesting: place }: Resource): string | undefined => {
  if (place.topLevel) return undefined;
  return place.ownerSection || place.below.includes(CUSTOMERS) ? CUSTOMERS : place.below[0];
};

const feedEntryOf = (
  resource: Resource,
  action: 'update' | 'delete',
  ...changed: readonly string[]
): TrackedWrite['feedEntry'] => {
  const section = ownerKind(resource);
  return ({ id, parent }) =>
    isInChangeFeed(resource)
      ? { section: resource.path, id, action, changed, owner: section ? { section, id: Number(parent) } : undefined }
      : null;
};

/** Every write that a merge of a slave into the customer of the path consists of, but for the customers themselves. */
const mergeStatements = (call: SpecialCall, slave: number): TrackedWrite[] => {
  const { registry } = call.model;
  const rewriting = { orgId: call.actor.orgId, master: call.pathIds[0] ?? 0, slave, now: localNow(call) };
  const annotations = registry.resources.filter(
    ({ storage: rows, nesting: place }) => rows.stored && place.ownerSection,
  );
  const renamed = (resource: Resource, column: string, [live, ...deleted]: readonly Sql[]): TrackedWrite[] => [
    { write: live as Sql, feedEntry: feedEntryOf(resource, 'update', column) },
    ...deleted.map((write) => ({ write })),
  ];
  return [
    ...referencingColumns(registry, CUSTOMERS).flatMap((naming) =>
      renamed(naming.resource, naming.column, repointColumn(naming, rewriting)),
    ),
    ...annotations.flatMap((resource) => {
      const once = onceColumn(resource);
      return [
        ...(once
          ? [{ write: deduplicate(resource, once, CUSTOMERS, rewriting), feedEntry: feedEntryOf(resource, 'delete') }]
          : []),
        ...renamed(resource, 'owner_id', repointOwner(resource, CUSTOMERS, rewriting)),
      ];
    }),
    ...rewriteLinks(rewriting),
    ...rewriteRelations(rewriting),
    { write: rewriteEntries(rewriting) },
  ];
};

const MODES = ['master_wins', 'enrich_master'] as const;
type Mode = (typeof MODES)[number];

/** Scalars that an empty master takes from the slave. */
const ENRICHED = ['vorname', 'name', 'titel', 'anrede', 'geb_name', 'namenszusatz', 'geb'] as const;

interface MergeRequest {
  readonly slave: number;
  readonly mode: Mode;
}

const acceptMerge = (call: SpecialCall): MergeRequest => {
  const body = objectBody(call.body, ['kid']);
  const issues: Issue[] = [];
  const given = body.slave_kid;
  const slave = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  if (given === undefined || given === null) {
    issues.push({ path: ['slave_kid'], code: 'invalid_type', message: 'slave_kid is required.' });
  } else if (!isId(slave)) {
    issues.push({ path: ['slave_kid'], code: 'invalid_type', message: 'slave_kid must be the kid of a customer.' });
  } else if (slave === call.pathIds[0]) {
    issues.push({
      path: ['slave_kid'],
      code: 'invalid_value',
      message: 'slave_kid must be another customer than the one in the path.',
    });
  }
  const mode = body.mode ?? 'master_wins';
  if (!MODES.some((one) => one === mode)) {
    issues.push({ path: ['mode'], code: 'invalid_select_value', message: `mode must be one of ${MODES.join(', ')}.` });
  }
  if (issues.length) throw invalid(issues);
  return { slave: slave as number, mode: mode as Mode };
};

/** Both customers, locked in the order of their kids against every write that names them. */
const lockBoth = async (call: SpecialCall, tx: Tx, slave: number): Promise<{ master: Values; slaveValues: Values }> => {
  const rows = await tx.run<{
    id: number;
    printed: string;
    extra: string | null;
  }>(prepared`select t.id, t.printed, t.extra
    from contact t
    where t.org_id = ${call.actor.orgId} and t.id = any(${[call.pathIds[0], slave]}::int[])
      and t.section = 'customers' and t.del = 0
    order by t.id
    for update of t`);
  const find = (kid: number | undefined): Values | null => {
    const row = rows.find(({ id }) => id === kid);
    return row ? (JSON.parse(row.printed) as Values) : null;
  };
  const master = find(call.pathIds[0]);
  if (!master) throw fail('not_found');
  const slaveValues = find(slave);
  if (!slaveValues) throw fail('customer_not_found');
  return { master, slaveValues };
};

/** The links and relations that a customer has. */
const countedAt = async ({ actor: { orgId } }: SpecialCall, tx: Tx, kid: number): Promise<Counted> => {
  const id = sharedParam(kid);
  const [there = {}] = await tx.run<Counted>(
    prepared`select ${linksAt(orgId, CUSTOMERS, sql`${id}::int`)} as links, ${relationsAt(orgId, sql`${id}::int`)} as relations`,
  );
  return there;
};

/**
 * The master has the links and relations of both by now. An old master may exceed the limit: it may still take over a
 * customer without any.
 * @param brought the counts of the slave
 * @throws 409 `too_many_links`
 */
const requireRoomAfter = async (call: SpecialCall, tx: Tx, kid: number, brought: Counted): Promise<void> => {
  const there = await countedAt(call, tx, kid);
  assertLinkQuota(
    `${CUSTOMERS}/${kid}`,
    {
      ...(brought.links ? { links: there.links } : {}),
      ...(brought.relations ? { relations: there.relations } : {}),
    },
    0,
  );
};

const isEmpty = (value: unknown): boolean => String(value ?? '').trim() === '';

const enriched = (master: Values, slave: Values): Values => {
  const filled: Record<string, unknown> = {};
  for (const name of ENRICHED) if (isEmpty(master[name]) && !isEmpty(slave[name])) filled[name] = slave[name];
  return filled;
};

/**
 * The statements that change the master, with derived values, stored JSON and search entry.
 * @returns the writes, and the changed values: none where it took nothing
 */
const masterWrites = (call: SpecialCall, master: Values, filled: Values): { writes: Sql[]; changes: Changes } => {
  const resource = call.model.registry.get(CUSTOMERS);
  const moment = { now: localNow(call), userKid: call.actor.userKid };
  const takes = Object.keys(filled).length > 0;
  const values: Record<string, unknown> = { ...master, ...filled };
  const own: Record<string, unknown> = { ...values, ...resource.completes?.(values, master, moment) };
  delete own.kid;
  const record: Values = takes ? { ...own, edit_datum: moment.now } : own;
  const changes = changesBetween(resource, master, record);
  const change = { resource, action: 'update' as const, id: Number(master.id), changes, record, before: master };
  return {
    writes: [
      ...(takes ? [updateRow(resource, call.actor.orgId, asRow(call, resource, record)).row] : []),
      ...projectionWrites(call, change),
    ],
    changes: takes ? changes : {},
  };
};

/** POST `/v3/customers/{kid}/merge`. @throws 404 `not_found` for the master, `customer_not_found` for the slave; 400; 409 `too_many_links` */
export const mergeCustomers = async (call: SpecialCall): Promise<OperationResult> => {
  const { slave, mode } = acceptMerge(call);
  const { actor, db } = call;
  const kid = call.pathIds[0] ?? 0;
  const resource = call.model.registry.get(CUSTOMERS);
  const answer = json(200, { success: true, master_kid: kid, slave_kid: slave, mode });
  await db.transaction(async (tx) => {
    const { master, slaveValues } = await lockBoth(call, tx, slave);
    const filled = mode === 'enrich_master' ? enriched(master, slaveValues) : {};
    const { writes, changes } = masterWrites(call, master, filled);
    const hold = await findHold(tx, actor.orgId, [kid, slave]);
    const brought = await countedAt(call, tx, slave);
    const [words, moved] = await Promise.all([
      tx.run<SearchWords>(collectSearchText(actor.orgId, slave)),
      runTracked(call, tx, mergeStatements(call, slave)),
    ]);
    await requireRoomAfter(call, tx, kid, brought);
    await tx.finish([
      ...moved,
      ...(hold ? [holdWrite(call, [kid, slave], hold)] : []),
      ...appendSearchText(actor.orgId, kid, words),
      ...writes,
      softDelete(resource, actor.orgId, slave, localNow(call), 2),
      ...count(actor.orgId, { name: CUSTOMERS, block: blockOf(slave), by: -1 }),
      auditEntry(call, {
        section: CUSTOMERS,
        recordId: kid,
        action: 'merge',
        changes: { ...changes, slave_kid: [null, slave], mode: [null, mode] },
      }),
      auditEntry(call, {
        section: CUSTOMERS,
        recordId: slave,
        action: 'delete',
        changes: { merged_into: [null, kid] },
      }),
      ...appendChanges(call, [
        { section: CUSTOMERS, id: kid, action: 'merge', changed: Object.keys(changes), slaveKid: slave },
        { section: CUSTOMERS, id: slave, action: 'delete', changed: [] },
      ]),
      ...mergeEvent(call, kid, slave, Object.keys(changes)),
      ...(call.keeper?.answer(answer) ?? []),
    ]);
  });
  return answer;
};
