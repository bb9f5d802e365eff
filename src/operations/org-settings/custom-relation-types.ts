/**
 * Relation types of an organisation's own. They come in pairs, so that each has a reverse (rules 5.9); those that come
 * with the service are not changed.
 */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { FIRST_OWN_TYPE, relationCatalogue } from '../../derive/metadata/relation-catalogue.ts';
import type { OrganisationSettings, OwnRelationType } from '../../derive/org-settings/apply-settings.ts';
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { changeSettings } from './settings-document.ts';

const MOST = 1000;

/** A requested pair; without `reverse` the type is symmetric. */
export interface RelationTypePair {
  readonly kreis: number;
  readonly name: string;
  readonly reverse: string | null;
}

/** Relations per type: id and number. Relations of a deleted customer count, although they are invisible. */
export const relationTypeUse = (orgId: number): Sql =>
  sql`select r.beziehung as id, count(*)::int as n from relation r
    join contact a on a.org_id = ${orgId} and a.id = r.kid and a.del = 0
    join contact b on b.org_id = ${orgId} and b.id = r.kid_beziehung and b.del = 0
    where r.org_id = ${orgId} group by r.beziehung`;

const ownTypes = ({ relation_types }: OrganisationSettings) => relation_types ?? { made: 0, items: [] };

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Findings about a name of a type in a group; `but` is the type being renamed. */
const nameIssues = (settings: OrganisationSettings, kreis: number, field: string, name: string, but = 0): Issue[] =>
  relationCatalogue(settings).items.some((type) => type.kreis === kreis && type.id !== but && same(type.name, name))
    ? [{ path: [field], code: 'duplicate_name', message: 'The group already has a relation type of this name.' }]
    : [];

const pairIssues = (settings: OrganisationSettings, { kreis, name, reverse }: RelationTypePair): Issue[] => [
  ...(relationCatalogue(settings).folders.some(({ id }) => id === kreis)
    ? []
    : [{ path: ['kreis'], code: 'invalid_select_value', message: 'There is no such group.' }]),
  ...nameIssues(settings, kreis, 'name', name),
  ...(reverse === null ? [] : nameIssues(settings, kreis, 'reverse', reverse)),
];

/**
 * Adds a type and its reverse. @returns their ids, the same one twice where there is only one type
 * @throws 400 `validation_failed` for an unknown group or a name that the group has
 */
export const addRelationTypes = async (
  db: Database,
  orgId: number,
  pair: RelationTypePair,
  by: Author = SERVICE,
): Promise<{ id: number; reverse_id: number }> => {
  let ids = { id: 0, reverse_id: 0 };
  await changeSettings(
    db,
    orgId,
    (settings) => {
      const issues = pairIssues(settings, pair);
      if (issues.length) throw invalid(issues);
      const { made, items } = ownTypes(settings);
      const { kreis, name, reverse } = pair;
      const id = FIRST_OWN_TYPE + made;
      const symmetric = reverse === null || same(reverse, name);
      const added: OwnRelationType[] = symmetric
        ? [{ id, kreis, name, reverse: id }]
        : [
            { id, kreis, name, reverse: id + 1 },
            { id: id + 1, kreis, name: reverse, reverse: id },
          ];
      if (items.length + added.length > MOST)
        throw fail('validation_failed', { message: `An organisation can have ${MOST} relation types of its own.` });
      ids = { id, reverse_id: symmetric ? id : id + 1 };
      return { ...settings, relation_types: { made: made + added.length, items: [...items, ...added] } };
    },
    by,
  );
  return ids;
};

const findOwn = (settings: OrganisationSettings, id: number): OwnRelationType => {
  const type = ownTypes(settings).items.find((one) => one.id === id);
  if (!type) throw fail('not_found', { message: `The organisation has no relation type ${id} of its own.` });
  return type;
};

/**
 * Renames an own type; relations show the new name.
 * @throws 404 for a type that is not its own, 400 `validation_failed` for a name that its group has
 */
export const renameRelationType = (
  db: Database,
  orgId: number,
  id: number,
  name: string,
  by: Author = SERVICE,
): Promise<void> =>
  changeSettings(
    db,
    orgId,
    (settings) => {
      const type = findOwn(settings, id);
      const issues = nameIssues(settings, type.kreis, 'name', name, id);
      if (issues.length) throw invalid(issues);
      const { made, items } = ownTypes(settings);
      return {
        ...settings,
        relation_types: { made, items: items.map((one) => (one.id === id ? { ...one, name } : one)) },
      };
    },
    by,
  );

/**
 * Takes an own type away together with its reverse.
 * @throws 404 for a type that is not its own, 409 `relation_type_in_use`
 */
export const removeRelationTypes = (db: Database, orgId: number, id: number, by: Author = SERVICE): Promise<void> =>
  changeSettings(
    db,
    orgId,
    async (settings, tx) => {
      const { reverse } = findOwn(settings, id);
      const { made, items } = ownTypes(settings);
      const used = await tx.run<{ id: number }>(relationTypeUse(orgId));
      if (used.some((one) => one.id === id || one.id === reverse)) throw fail('relation_type_in_use');
      return {
        ...settings,
        relation_types: { made, items: items.filter((one) => one.id !== id && one.id !== reverse) },
      };
    },
    by,
  );
