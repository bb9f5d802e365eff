/**
 * Records about a person that are not the person's own: relations, insured persons, texts with the name. They are
 * listed for review; an erasure does not change their texts (rules 16.22).
 */
import { searchedKinds, searchedTexts, unsearchedKinds, unsearchedTexts } from '../../derive/privacy/free-texts.ts';
import { belongsTo, PERSONS, personKinds } from '../../derive/privacy/person-records.ts';
import { searchTokens } from '../../derive/search/search-text.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { Person } from './person.ts';
import { findPersonViews, VIEWS } from './person-views.ts';

/** Entries of each kind that are listed at most. */
const MAX_LISTED = 100;
/** Shorter words occur in too many texts to say anything. */
const MIN_WORD = 2;

/** An entry of the list: another customer, or a record with a text. */
export interface ThirdPerson {
  readonly section: string;
  readonly id: number;
  readonly reason: 'relation' | 'insured_person' | 'text';
  /** The record that owns the row. */
  readonly owner?: { readonly section: string; readonly id: number };
}

type Reading = Pick<Context, 'db' | 'actor' | 'model'>;

const relatedTo = async ({ db }: Reading, { orgId, kids }: Person): Promise<ThirdPerson[]> => {
  const rows = await db.read<{ id: number }>(sql`select distinct r.kid_beziehung as id
    from relation r
    where r.org_id = ${orgId} and r.kid = any(${kids}::int[])
    order by 1
    limit ${MAX_LISTED}::int`);
  return rows.map(({ id }) => ({ section: PERSONS, id, reason: 'relation' }));
};

/** Persons in the contracts of the customer, and contracts of others that have the customer as a person. */
const insuredWith = async ({ db }: Reading, { orgId, kids }: Person): Promise<ThirdPerson[]> => {
  const rows = await db.read<{ id: number; vid: number }>(sql`select p.id, p.vid
    from contract_person p
    where p.org_id = ${orgId} and p.del = 0
      and (p.kid = any(${kids}::int[]) and p.pid <> all(${kids}::int[])
        or p.kid <> all(${kids}::int[]) and p.pid = any(${kids}::int[]))
    order by p.id
    limit ${MAX_LISTED}::int`);
  return rows.map(({ id, vid }) => ({
    section: 'persons',
    id,
    reason: 'insured_person',
    owner: { section: 'contracts', id: vid },
  }));
};

/** Those of some records that are not the person's own. */
const foreignOf = async (
  { db, model }: Reading,
  person: Person,
  section: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const kind = personKinds(model.registry).find(({ resource }) => resource.path === section);
  if (!kind || !ids.length) return new Set(ids);
  const own = await db.read<{ id: number }>(sql`select t.id
    from ${raw(kind.resource.table)} t
    where t.org_id = ${person.orgId} and t.id = any(${ids}::int[]) and ${belongsTo(kind, person)}`);
  const found = new Set(own.map(({ id }) => id));
  return new Set(ids.filter((id) => !found.has(id)));
};

interface TextRow {
  readonly id: number;
  readonly section: string | null;
  readonly owner: number | null;
}

const textEntry = (resource: Resource, row: TextRow): ThirdPerson => {
  const section = row.section ?? resource.nesting.below[0];
  const owner = section !== undefined && row.owner !== null ? { owner: { section, id: row.owner } } : {};
  return { section: resource.path, id: row.id, reason: 'text', ...owner };
};

/** Entries whose record is not the person's own. */
const foreignRows = async (reading: Reading, person: Person, entries: readonly ThirdPerson[]) => {
  const place = ({ section, id, owner }: ThirdPerson) => owner ?? { section, id };
  const sections = new Set(entries.map((entry) => place(entry).section));
  const foreign: ThirdPerson[] = [];
  for (const section of sections) {
    const some = entries.filter((entry) => place(entry).section === section);
    const ids = await foreignOf(
      reading,
      person,
      section,
      some.map((entry) => place(entry).id),
    );
    foreign.push(...some.filter((entry) => ids.has(place(entry).id)));
  }
  return foreign;
};

/** Records of others whose texts have the whole name of the person. */
const namedIn = async (reading: Reading, person: Person): Promise<ThirdPerson[]> => {
  const { db, model } = reading;
  const { orgId, vorname, name } = person;
  const words = [vorname, name].filter((word): word is string => (word?.trim().length ?? 0) >= MIN_WORD);
  if (!words.length || (name?.trim().length ?? 0) < MIN_WORD) return [];
  const folded = searchTokens(words.join(' '));
  const lower = words.map((word) => word.trim().toLowerCase());
  const found: ThirdPerson[] = [];
  for (const resource of searchedKinds(model.registry)) {
    const rows = await db.queryLong<{ id: number }>(searchedTexts(orgId, resource, folded, MAX_LISTED));
    found.push(...rows.map(({ id }): ThirdPerson => ({ section: resource.path, id, reason: 'text' })));
  }
  for (const resource of unsearchedKinds(model.registry)) {
    const rows = await db.queryLong<TextRow>(unsearchedTexts(orgId, resource, lower, MAX_LISTED));
    found.push(...rows.map((row) => textEntry(resource, row)));
  }
  return foreignRows(reading, person, found);
};

/** Records about a person for review, at most a hundred of each sort. */
export const findThirdPersons = async (reading: Reading, person: Person): Promise<readonly ThirdPerson[]> => {
  const found = await Promise.all([relatedTo(reading, person), insuredWith(reading, person), namedIn(reading, person)]);
  const views = await findPersonViews(reading, person);
  const shown = views.filter(({ del }) => del === 0).slice(0, MAX_LISTED);
  return [
    ...found.flat().filter(({ section }) => section !== VIEWS),
    ...shown.map(({ id }): ThirdPerson => ({ section: VIEWS, id, reason: 'text' })),
  ];
};
