/** POST `/v3/customers/{kid}/merge`: one customer takes over another, all or nothing (rules 5.14, 16.2). */
import type { Tx } from '../db/database.ts';
import { type Changes, changesBetween, isTold } from '../derive/change.ts';
import {
  columnsNaming,
  dropDoubles,
  onceColumn,
  type Rewriting,
  rewriteColumn,
  rewriteOwner,
} from '../derive/rewrite-sql.ts';
import { softDelete, updateRow } from '../derive/write-sql.ts';
import { fail, type Issue, invalid } from '../errors.ts';
import { isId } from '../int.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { literal, prepared, raw, type Sql, sql, tenant } from '../sql.ts';
import { objectBody } from './body.ts';
import { type Answer, json, localNow, type SpecialCall } from './call.ts';
import { runTold, type ToldWrite, tellAll } from './changes/tell.ts';
import { auditEntry } from './commit.ts';
import { blockOf, count } from './counters.ts';
import { mergeEvent } from './events.ts';
import { asRow } from './insert-record.ts';
import { type LinkRow, toldLink } from './links.ts';
import { toldRelation } from './relation-rows.ts';
import { ALL_GRAMS, noteChanged, projectionWrites } from './search/search-projection.ts';

const MODES = ['master_wins', 'enrich_master'] as const;
type Mode = (typeof MODES)[number];

/** Scalars that an empty master takes from the slave. */
const ENRICHED = ['vorname', 'name', 'titel', 'anrede', 'geb_name', 'namenszusatz', 'geb'] as const;
const CUSTOMERS = 'customers';

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

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const enriched = (master: Values, slave: Values): Values => {
  const filled: Record<string, unknown> = {};
  for (const name of ENRICHED) if (isEmpty(master[name]) && !isEmpty(slave[name])) filled[name] = slave[name];
  return filled;
};

/** A write of link rows, which are told as they are returned. */
const ofLinks = (action: 'update' | 'delete', write: Sql): ToldWrite => ({
  write: sql`${write}
      returning l.id, l.owner_section, l.owner_id`,
  told: (row) => toldLink(row as unknown as LinkRow, action),
});

/** Links: loops and doubles go with both rows, the others are rewritten in both directions. */
const rewriteLinks = ({ orgId, master, slave }: Rewriting): ToldWrite[] => {
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

/** A write of rows of relations, which are told as they are returned. */
const ofRelations = (action: 'update' | 'delete', write: Sql): ToldWrite => ({
  write: sql`${write}
    returning r.id, r.kid`,
  told: ({ id, kid }) => toldRelation(id, Number(kid), action),
});

/** Relations: as links; a pair is double where either of its rows would be. */
const rewriteRelations = ({ orgId, master, slave }: Rewriting): ToldWrite[] => [
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
        and m.kid_beziehung = l.kid_beziehung and m.beziehung = l.beziehung
      where l.org_id = ${orgId} and l.kid = ${slave}::int
      union
      select l.id, l.reverse_id
      from relation l
      join relation m on m.org_id = ${orgId} and m.kid_beziehung = ${master}::int
        and m.kid = l.kid and m.beziehung = l.beziehung
      where l.org_id = ${orgId} and l.kid_beziehung = ${slave}::int
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

/** Search entries: the master is found by the words of the slave's parts from now on. */
const rewriteEntries = ({ orgId, master, slave }: Rewriting): Sql[] => [
  sql`with own as (
      delete from search_entry
      where org_id = ${orgId} and section = 'customers' and id = ${slave}::int and part = ''
      returning section, id, grams
    ), master as (
      insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
      select ${tenant(orgId)}, 'customers', ${master}::int, '', 0, '', grams
      from own
      on conflict (org_id, section, id, part, part_id) do update
      set grams = ${ALL_GRAMS}
      returning s.section, s.id
    )
    ${noteChanged(orgId, literal(CUSTOMERS), raw('(select section, id from own union all select section, id from master)'))}`,
  sql`update search_entry
    set id = ${master}::int
    where org_id = ${orgId} and section = 'customers' and id = ${slave}::int`,
];

/** The record kind that parts and annotations of a customer hang on, or of what a customer has. */
const ownerKind = ({ place }: Resource): string | undefined => {
  if (place.topLevel) return undefined;
  return place.ownerSection || place.below.includes(CUSTOMERS) ? CUSTOMERS : place.below[0];
};

const told = (resource: Resource, action: 'update' | 'delete', ...changed: readonly string[]): ToldWrite['told'] => {
  const section = ownerKind(resource);
  return ({ id, parent }) =>
    isTold(resource)
      ? { section: resource.path, id, action, changed, owner: section ? { section, id: Number(parent) } : undefined }
      : null;
};

const rewrites = (call: SpecialCall, slave: number): ToldWrite[] => {
  const { registry } = call.model;
  const rewriting = { orgId: call.actor.orgId, master: call.pathIds[0] ?? 0, slave };
  const annotations = registry.resources.filter(({ rows, place }) => rows.stored && place.ownerSection);
  const renamed = (resource: Resource, column: string, [live, ...deleted]: readonly Sql[]): ToldWrite[] => [
    { write: live as Sql, told: told(resource, 'update', column) },
    ...deleted.map((write) => ({ write })),
  ];
  return [
    ...columnsNaming(registry, CUSTOMERS).flatMap((naming) =>
      renamed(naming.resource, naming.column, rewriteColumn(naming, rewriting)),
    ),
    ...annotations.flatMap((resource) => {
      const once = onceColumn(resource);
      return [
        ...(once ? [{ write: dropDoubles(resource, once, CUSTOMERS, rewriting), told: told(resource, 'delete') }] : []),
        ...renamed(resource, 'owner_id', rewriteOwner(resource, CUSTOMERS, rewriting)),
      ];
    }),
    ...rewriteLinks(rewriting),
    ...rewriteRelations(rewriting),
    ...rewriteEntries(rewriting).map((write) => ({ write })),
  ];
};

/**
 * The master with what it takes from the slave, and what follows from that; its printed text and search entry follow.
 * @returns the writes, and what of the record is another after them: nothing where it took nothing
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

/** POST `/v3/customers/{kid}/merge`. @throws 404 `not_found` for the master, `customer_not_found` for the slave; 400 */
export const mergeCustomers = async (call: SpecialCall): Promise<Answer> => {
  const { slave, mode } = acceptMerge(call);
  const { actor, db } = call;
  const kid = call.pathIds[0] ?? 0;
  const resource = call.model.registry.get(CUSTOMERS);
  const answer = json(200, { success: true, master_kid: kid, slave_kid: slave, mode });
  await db.transaction(async (tx) => {
    const { master, slaveValues } = await lockBoth(call, tx, slave);
    const filled = mode === 'enrich_master' ? enriched(master, slaveValues) : {};
    const { writes, changes } = masterWrites(call, master, filled);
    const moved = await runTold(call, tx, rewrites(call, slave));
    await tx.finish([
      ...moved,
      ...writes,
      softDelete(resource, actor.orgId, slave, localNow(call)),
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
      ...tellAll(call, [
        { section: CUSTOMERS, id: kid, action: 'merge', changed: Object.keys(changes), slaveKid: slave },
        { section: CUSTOMERS, id: slave, action: 'delete', changed: [] },
      ]),
      ...mergeEvent(call, kid, slave, Object.keys(changes)),
      ...(call.keeper?.answer(answer) ?? []),
    ]);
  });
  return answer;
};
