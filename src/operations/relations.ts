/** Typed relations between customers, one row a direction (rules 5.9, 16.14). */
import type { Tx } from '../db/database.ts';
import { FIRST_OWN_TYPE, type RelationCatalogue, relationCatalogue } from '../derive/relation-catalogue.ts';
import { fail } from '../errors.ts';
import { isId } from '../int.ts';
import { keysNotAllowed, objectBody } from './body.ts';
import { type Answer, type Call, json, localNow } from './call.ts';
import { auditEntry } from './commit.ts';
import { linkEvent } from './events.ts';
import { nextId } from './ids.ts';
import { shareSettings } from './organisation/settings-document.ts';

const SEQUENCE = 'relation_id_seq';
const DUPLICATE = '23505';

interface RelationRow {
  readonly id: number;
  readonly kid: number;
  readonly kid_beziehung: number;
  readonly beziehung: number;
  readonly reverse_id: number;
  readonly name: string | null;
}

/** What a relation says of the other customer; `c` is that customer. */
const NAME = "concat_ws(' ', nullif(c.vorname, ''), c.name) as name";

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
export const listRelations = async (call: Call): Promise<Answer> => {
  const rows = await call.db.read<RelationRow & { there: boolean }>({
    name: 'relations',
    text: `select o.there, r.*, r.name from (select exists (select 1 from contact c where c.org_id = $1 and c.id = $2 and c.section = 'customers' and c.del = 0) as there) o
      left join lateral (select r.id, r.kid, r.kid_beziehung, r.beziehung, r.reverse_id, ${NAME} from relation r join contact c on c.org_id = $1 and c.id = r.kid_beziehung and c.del = 0 where r.org_id = $1 and r.kid = $2) r on true order by r.id`,
    values: [call.actor.orgId, call.pathIds[0]],
  });
  if (!rows[0]?.there) throw fail('not_found');
  const types = relationCatalogue(call.model.settings);
  const items = rows.filter(({ id }) => id !== null).map((row) => shown(types, row));
  return json(200, { total: items.length, items });
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

interface Customer {
  readonly id: number;
  readonly name: string | null;
  readonly anrede: string | null;
}

const lockCustomers = (call: Call, tx: Tx, kids: readonly number[]): Promise<Customer[]> =>
  tx.run<Customer>({
    name: 'relate lock',
    text: `select c.id, c.anrede, ${NAME} from contact c where c.org_id = $1 and c.id = any($2::int[]) and c.section = 'customers' and c.del = 0 order by c.id for key share of c`,
    values: [call.actor.orgId, kids],
  });

/** The types to choose from. An own one can be removed: not while this transaction uses it. */
const typesFor = async ({ actor, model }: Call, tx: Tx, beziehung: number): Promise<RelationCatalogue> =>
  relationCatalogue(beziehung < FIRST_OWN_TYPE ? model.settings : await shareSettings(tx, actor.orgId));

/** POST `/v3/customers/{kid}/relations`. */
export const createRelation = async (call: Call): Promise<Answer> => {
  const { actor, db } = call;
  const kid = call.pathIds[0] ?? 0;
  const { other, beziehung } = acceptRelation(call);
  const ids = [await nextId(db, SEQUENCE), await nextId(db, SEQUENCE)] as const;
  try {
    return await db.transaction(async (tx) => {
      const customers = await lockCustomers(call, tx, [kid, other]);
      const own = customers.find(({ id }) => id === kid);
      if (!own) throw fail('customer_not_found');
      if (kid === other) throw fail('self_relationship');
      const second = customers.find(({ id }) => id === other);
      if (!second) throw fail('target_not_found');
      const types = await typesFor(call, tx, beziehung);
      if (!types.find(beziehung)) throw fail('invalid_relationship_type');
      const reverse = types.reverseOf(beziehung, own.anrede);
      if (reverse === null) throw fail('no_reverse_pair');
      const answer = json(201, {
        success: true,
        id: ids[0],
        reverse_id: ids[1],
        beziehung,
        reverse_beziehung: reverse,
      });
      await tx.finish([
        {
          name: 'relate',
          text: 'insert into relation (org_id, id, kid, kid_beziehung, beziehung, reverse_id, insert_datum) values ($1, $2, $4, $5, $6, $3, $8), ($1, $3, $5, $4, $7, $2, $8)',
          values: [actor.orgId, ids[0], ids[1], kid, other, beziehung, reverse, localNow(call)],
        },
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
          shown(types, { id: ids[0], kid, kid_beziehung: other, beziehung, reverse_id: ids[1], name: second.name }),
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
export const removeRelation = async (call: Call): Promise<Answer> => {
  const { actor, db } = call;
  const [kid, id] = call.pathIds;
  await db.transaction(async (tx) => {
    const [row] = await tx.run<RelationRow>({
      name: 'unrelate',
      text: `delete from relation r where r.org_id = $1 and r.id = $3 and (r.kid = $2 or r.kid_beziehung = $2) and exists (select 1 from contact c where c.org_id = $1 and c.id = $2 and c.section = 'customers' and c.del = 0) returning r.id, r.kid, r.kid_beziehung, r.beziehung, r.reverse_id, (select ${NAME} from contact c where c.org_id = $1 and c.id = r.kid_beziehung)`,
      values: [actor.orgId, kid, id],
    });
    if (!row) throw fail('not_found');
    await tx.finish([
      {
        name: 'unrelate reverse',
        text: 'delete from relation where org_id = $1 and id = $2',
        values: [actor.orgId, row.reverse_id],
      },
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
