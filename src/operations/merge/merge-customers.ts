/** POST `/v3/customers/{kid}/merge`: one customer takes over another, all or nothing (rules 5.14, 16.2). */
import type { Tx } from '../../db/database.ts';
import { type Changes, changesBetween } from '../../derive/events/record-diff.ts';
import { softDelete, updateRow } from '../../derive/sql/write-sql.ts';
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { isId } from '../../shared/int32.ts';
import { MAX_DROPPED } from '../../shared/limits.ts';
import { prepared, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { objectBody } from '../call/body-shape.ts';
import { json, localNow, type OperationResult, type SpecialCall } from '../call/call.ts';
import { appendChanges, type Row, runTracked } from '../commit/append-change.ts';
import { auditEntry } from '../commit/commit.ts';
import { blockOf, count } from '../commit/counters.ts';
import { mergeEvent } from '../commit/outbox-events.ts';
import { findHold, holdWrite } from '../privacy/holds.ts';
import { asRow } from '../records/insert-record.ts';
import { assertLinkQuota, type Counted, linksAt, relationsAt } from '../relations/link-quota.ts';
import { projectionWrites } from '../search/search-index.ts';
import { arePartRows, dropParts, type PartRow } from './drop-parts.ts';
import {
  appendSearchText,
  CUSTOMERS,
  collectSearchText,
  type MovedRows,
  mergeStatements,
  type SearchWords,
  type Step,
} from './merge-rewrites.ts';

const MODES = ['master_wins', 'enrich_master'] as const;
type Mode = (typeof MODES)[number];

/** Scalars that an empty master takes from the slave. */
const ENRICHED = ['vorname', 'name', 'titel', 'anrede', 'geb_name', 'namenszusatz', 'geb'] as const;

/** The writes of a merge, as `customer_merge` stores them for its undo. */
export interface MergeRecord {
  readonly changes: Changes;
  readonly moved: readonly MovedRows[];
}

interface MergeRequest {
  readonly slave: number;
  readonly mode: Mode;
  /** Rows of the slave that the master has as well. */
  readonly drop: readonly PartRow[];
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
  const drop = body.drop ?? [];
  if (!arePartRows(drop)) {
    const message = `drop must list at most ${MAX_DROPPED} rows {section, id} of the other customer.`;
    issues.push({ path: ['drop'], code: 'invalid_type', message });
  }
  if (issues.length) throw invalid(issues);
  return { slave: slave as number, mode: mode as Mode, drop: drop as readonly PartRow[] };
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
export const masterWrites = (
  call: SpecialCall,
  master: Values,
  filled: Values,
): { writes: Sql[]; changes: Changes; record: Values } => {
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
    record,
  };
};

const rowsOf = (step: Step, rows: readonly Row[]): MovedRows => ({
  ...step,
  ids: rows.map(({ id }) => id),
  ...(step.does === 'removed' ? { rows: rows.map((row) => JSON.stringify(row)) } : {}),
});

/** INSERT of the writes of the merge, after all its other statements. */
const remember = (call: SpecialCall, slave: number, done: MergeRecord): Sql => prepared`insert into customer_merge (
    org_id, slave, master, at, done)
  values (${call.actor.orgId}, ${slave}, ${call.pathIds[0]}, ${new Date(call.now()).toISOString()}, ${JSON.stringify(done)})`;

/** POST `/v3/customers/{kid}/merge`. @throws 404 `not_found` for the master, `customer_not_found` for the slave; 400; 409 `too_many_links` */
export const mergeCustomers = async (call: SpecialCall): Promise<OperationResult> => {
  const { slave, mode, drop } = acceptMerge(call);
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
    const dropped = await dropParts(call, tx, slave, drop);
    for (const write of dropped.writes) await tx.run(write);
    const done: MovedRows[] = [...dropped.steps];
    const statements = mergeStatements(call, slave).map(({ step, ...write }) =>
      step ? { ...write, note: (rows: readonly Row[]) => rows.length && done.push(rowsOf(step, rows)) } : write,
    );
    const [words, moved] = await Promise.all([
      tx.run<SearchWords>(collectSearchText(actor.orgId, slave)),
      runTracked(call, tx, statements),
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
      remember(call, slave, { changes, moved: done }),
      ...(call.keeper?.answer(answer) ?? []),
    ]);
  });
  return answer;
};
