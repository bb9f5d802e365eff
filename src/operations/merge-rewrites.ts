/** What a merge of customers moves: whatever names the one names the other from then on, and doubles go (rules 5.14, 16.2). */
import { isTold } from '../derive/change.ts';
import {
  columnsNaming,
  dropDoubles,
  onceColumn,
  type Rewriting,
  rewriteColumn,
  rewriteOwner,
} from '../derive/rewrite-sql.ts';
import type { Resource } from '../model/resource.ts';
import { relationTypes } from '../model/seed/relation-types.ts';
import { raw, type Sql, shared, sql } from '../sql.ts';
import type { SpecialCall } from './call.ts';
import type { ToldWrite } from './changes/tell.ts';
import { type LinkRow, toldLink } from './links.ts';
import { toldRelation } from './relation-rows.ts';
import { mergeGrams, noteRecord } from './search/search-projection.ts';

export const CUSTOMERS = 'customers';

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

const FORMS = relationTypes.filter(({ parent_id }) => parent_id !== null);
const FORM_IDS = shared(FORMS.map(({ id }) => id));
const FORMS_OF = shared(FORMS.map(({ parent_id }) => parent_id));
/** The type that a column names, or the one that this is a form of by salutation. */
const formlessType = (column: string): Sql =>
  sql`coalesce((${FORMS_OF}::int[])[array_position(${FORM_IDS}::int[], ${raw(column)})], ${raw(column)})`;

/**
 * Relations: as links. A pair is double where another is of the same type in one direction, and in the other one too, or
 * of another form of it: whoever is Mutter is that once, although the one record of her child is a Tochter and the other,
 * which has no salutation, a Kind.
 */
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
 * The slave's own entry goes, and its words come to the master's (`giveWords`). Two statements: Citus asks every node for one that
 * removes rows and makes others of them, so that a node which is down would keep all organisations from merging.
 */
export const takeWords = (orgId: number, slave: number): Sql => sql`delete from search_entry
    where org_id = ${orgId} and section = 'customers' and id = ${slave}::int and part = ''
    returning grams`;

/** What `takeWords` answers. */
export interface Words {
  readonly grams: readonly number[];
}

/** Stands behind all rewrites: the master has the parts of both by then. */
export const giveWords = (orgId: number, master: number, words: readonly Words[]): Sql[] =>
  words.map(({ grams }) => mergeGrams(orgId, CUSTOMERS, master, grams));

/** Search entries: the master is found by the words of the slave's parts from now on. */
const rewriteEntries = ({ orgId, master, slave }: Rewriting): Sql[] => [
  ...[slave, master].map((id) => noteRecord(orgId, CUSTOMERS, id)),
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

/** Every write that a merge of a slave into the customer of the path consists of, but for the customers themselves. */
export const rewrites = (call: SpecialCall, slave: number): ToldWrite[] => {
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
