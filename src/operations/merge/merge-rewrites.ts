/**
 * Statements of a merge: references to the slave name the master from then on, and duplicates are removed (rules
 * 5.14, 16.2).
 */
import { isInChangeFeed } from '../../derive/events/record-diff.ts';
import {
  deduplicate,
  onceColumn,
  type Repointing,
  referencingColumns,
  repointColumn,
  repointOwner,
} from '../../derive/sql/repoint-references.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { relationTypes } from '../../model/seed/relation-types.ts';
import { raw, type Sql, sharedParam, sql } from '../../sql/sql.ts';
import { localNow, type SpecialCall } from '../call/call.ts';
import type { TrackedWrite } from '../commit/append-change.ts';
import { feedLink } from '../relations/links.ts';
import { feedRelation } from '../relations/relation-rows.ts';
import { mergeGrams } from '../search/search-index.ts';

export const CUSTOMERS = 'customers';

/** The effect of a write of a merge on the rows that it returns, by which an un-merge takes it back. */
export interface Step {
  /** `removed`: deleted for good, the returned rows have all columns of `REMOVED`; `double`: soft-deleted, since the master has the like. */
  readonly does: 'column' | 'owner' | 'double' | 'linked' | 'removed';
  /** Path of the record kind; `links` and `relations` are no declared ones. */
  readonly path: string;
  /** The rewritten column. */
  readonly column?: string;
  /** Rows that were deleted before. */
  readonly deleted?: true;
}

/** The rows that one write of a merge changed; of removed ones all columns, as JSON. */
export interface MovedRows extends Step {
  readonly ids: readonly number[];
  readonly rows?: readonly string[];
}

/** Columns of rows that a merge removes, by the path of their kind; `insert_datum` besides. */
export const REMOVED = {
  links: {
    table: 'link',
    columns: ['id', 'owner_id', 'owner_section', 'foreign_section', 'foreign_id'],
  },
  relations: {
    table: 'relation',
    columns: ['id', 'kid', 'kid_beziehung', 'beziehung', 'reverse_id', 'reverse_beziehung'],
  },
} as const;

/** Column list of a removed row. Citus returns immutable expressions only, so the time is in seconds. */
const removedRow = (path: keyof typeof REMOVED, alias: string): Sql =>
  raw(`${REMOVED[path].columns.map((name) => `${alias}.${name}`).join(', ')},
      extract(epoch from ${alias}.insert_datum)::float8 as inserted_at`);

export interface MergeWrite extends TrackedWrite {
  readonly step?: Step;
}

/** A write of link rows, with a feed entry for each returned row. @param column the rewritten one; without it rows are deleted */
const ofLinks = (write: Sql, column?: string): MergeWrite => ({
  write: sql`${write}
      returning ${column ? raw('l.id, l.owner_section, l.owner_id') : removedRow('links', 'l')}`,
  feedEntry: feedLink(column ? 'update' : 'delete'),
  step: column ? { does: 'linked', path: 'links', column } : { does: 'removed', path: 'links' },
});

/** Links: loops and doubles go with both rows, the others are rewritten in both directions. */
const rewriteLinks = ({ orgId, master, slave }: Repointing): MergeWrite[] => {
  const at = (link: string, side: 'owner' | 'foreign', kid: number): Sql =>
    sql`${raw(`${link}.${side}_section = 'customers' and ${link}.${side}_id`)} = ${kid}::int`;
  return [
    ofLinks(
      sql`delete from link l
      where l.org_id = ${orgId} and (
        ${at('l', 'owner', slave)} and ${at('l', 'foreign', master)}
        or ${at('l', 'owner', master)} and ${at('l', 'foreign', slave)})`,
    ),
    ofLinks(
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
      sql`update link l
      set foreign_id = ${master}::int
      from link m
      where l.org_id = ${orgId} and m.org_id = ${orgId} and ${at('m', 'owner', slave)}
        and l.owner_section = m.foreign_section and l.owner_id = m.foreign_id and ${at('l', 'foreign', slave)}`,
      'foreign_id',
    ),
    ofLinks(
      sql`update link l
      set owner_id = ${master}::int
      where l.org_id = ${orgId} and ${at('l', 'owner', slave)}`,
      'owner_id',
    ),
  ];
};

