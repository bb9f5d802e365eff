/** The rows of relations between customers, two each: one a direction. */

import { fullName } from '../../derive/full-name.ts';
import { isThere } from '../../derive/sql/read-sql.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { prepared, raw, type Sql, sharedParam, sql, tenantParam } from '../../sql/sql.ts';
import type { FeedAction, FeedEntry, TrackedWrite } from '../commit/append-change.ts';
import { relationsAt } from './link-quota.ts';

/** One direction of a relation, with the name of the other customer. */
export interface RelationRow {
  readonly id: number;
  readonly kid: number;
  readonly kid_beziehung: number;
  readonly beziehung: number;
  readonly reverse_id: number;
  readonly name: string | null;
}

/** The name of the other customer `c` of a relation. */
const NAME = sql`${fullName} as name`;

/** The relations of a customer, at least one row: `there` says whether there is such a customer. */
export const relationsOf = (customers: Resource, orgId: number, id: number): Sql => {
  const kid = sharedParam(id);
  return prepared`select o.there, r.*
    from (select ${isThere(customers, orgId, kid)} as there) o
    left join lateral (
      select r.id, r.kid, r.kid_beziehung, r.beziehung, r.reverse_id, ${NAME}
      from relation r
      join contact c on c.org_id = ${orgId} and c.id = r.kid_beziehung and c.del = 0
      where r.org_id = ${orgId} and r.kid = ${kid}) r on true
    order by r.id`;
};

/** Relations between customers who are both there. */
export const relationsById = (orgId: number, ids: readonly number[]): Sql =>
  prepared`select r.id, r.kid, r.kid_beziehung, r.beziehung, r.reverse_id, ${NAME}
    from relation r
    join contact c on c.org_id = ${orgId} and c.id = r.kid_beziehung and c.del = 0
    join contact o on o.org_id = ${orgId} and o.id = r.kid and o.del = 0
    where r.org_id = ${orgId} and r.id = any(${ids}::int[])`;

/** The fields of a customer that relations need. */
export interface Customer {
  readonly id: number;
  readonly name: string | null;
  readonly anrede: string | null;
  /** How many there are, as `relationsAt` counts them. */
  readonly relations: number;
}

/** Whether two customers have this relation already, from either side. */
export const relationIsThere = (orgId: number, kid: number, other: number, beziehung: number): Sql =>
  prepared`select 1
    from relation r
    where r.org_id = ${orgId} and r.kid = ${kid} and r.kid_beziehung = ${other} and r.beziehung = ${beziehung}
    limit 1`;

/** The existing customers among some ids, locked until the end of the transaction. */
export const customersOf = (orgId: number, kids: readonly number[]): Sql => prepared`select c.id, c.anrede, ${NAME},
      ${relationsAt(orgId, raw('c.id'))} as relations
    from contact c
    where c.org_id = ${orgId} and c.id = any(${kids}::int[]) and c.section = 'customers' and c.del = 0
    order by c.id
    for key share of c`;

/** Both rows of a relation. @param row the one of the path's customer, with the `reverse` type of the other */
export const relationPair = (orgId: number, row: Omit<RelationRow, 'name'>, reverse: number, now: string): Sql => {
  const [id, other] = [sharedParam(row.id), sharedParam(row.reverse_id)];
  const [kid, related, at] = [sharedParam(row.kid), sharedParam(row.kid_beziehung), sharedParam(now)];
  const [type, opposite] = [sharedParam(row.beziehung), sharedParam(reverse)];
  return prepared`insert into relation (org_id, id, kid, kid_beziehung, beziehung, reverse_id, reverse_beziehung, insert_datum)
    values (${tenantParam(orgId)}, ${id}, ${kid}, ${related}, ${type}, ${other}, ${opposite}, ${at}),
      (${tenantParam(orgId)}, ${other}, ${related}, ${kid}, ${opposite}, ${id}, ${type}, ${at})`;
};

/** Deletes one row of a relation; the path's customer is one of the two. */
export const deleteRow = (customers: Resource, orgId: number, customer: number, id: number): Sql => {
  const kid = sharedParam(customer);
  return prepared`delete from relation r
    where r.org_id = ${orgId} and r.id = ${id} and (r.kid = ${kid} or r.kid_beziehung = ${kid})
      and ${isThere(customers, orgId, kid)}
    returning r.id, r.kid, r.kid_beziehung, r.beziehung, r.reverse_id, (
      select ${NAME}
      from contact c
      where c.org_id = ${orgId} and c.id = r.kid_beziehung)`;
};

/** The feed entry of a row of a relation. */
export const feedRelation = (id: number, kid: number, action: FeedAction): FeedEntry => ({
  section: 'relations',
  id,
  action,
  changed: action === 'delete' ? [] : ['kid_beziehung', 'beziehung'],
  owner: { section: 'customers', id: kid },
});

/** The rows at the other customers of relations of customers that are deleted or restored. */
export const relationsTo = (orgId: number, kids: readonly number[], action: FeedAction): TrackedWrite => ({
  write: prepared`select m.id, m.kid
    from relation l
    join relation m on m.org_id = ${orgId} and m.id = l.reverse_id
    where l.org_id = ${orgId} and l.kid = any(${kids}::int[])`,
  feedEntry: ({ id, kid }) => feedRelation(id, Number(kid), action),
});

/** Deletes the other row. */
export const deleteReverse = (orgId: number, id: number): Sql => prepared`delete from relation
    where org_id = ${orgId} and id = ${id}`;
