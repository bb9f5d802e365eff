/**
 * POST `/v3/customers/{kid}/privacy/erasure`. One transaction writes the ledger and deletes the customer with all records, so that
 * no read, list or search shows them any more; the worker then erases the rows (privacy-worker.ts).
 */
import type { Tx } from '../../db/database.ts';
import { belongsTo, PERSONS, personKinds } from '../../derive/privacy/person-records.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { ErasureEntry } from '../../shared/erasure-entry.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { type CallOf, json, localNow, type ResultOf, type SpecialCall } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';
import { eventWrites } from '../commit/outbox-events.ts';
import { hashContracts } from '../gdv/erased-contracts.ts';
import { hideRows } from '../records/remove.ts';
import { assertNoHold, holdOf, lockPerson } from './holds.ts';
import { type Erasure, erasureOf, selectErasures, shownErasure } from './ledger.ts';
import { findPerson, type Person, RESTRICTED } from './person.ts';
import { assertErasable } from './preview.ts';
import { planErasure, todayOf } from './retention-plan.ts';

const SEQUENCE = 'erasure_id_seq';
const ERASE = 'POST /v3/customers/:kid/privacy/erasure';

/** A request for an erasure. */
interface Request {
  readonly id: number;
  readonly person: Person;
  readonly reason: string;
  /** It was carried out before the database was restored: holds and rules make it wait, and do not refuse it. */
  readonly isRepeated?: boolean;
  /** Hashes of the contracts that the ledger had before the database was restored. */
  readonly contracts?: readonly string[];
}

/** Hides the live records, as a delete of the customer does; the event says the number alone. */
const hidePerson = async (call: SpecialCall, tx: Tx, person: Person): Promise<Sql[]> => {
  const place = { ...call, collection: call.model.collection(PERSONS), pathIds: [person.kid] };
  const statements: Sql[] = [];
  for (const kind of personKinds(call.model.registry))
    statements.push(...(await hideRows(place, tx, kind.resource, belongsTo(kind, person))));
  if (person.del !== 0) return statements;
  const { resource } = place.collection;
  const record = { id: person.kid };
  return [...statements, ...eventWrites(call, { resource, action: 'delete', id: person.kid, changes: {}, record })];
};

/** Nothing restores the rows from here on. */
const restrict = async (call: SpecialCall, tx: Tx, person: Person): Promise<void> => {
  const at = localNow(call);
  for (const kind of [...personKinds(call.model.registry)].reverse())
    await tx.run(sql`update ${raw(kind.resource.table)} t
      set del = ${raw(String(RESTRICTED))}, deleted_at = coalesce(t.deleted_at, ${at}::timestamp)
      where t.org_id = ${person.orgId} and ${belongsTo(kind, person)}`);
};

const insertErasure = (call: SpecialCall, { id, person, reason, contracts = [] }: Request, at: string): Sql => {
  const { orgId, tokenId, userKid } = call.actor;
  return sql`insert into erasure (org_id, id, kid, state, reason, token_id, user_kid, created_at, contracts)
    values (${orgId}, ${id}, ${person.kid}, 'running', ${reason}, ${tokenId}, ${userKid}, ${at}, ${contracts})`;
};

/** The erasure of the customer that has not ended. */
const openErasure = async (tx: Tx, { orgId, kid }: Person): Promise<Erasure | null> => {
  const [row] = await tx.run(selectErasures(orgId, sql`e.kid = ${kid}::int and e.state <> 'done'`));
  return row ? erasureOf(row) : null;
};

/** Hashes of all contracts of a customer, deleted ones included. */
const contractHashes = async (call: SpecialCall, tx: Tx, person: Person): Promise<readonly string[]> => {
  const kind = personKinds(call.model.registry).find(({ resource }) => resource.path === 'contracts');
  if (!kind) return [];
  const rows = await tx.run<{ id: number }>(sql`select t.id
    from contract t
    where t.org_id = ${person.orgId} and ${belongsTo(kind, person)}`);
  return hashContracts(
    (statement) => tx.run(statement),
    person.orgId,
    call.db.keyRing,
    rows.map(({ id }) => id),
  );
};

/** Begins an erasure, or returns the one in progress. */
const begin = async (call: SpecialCall, tx: Tx, request: Request): ResultOf<typeof ERASE> => {
  const { person, id } = request;
  const { orgId, kid } = person;
  if (!(await lockPerson(tx, orgId, kid)).length) throw fail('customer_not_found');
  const open = await openErasure(tx, person);
  if (open) {
    const same = json(202, shownErasure(open));
    await tx.finish(call.keeper?.answer(same) ?? []);
    return same;
  }
  if (!request.isRepeated) await assertNoHold(tx, orgId, kid, todayOf(call));
  const contracts = [...new Set([...(request.contracts ?? []), ...(await contractHashes(call, tx, person))])];
  const at = new Date(call.now()).toISOString();
  const hidden = await hidePerson(call, tx, person);
  await restrict(call, tx, person);
  const erasure: Erasure = {
    id,
    kid,
    state: 'running',
    created_at: at.replace('Z', '+00:00'),
    due: null,
    done_at: null,
    counts: {},
  };
  const answer = json(202, shownErasure(erasure));
  const changes = { erasure: [null, id] };
  await tx.finish([
    ...hidden,
    insertErasure(call, { ...request, contracts }, at),
    auditEntry(call, { section: PERSONS, recordId: kid, action: 'erase', changes, security: true }),
    ...(call.keeper?.answer(answer) ?? []),
  ]);
  return answer;
};

/**
 * Begins the erasure of a customer. A second request for the same customer is answered with the first one.
 * @throws 400 `validation_failed`, 404 `customer_not_found`, 409 `legal_hold`, `retention_applies`
 */
export const requestErasure = async (call: CallOf<typeof ERASE>): ResultOf<typeof ERASE> => {
  const kid = call.pathIds[0] ?? 0;
  const { confirm, reason } = call.body;
  const person = await findPerson(call, kid);
  if (confirm !== kid)
    throw invalid([
      { path: ['confirm'], code: 'invalid_value', message: `confirm must be ${kid}, the number of the customer.` },
    ]);
  if (person.del < RESTRICTED) {
    const hold = await holdOf(call, kid);
    if (!hold) assertErasable(await planErasure(call, person));
  }
  const id = await call.db.nextId(SEQUENCE);
  return call.db.transaction((tx) => begin(call, tx, { id, person, reason }));
};

/**
 * Begins an erasure again that a restored database has lost.
 * @throws 404 `customer_not_found`
 */
export const repeatErasure = async (call: SpecialCall, { kid, reason, contracts }: ErasureEntry): Promise<void> => {
  const person = await findPerson(call, kid);
  const id = await call.db.nextId(SEQUENCE);
  await call.db.transaction((tx) => begin(call, tx, { id, person, reason, contracts, isRepeated: true }));
};