/** A write of relation rows, as `ofLinks`. */
const ofRelations = (write: Sql, column?: string): MergeWrite => ({
  write: sql`${write}
    returning ${column ? raw('r.id, r.kid') : removedRow('relations', 'r')}`,
  feedEntry: ({ id, kid }) => feedRelation(id, Number(kid), column ? 'update' : 'delete'),
  step: column ? { does: 'linked', path: 'relations', column } : { does: 'removed', path: 'relations' },
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
const rewriteRelations = ({ orgId, master, slave }: Repointing): MergeWrite[] => [
  ofRelations(
    sql`delete from relation r
    where r.org_id = ${orgId}
      and (r.kid = ${master}::int and r.kid_beziehung = ${slave}::int
        or r.kid = ${slave}::int and r.kid_beziehung = ${master}::int)`,
  ),
  ofRelations(
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
    sql`update relation r
    set kid = ${master}::int
    where r.org_id = ${orgId} and r.kid = ${slave}::int`,
    'kid',
  ),
  ofRelations(
    sql`update relation r
    set kid_beziehung = ${master}::int
    where r.org_id = ${orgId} and r.kid_beziehung = ${slave}::int`,
    'kid_beziehung',
  ),
];

/**
 * The slave's own entry is deleted, and its words are added to the master's (`appendSearchText`). Two statements: for
 * one that deletes and inserts rows Citus asks every node, so that one failed node would prevent all merges.
 */
export const collectSearchText = (orgId: number, slave: number): Sql => sql`delete from search_entry
    where org_id = ${orgId} and section = 'customers' and id = ${slave}::int and part = ''
    returning grams`;

/** What `collectSearchText` answers. */
export interface SearchWords {
  readonly grams: readonly number[];
}

/** After all other statements: the master has the parts of both by then. */
export const appendSearchText = (orgId: number, master: number, words: readonly SearchWords[]): Sql[] =>
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

/** The feed entries of rows of a kind that a merge or its undo wrote. */
export const feedEntryOf = (
  resource: Resource,
  action: 'insert' | 'update' | 'delete',
  ...changed: readonly string[]
): TrackedWrite['feedEntry'] => {
  const section = ownerKind(resource);
  return ({ id, parent }) =>
    isInChangeFeed(resource)
      ? { section: resource.path, id, action, changed, owner: section ? { section, id: Number(parent) } : undefined }
      : null;
};

/** Every write that a merge of a slave into the customer of the path consists of, but for the customers themselves. */
export const mergeStatements = (call: SpecialCall, slave: number): MergeWrite[] => {
  const { registry } = call.model;
  const rewriting = { orgId: call.actor.orgId, master: call.pathIds[0] ?? 0, slave, now: localNow(call) };
  const annotations = registry.resources.filter(
    ({ storage: rows, nesting: place }) => rows.stored && place.ownerSection,
  );
  const renamed = (resource: Resource, column: string, [live, ...deleted]: readonly Sql[]): MergeWrite[] => {
    const does = resource.nesting.ownerSection ? 'owner' : 'column';
    const step = { does, path: resource.path, column } as const;
    return [
      { write: live as Sql, feedEntry: feedEntryOf(resource, 'update', column), step },
      ...deleted.map((write) => ({ write, step: { ...step, deleted: true as const } })),
    ];
  };
  return [
    ...referencingColumns(registry, CUSTOMERS).flatMap((naming) =>
      renamed(naming.resource, naming.column, repointColumn(naming, rewriting)),
    ),
    ...annotations.flatMap((resource) => {
      const once = onceColumn(resource);
      return [
        ...(once
          ? [
              {
                write: deduplicate(resource, once, CUSTOMERS, rewriting),
                feedEntry: feedEntryOf(resource, 'delete'),
                step: { does: 'double', path: resource.path } as const,
              },
            ]
          : []),
        ...renamed(resource, 'owner_id', repointOwner(resource, CUSTOMERS, rewriting)),
      ];
    }),
    ...rewriteLinks(rewriting),
    ...rewriteRelations(rewriting),
    { write: rewriteEntries(rewriting) },
  ];
};
