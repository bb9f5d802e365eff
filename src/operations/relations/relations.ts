/** Typed relations between customers, one row a direction (rules 5.9, 16.14). */
import type { Tx } from '../../db/database.ts';
import { FIRST_OWN_TYPE, type RelationCatalogue, relationCatalogue } from '../../derive/metadata/relation-catalogue.ts';
import { fail } from '../../errors/api-error.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { isId } from '../../shared/int32.ts';
import { keysNotAllowed, objectBody } from '../call/body-shape.ts';
import { type Call, type Context, json, localNow, type OperationResult } from '../call/call.ts';
import { inMemoryList } from '../call/in-memory-list.ts';
import { readQuery } from '../call/read-query.ts';
import { appendChanges } from '../commit/append-change.ts';
import { auditEntry } from '../commit/commit.ts';
import { linkEvent } from '../commit/outbox-events.ts';
import { shareSettings } from '../org-settings/settings-document.ts';
import { assertLinkQuota } from './link-quota.ts';
import {
  type Customer,
  customersOf,
  deleteReverse,
  deleteRow,
  feedRelation,
  type RelationRow,
  relationIsThere,
  relationPair,
  relationsById,
  relationsOf,
} from './relation-rows.ts';

const SEQUENCE = 'relation_id_seq';
const DUPLICATE = '23505';

const customersIn = ({ model }: Call): Resource => model.registry.get('customers');

const shown = (types: RelationCatalogue, row: RelationRow) => {
  const type = types.find(row.beziehung);
  return {
    id: row.id,
    kid: row.kid,
    kid_beziehung: row.kid_beziehung,
    beziehung: row.beziehung,
    beziehung_name: type?.name ?? null,
    parent_id: type?.parent_id ?? null,
    contact: { kid: row.kid_beziehung, name: row.name },
  };
};

/** GET `/v3/customers/{kid}/relations`: `{total, items}`; those whose other customer is deleted are left out. */
export const listRelations = async (call: Call): Promise<OperationResult> => {
  const query = readQuery(call, 'list');
  const rows = await call.db.read<RelationRow & { there: boolean }>(
    relationsOf(customersIn(call), call.actor.orgId, call.pathIds[0] ?? 0),
  );
  if (!rows[0]?.there) throw fail('not_found');
  const types = relationCatalogue(call.model.settings);
  const relations = rows.filter(({ id }) => id !== null).map((row) => shown(types, row));
  return json(200, inMemoryList(relations, query));
};

/** Relations as they are listed now, as JSON texts by id. */
export const relationsNow = async (
  { db, actor, model }: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const types = relationCatalogue(model.settings);
  const rows = await db.read<RelationRow>(relationsById(actor.orgId, ids));
  return new Map(rows.map((row) => [row.id, JSON.stringify(shown(types, row))]));
};

/** The body: exactly `kid_beziehung` and `beziehung`. */
const acceptRelation = (call: Call): { other: number; beziehung: number } => {
  const { kid_beziehung: other, beziehung, ...others } = objectBody(call.body, call.collection.forbidden);
  const wrong = [
    ...keysNotAllowed(others),
    ...(isId(other)
      ? []
      : [{ path: ['kid_beziehung'], code: 'invalid_type', message: 'kid_beziehung must be the kid of a customer.' }]),
    ...(isId(beziehung)
      ? []
      : [{ path: ['beziehung'], code: 'invalid_type', message: 'beziehung must be the id of a relation type.' }]),
  ];
  if (wrong.length || !isId(other) || !isId(beziehung)) throw fail('validation_error', { issues: wrong });
  return { other, beziehung };
};

/** The types to choose from. An own one can be removed: not while this transaction uses it. */
const typesFor = async ({ actor, model }: Call, tx: Tx, beziehung: number): Promise<RelationCatalogue> =>
  relationCatalogue(beziehung < FIRST_OWN_TYPE ? model.settings : await shareSettings(tx, actor.orgId));

/** POST `/v3/customers/{kid}/relations`. */
export const createRelation = async (call: Call): Promise<OperationResult> => {
  const { actor, db } = call;
  const kid = call.pathIds[0] ?? 0;
  const { other, beziehung } = acceptRelation(call);
  const ids = [await db.nextId(SEQUENCE), await db.nextId(SEQUENCE)] as const;
  try {
    return await db.transaction(async (tx) => {
      const [customers, doubles] = await Promise.all([
        tx.run<Customer>(customersOf(actor.orgId, [kid, other])),
        tx.run(relationIsThere(actor.orgId, kid, other, beziehung)),
      ]);
      const own = customers.find(({ id }) => id === kid);
      if (!own) throw fail('customer_not_found');
      if (kid === other) throw fail('self_relationship');
      const second = customers.find(({ id }) => id === other);
      if (!second) throw fail('target_not_found');
      const types = await typesFor(call, tx, beziehung);
      if (!types.find(beziehung)) throw fail('invalid_relationship_type');
      const reverse = types.reverseOf(beziehung, own.anrede);
      if (reverse === null) throw fail('no_reverse_pair');
      for (const { id, relations } of [own, second]) assertLinkQuota(`customers/${id}`, { relations }, 1);
      if (doubles.length) throw fail('duplicate_relation');
      const row = { id: ids[0], kid, kid_beziehung: other, beziehung, reverse_id: ids[1] };
      const answer = json(201, {
        success: true,
        id: ids[0],
        reverse_id: ids[1],
        beziehung,
        reverse_beziehung: reverse,
      });
      await tx.finish([
        relationPair(actor.orgId, row, reverse, localNow(call)),
        ...appendChanges(call, [feedRelation(ids[0], kid, 'insert'), feedRelation(ids[1], other, 'insert')]),
        auditEntry(call, {
          section: 'relations',
          recordId: ids[0],
          action: 'insert',
          owner: { section: 'customers', id: kid },
          changes: { kid_beziehung: [null, other], beziehung: [null, beziehung] },
        }),
        ...linkEvent(
          call,
          'relations.insert',
          { section: 'customers', id: kid },
          shown(types, { ...row, name: second.name }),
        ),
        ...(call.keeper?.answer(answer) ?? []),
      ]);
      return answer;
    });
  } catch (error) {
    throw (error as { code?: string }).code === DUPLICATE ? fail('duplicate_relation', { cause: error }) : error;
  }
};

/** DELETE `/v3/customers/{kid}/relations/{id}`: the path's customer is one of the two; both rows go. */
export const removeRelation = async (call: Call): Promise<OperationResult> => {
  const { actor, db } = call;
  const [kid = 0, id = 0] = call.pathIds;
  await db.transaction(async (tx) => {
    const [row] = await tx.run<RelationRow>(deleteRow(customersIn(call), actor.orgId, kid, id));
    if (!row) throw fail('not_found');
    await tx.finish([
      deleteReverse(actor.orgId, row.reverse_id),
      ...appendChanges(call, [
        feedRelation(row.id, row.kid, 'delete'),
        feedRelation(row.reverse_id, row.kid_beziehung, 'delete'),
      ]),
      auditEntry(call, {
        section: 'relations',
        recordId: row.id,
        action: 'delete',
        owner: { section: 'customers', id: row.kid },
        changes: { kid_beziehung: [row.kid_beziehung, null], beziehung: [row.beziehung, null] },
      }),
      ...linkEvent(
        call,
        'relations.delete',
        { section: 'customers', id: row.kid },
        shown(relationCatalogue(call.model.settings), row),
      ),
    ]);
  });
  return json(200, { success: true, deleted: true, id });
};
